// The dialogs: opening a game, choosing one, and questions.

import { nameOfPlayers, variantName } from "./names.js";
import { endText, numeral, t } from "./text.js";

const byId = (id) => document.getElementById(id);

function fill(select, choices, chosen) {
  const option = ([value, text]) => new Option(text, value, false, String(value) === String(chosen));
  select.replaceChildren(...choices.map(option));
}

/** Lets a select offer all variants. */
export function fillVariants(select, info, chosen) {
  fill(select, info.variants.map((variant) => [variant, variantName(variant)]), chosen);
}

/** Lets a select offer a person and every level. */
export function fillPlayers(select, info, chosen) {
  const level = ({ number }) => {
    const text = t("level", { level: number });
    if (number === 1) return [number, t("beginner", { level: text })];
    return [number, number === info.levels.length ? t("fullStrength", { level: text }) : text];
  };
  fill(select, [[0, t("human")], ...info.levels.map(level)], chosen);
}

function levelNote(info, number) {
  const level = info.levels[number - 1];
  if (!level) return "";
  const nodes = level.nodes ? t("levelNodes", { nodes: numeral(level.nodes) }) : t("levelFree");
  return t("levelNote", { level: number, nodes, random: level.random, rating: level.rating });
}

/** The choices for a new game, which the browser remembers. */
const CHOICES = ["new-variant", "new-white", "new-black", "new-time"];
const NAME = "crownhead-new-game";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

function remember() {
  const values = Object.fromEntries(CHOICES.map((id) => [id, byId(id).value]));
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...values, lots: byId("new-lots").checked }));
  } catch {
    // A browser that remembers nothing asks anew.
  }
}

/** Fills the dialogs, once and after each change of the language; what was chosen stays. */
export function fillDialogs(info) {
  const last = remembered();
  const kept = (id, fallback) => byId(id).value || last[id] || fallback;
  byId("new-lots").checked ||= last.lots === true;
  for (const id of ["new-variant", "load-variant"]) fillVariants(byId(id), info, kept(id, info.default));
  fillPlayers(byId("new-white"), info, kept("new-white", 2));
  fillPlayers(byId("new-black"), info, kept("new-black", 0));
  const times = ["", "180", "300+5", "900+10", "5/move", "30/move"];
  fill(byId("new-time"), times.map((time) => [time, t(`clocks.${time}`)]), kept("new-time", ""));
  const note = () => {
    const numbers = [byId("new-white"), byId("new-black")].map((select) => Number(select.value));
    byId("level-note").textContent = [...new Set(numbers)].map((number) => levelNote(info, number)).join(" ");
  };
  for (const id of ["new-white", "new-black"]) byId(id).onchange = note;
  note();
}

/** Shows a dialog and waits until it is closed. Whether it was confirmed. */
function confirmed(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
  });
}

/** Asks for a new game; null if cancelled. */
export async function askNewGame() {
  if (!(await confirmed(byId("new-dialog")))) return null;
  remember();
  const players = ["new-white", "new-black"].map((id) => Number(byId(id).value));
  const [white, black] = byId("new-lots").checked && Math.random() < 0.5 ? players.reverse() : players;
  return { variant: byId("new-variant").value, white, black, time: byId("new-time").value };
}

/** Whether the person resigns. */
export const askResign = () => confirmed(byId("resign-dialog"));

/** Shows the settings until they are closed. */
export const showSettings = () => confirmed(byId("settings-dialog"));

/**
 * Shows the games, each as a link; choosing one closes the list. Each but the one that is shown can be deleted, which is
 * asked for first.
 */
export function showGames(games, shown, remove) {
  const dialog = byId("games-dialog");
  const bin = (game, line) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.title = t("deleteGame", { n: game.number });
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", async () => {
      byId("delete-title").textContent = t("deleteQuestion", { n: game.number });
      if ((await confirmed(byId("delete-dialog"))) && (await remove(game.number))) line.remove();
      byId("no-games").hidden = byId("game-list").children.length > 0;
    });
    return button;
  };
  const item = (game) => {
    const link = document.createElement("a");
    link.href = `#${game.number}`;
    const end = game.end ? endText(game.end) : t("listed", { n: game.plies });
    link.textContent = `${game.number}. ${variantName(game.variant)}: ${nameOfPlayers(game.names)}. ${end}`;
    link.addEventListener("click", () => dialog.close());
    const line = document.createElement("li");
    line.append(link);
    if (game.number !== shown) line.append(bin(game, line));
    return line;
  };
  byId("game-list").replaceChildren(...games.map(item));
  byId("no-games").hidden = games.length > 0;
  if (!dialog.open) dialog.showModal();
}

/** Lets a person choose one of the games of a file; its number, or null if cancelled. */
export async function askGame(games) {
  const [list, filter] = [byId("choose-game"), byId("choose-filter")];
  const titled = games.map(({ number, white, black, event, date, result, plies }) => {
    const players = white || black ? `${white || "?"} - ${black || "?"}` : "";
    const about = [players, event, date, result, t("listed", { n: plies })].filter(Boolean).join(", ");
    return [number, `${number}. ${about}`];
  });
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    const shown = titled.filter(([, title]) => words.every((word) => title.toLowerCase().includes(word)));
    fill(list, shown, shown[0]?.[0]);
  };
  filter.value = "";
  filter.oninput = show;
  list.ondblclick = () => byId("choose-start").click();
  show();
  return (await confirmed(byId("choose-dialog"))) && list.value ? Number(list.value) : null;
}

/** The text of a file, line by line in UTF-8 or else in Windows-1252, as the program reads files itself. */
async function textOf(file) {
  const western = new TextDecoder("windows-1252");
  const unicode = new TextDecoder("utf-8", { fatal: true });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const lines = [];
  // A mark at the beginning of a file in UTF-8, which other lines of it need not be in.
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = hasMark ? 3 : 0; start <= bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    try {
      lines.push(unicode.decode(line));
    } catch {
      lines.push(western.decode(line));
    }
    start = end + 1;
  }
  return lines.join("\n");
}

/** Asks for a PDN or FEN text; null if cancelled. */
export async function askLoad() {
  const file = byId("load-file");
  file.value = "";
  if (!(await confirmed(byId("load-dialog")))) return null;
  const variant = byId("load-variant").value;
  const text = (file.files.length > 0 ? await textOf(file.files[0]) : byId("load-text").value).trim();
  // A FEN begins with the side to move; a PDN with a tag or a move.
  return /^[WB?]\s*:/i.test(text) ? { variant, fen: text } : { variant, pdn: text };
}
