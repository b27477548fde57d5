// The dialogs: loading a game, choosing one, and questions.

import { GameList } from "./games.js";
import { fragmentIn } from "./link.js";
import { playerName, variantName } from "./names.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** Lets a select offer these choices, each a value and a text. */
export function fill(select, choices, chosen) {
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

/** Fills the dialogs, once and after each change of the language; what was chosen stays. */
export function fillDialogs(info) {
  fillVariants(byId("load-variant"), info, byId("load-variant").value || info.default);
}

/** Shows a dialog and waits until it is closed. Whether it was confirmed. */
export function confirmed(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
  });
}

/** Whether the person resigns. */
export const askResign = () => confirmed(byId("resign-dialog"));

/** Asks what is known of a game; null if cancelled. Whoever only plays here has the name of his level. */
export async function askDescription(view) {
  const dialog = byId("describe-dialog");
  const fields = [...dialog.querySelectorAll("input")];
  fields.forEach((field) => (field.value = view.description[field.name]));
  ["white", "black"].forEach((name, side) => {
    const field = dialog.querySelector(`[name=${name}]`);
    field.disabled = view.seats[side] !== 0;
    field.placeholder = playerName(view.names[side], "WB"[side]);
  });
  if (!(await confirmed(dialog))) return null;
  return { do: "describe", ...Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()])) };
}

/** Whether a variation is to be deleted. */
export async function askDeleteLine() {
  setText(byId("delete-title"), t("deleteLineQuestion"));
  return confirmed(byId("delete-dialog"));
}

/** Shows the settings until they are closed. */
export const showSettings = () => confirmed(byId("settings-dialog"));

/** The list of the games that are kept, made when it is first shown. */
let kept = null;

/**
 * Shows the games, each as a link; choosing one closes the list. Each but the one that is shown can be deleted, which is
 * asked for first.
 */
export function showGames(games, shown, remove) {
  const dialog = byId("games-dialog");
  const bin = (row, game) => {
    if (game.number === kept.current) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "×", title: t("deleteGame", { n: game.number }) });
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", async () => {
      byId("delete-title").textContent = t("deleteQuestion", { n: game.number });
      if ((await confirmed(byId("delete-dialog"))) && (await remove(game.number))) kept.remove(game.number);
      byId("no-games").hidden = kept.entries.length > 0;
    });
    row.append(button);
  };
  kept ??= new GameList({
    root: byId("game-list"), filter: byId("games-filter"), count: byId("games-count"),
    columns: ["number", "variant", "white", "black", "event", "date", "result", "plies"],
    linkOf: ({ number }) => `#${number}`, onPick: () => dialog.close(), addTo: bin,
  });
  byId("no-games").hidden = games.length > 0;
  // Blocks of rows are drawn where they are seen.
  if (!dialog.open) dialog.showModal();
  kept.show(games, shown);
}

/** The list of the games of a file. */
let ofFile = null;

/** Lets a person choose one of the games of a file; its number, or null if cancelled. */
export async function askGame(games) {
  const dialog = byId("choose-dialog");
  ofFile ??= new GameList({
    root: byId("choose-list"), filter: byId("choose-filter"), count: byId("choose-count"),
    columns: ["number", "white", "black", "event", "date", "result", "plies"],
    onPick: (game) => dialog.close(String(game.number)),
  });
  const closed = confirmed(dialog);
  ofFile.show(games);
  await closed;
  return Number(dialog.returnValue) || null;
}

/**
 * What a file has, as requests give it: { pdn }, or, of one that is not in UTF-8, { file }, its bytes as the characters
 * with these numbers, since the program knows encodings that no browser does.
 */
export async function contentOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Zeros are those of UTF-16.
    if (!text.includes("\0")) return { pdn: text };
  } catch {
    // It is in another encoding.
  }
  const parts = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return { file: parts.join("") };
}

/** Asks for a PDN or FEN text, or a link with a game, whose { fragment } it returns; null if cancelled. */
export async function askLoad() {
  const file = byId("load-file");
  file.value = "";
  if (!(await confirmed(byId("load-dialog")))) return null;
  const variant = byId("load-variant").value;
  const given = file.files.length > 0 ? await contentOf(file.files[0]) : { pdn: byId("load-text").value };
  if (given.file !== undefined) return { variant, ...given };
  const text = given.pdn.trim();
  const fragment = fragmentIn(text);
  if (fragment) return { fragment };
  // A FEN begins with the side to move; a PDN with a tag or a move.
  return /^[WB?]\s*:/i.test(text) ? { variant, fen: text } : { variant, pdn: text };
}
