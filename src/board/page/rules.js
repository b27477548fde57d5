// The rules of a game in sentences. The facts are those of the program, which plays by them.

import { t } from "./text.js";

const say = (name, words) => t(`rules.${name}`, words);

/** A text of a name that has blanks or dots of its own. */
const ending = ({ name, moves }) => {
  const material = say(`endings.${name}`);
  return moves > 0 ? say("drawAfter", { material, n: moves }) : material;
};

/** How the board lies, and what stands on it. */
function boardOf(rules) {
  const { size, squares, men } = rules;
  const boards = rules.is_mirrored ? "boardMirrored" : "board";
  const rows = rules.rows_behind > 0 ? ["menBehind", rules.rows_behind] : ["men", rules.rows_of_men];
  return [
    say(squares === size * size ? "boardFull" : boards, { size, squares }),
    say(rows[0], { men, n: rows[1] }),
    say(`first.${rules.first}`),
  ];
}

/** Kings never move where the first one ends the game. */
const hasKings = ({ kings_to_win: wanted }) => wanted !== 1;

function movesOf(rules) {
  const sentences = [say(`man.${rules.moves}`)];
  if (hasKings(rules)) sentences.push(say(`king.${rules.moves === "rows" ? "rows" : rules.kings}`));
  if (rules.king_run) sentences.push(say("kingRun", { n: rules.king_run }));
  return sentences;
}

function capturesOf(rules) {
  const sentences = [say("must"), say(`manCapture.${rules.captures}-${rules.men_capture}`)];
  if (!rules.men_take_kings) sentences.push(say("onlyMen"));
  const landing = rules.kings === "short" ? "short" : rules.landing;
  if (hasKings(rules)) sentences.push(say(`kingCapture.${landing}`));
  sentences.push(say(`removal.${rules.is_removed_at_once ? "once" : "after"}`));
  if (rules.is_removed_at_once && landing === "anywhere") sentences.push(say("noTurn"));
  const deciders = rules.choice.map((decider) => say(`choice.${decider}`));
  const list = deciders.reduceRight((other, one) => (other ? say("then", { one, other }) : one), "");
  sentences.push(list ? say("order", { list }) : say("any"));
  return sentences;
}

function endOf(rules) {
  const sentences = rules.kings_to_win ? [say("makesKing", { n: rules.kings_to_win })] : [];
  return [...sentences, say(rules.no_move_wins ? "wins" : "loses")];
}

function drawsOf(rules) {
  const { occurrences, quiet_moves: quiet, endings } = rules.draws;
  // Without a king's move nothing occurs twice.
  if (!hasKings(rules)) return [say("noDraws")];
  const sentences = [occurrences ? say("occurrences", { n: occurrences }) : say("noRepetition")];
  if (quiet) sentences.push(say("quiet", { n: quiet }));
  return [...sentences, ...endings.map(ending)];
}

function notationOf(rules) {
  const sentences = [say(rules.has_letters ? "letters" : "numbers", { squares: rules.squares })];
  sentences.push(say("written", { move: rules.example, sign: rules.capture_sign }));
  return [...sentences, say("gameType", { type: rules.game_type })];
}

/** The rules of a game: [{ head, sentences }]. */
export function rulesOf(rules) {
  const parts = {
    board: boardOf(rules),
    moves: movesOf(rules),
    captures: capturesOf(rules),
    kings: [say("crown"), say(`crowning.${rules.crowning}`)],
    end: endOf(rules),
    draws: drawsOf(rules),
    notation: notationOf(rules),
  };
  return Object.entries(parts).map(([name, sentences]) => ({ head: say(`heads.${name}`), sentences }));
}
