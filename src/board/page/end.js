// The panel at the end of a game, which the last position alone shows.

import { endText, sentence, setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** `You lost` to the one person who plays, and the winner to everybody else. */
function title(view) {
  const { winner } = view.end;
  const people = ["W", "B"].filter((_, index) => view.seats[index] === 0);
  if (people.length === 1 && winner) return t(people[0] === winner ? "youWon" : "youLost");
  if (view.end.reason === "recorded") return endText(view.end);
  return winner ? t(`wins.${winner}`) : t("draw");
}

/** Why the game ended so, and who won where the title does not say it. */
function reason(view) {
  // A result that was recorded is all that is known of the end.
  if (view.end.reason === "recorded") return "";
  const [text, named] = [endText(view.end), `${title(view)}: `];
  const why = text.startsWith(named) ? text.slice(named.length) : text;
  return sentence(why);
}

/** Shows the panel, or hides it where the game is not over or another position is shown. */
export function showEnd(view, ply) {
  const isShown = Boolean(view.end) && !view.is_variation && ply === view.moves.length;
  byId("end").hidden = !isShown;
  if (!isShown) return;
  setText(byId("end-title"), title(view));
  setText(byId("end-reason"), reason(view));
  byId("end-review").hidden = view.report !== null || view.reviewing !== null || byId("review").disabled;
}

/** The same players once more, with the colours changed, from where they began. */
export function rematchOf(view) {
  const [white, black] = view.seats;
  const names = [view.description.black, view.description.white];
  const begin = view.opening ? { opening: view.opening } : { fen: view.fens[0] };
  return { variant: view.variant, ...begin, white: black, black: white, names, time: view.time };
}
