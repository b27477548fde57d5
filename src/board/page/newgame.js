// The dialog of a new game.

import { confirmed, fill, fillVariants } from "./dialogs.js";
import { recall, remember } from "./memory.js";
import { namesFor, rememberNames } from "./names.js";
import { numeral, setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** What the sliders of the times go through: minutes of a side, and seconds. */
const STEPS = {
  minutes: [0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120],
  increment: [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 60],
  seconds: [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 300],
};

/** The choices, as the page remembers them: the names of radio buttons, and the fields. */
const RADIOS = { opponent: "engine", side: "B", clock: "none" };
const FIELDS = ["variant", "level", "level-black", "minutes", "increment", "seconds", "opening"];
const NAME = "crownhead-new-game";

const field = (name) => byId(`new-${name}`);
const radios = (name) => [...document.querySelectorAll(`#new-dialog [name=${name}]`)];
const chosen = (name) => radios(name).find((radio) => radio.checked)?.value ?? RADIOS[name];
const valueOf = (name) => STEPS[name][Number(field(name).value)];

const remembered = () => recall(NAME) ?? {};

function rememberChoices() {
  const fields = FIELDS.map((name) => [name, field(name).value]);
  const buttons = Object.keys(RADIOS).map((name) => [name, chosen(name)]);
  remember(NAME, Object.fromEntries([...fields, ...buttons]));
}

function noteOf(info, number) {
  const level = info.levels[number - 1];
  const nodes = level.nodes ? t("levelNodes", { nodes: numeral(level.nodes) }) : t("levelFree");
  return t("levelNote", { level: number, nodes, overlooked: level.overlooked, rating: level.rating });
}

/** Offers the openings of the chosen game. */
function fillOpenings(info) {
  const select = field("opening");
  const before = select.value || remembered().opening;
  const numbers = Array.from({ length: info.most_plies_drawn }, (_, index) => index + 1);
  const choices = numbers.map((n) => [`plies:${n}`, t("begins.plies", { n })]);
  const ballots = info.ballots[field("variant").value] ?? [];
  if (ballots.length > 0) choices.unshift(["ballot", t("begins.ballot")]);
  fill(select, [["", t("begins.start")], ...choices], before);
  if (ballots.length > 0) {
    const group = Object.assign(document.createElement("optgroup"), { label: t("begins.ballots") });
    const option = ({ number, name, moves }) => {
      const value = `ballot:${number}`;
      return new Option(name === moves ? moves : `${name} (${moves})`, value, false, value === before);
    };
    group.append(...[...ballots].sort((one, other) => isNamed(other) - isNamed(one)).map(option));
    select.append(group);
  }
}

const isNamed = ({ name, moves }) => Number(name !== moves);

/** Shows what belongs to the choices, and says what the sliders mean. */
function show(info) {
  const [opponent, clock] = [chosen("opponent"), chosen("clock")];
  const [isEngine, areEngines] = [opponent === "engine", opponent === "engines"];
  field("level-row").hidden = opponent === "person";
  field("level-black-row").hidden = !areEngines;
  field("side-row").hidden = areEngines;
  field("name-row").hidden = areEngines;
  field("other-name-row").hidden = opponent !== "person";
  const levels = ["level", "level-black"].map((name) => Number(field(name).value));
  const words = (level, side) => t(isEngine ? "begins.level" : `begins.levelOf.${side}`, { level });
  setText(field("level-words"), words(levels[0], "W"));
  setText(field("level-black-words"), words(levels[1], "B"));
  const shown = { engine: levels.slice(0, 1), engines: levels, person: [] }[opponent];
  setText(byId("level-note"), [...new Set(shown)].map((level) => noteOf(info, level)).join(" "));
  field("clock-row").hidden = clock !== "clock";
  field("seconds-row").hidden = clock !== "move";
  const minutes = valueOf("minutes");
  const counted = { n: minutes, minutes: numeral(minutes, Number.isInteger(minutes) ? 0 : 1) };
  setText(field("minutes-words"), t("begins.minutes", counted));
  setText(field("increment-words"), t("begins.increment", { n: valueOf("increment") }));
  setText(field("seconds-words"), t("begins.seconds", { n: valueOf("seconds") }));
}

/** Fills the dialog, once and after each change of the language; what was chosen stays. */
export function fillNewGame(info, onRules) {
  const last = remembered();
  const isFirst = field("variant").options.length === 0;
  fillVariants(field("variant"), info, field("variant").value || last.variant || info.default);
  for (const name of ["level", "level-black"]) field(name).max = info.levels.length;
  for (const [name, steps] of Object.entries(STEPS)) field(name).max = steps.length - 1;
  if (isFirst) {
    const defaults = { level: 2, "level-black": 2, minutes: 5, increment: 4, seconds: 3 };
    for (const [name, value] of Object.entries(defaults)) field(name).value = last[name] ?? value;
    for (const [name, value] of Object.entries(RADIOS)) {
      radios(name).forEach((radio) => (radio.checked = radio.value === (last[name] ?? value)));
    }
  }
  fillOpenings(info);
  byId("new-dialog").oninput = () => show(info);
  field("variant").onchange = () => fillOpenings(info);
  field("rules").onclick = () => onRules(field("variant").value);
  show(info);
}

/** The time as a request for a game has it. */
function timeChosen() {
  const kind = chosen("clock");
  if (kind === "move") return `${valueOf("seconds")}/move`;
  if (kind !== "clock") return "";
  const increment = valueOf("increment");
  return `${valueOf("minutes") * 60}${increment > 0 ? `+${increment}` : ""}`;
}

/** The players of White and Black: their { seats }, and their { names }. */
function playersChosen() {
  const opponent = chosen("opponent");
  const levels = ["level", "level-black"].map((name) => Number(field(name).value));
  if (opponent === "engines") return { seats: levels, names: [null, null] };
  const typed = ["name", "other-name"].map((name) => field(name).value.trim());
  const seats = [0, opponent === "engine" ? levels[0] : 0];
  const names = opponent === "engine" ? [typed[0], null] : typed;
  rememberNames(seats, names);
  const side = chosen("side");
  const isBlack = side === "lot" ? Math.random() < 0.5 : side === "B";
  return isBlack ? { seats: seats.reverse(), names: names.reverse() } : { seats, names };
}

/** Asks for a new game; null if cancelled. */
export async function askNewGame() {
  const names = namesFor([0, 0]);
  ["name", "other-name"].forEach((name, index) => (field(name).value ||= names[index] ?? ""));
  if (!(await confirmed(byId("new-dialog")))) return null;
  rememberChoices();
  const { seats: [white, black], names: chosenNames } = playersChosen();
  const [variant, opening] = [field("variant").value, field("opening").value];
  return { variant, white, black, names: chosenNames, time: timeChosen(), opening };
}
