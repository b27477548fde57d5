// A game as the fragment of a link: `#variant=russian&fen=...&moves=22-18.9-13`. Squares have their names in PDN.

import { squaresOf } from "./moves.js";
import { t } from "./text.js";

/** The text of a fragment with these parts; signs that no address needs to hide stay readable. */
const fragment = (parts) => {
  const written = (text) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",");
  return parts.map(([name, value]) => `${name}=${written(value)}`).join("&");
};

/** What a link tells of a game beside its moves, where it is known. */
const KNOWN = ["white", "black", "date"];

/** The link to the line of moves that is shown; `start` is the FEN of the start position of its variant. */
export function linkTo(view, start) {
  const parts = [["variant", view.variant]];
  if (view.fens[0] !== start) parts.push(["fen", view.fens[0]]);
  const moves = view.moves.map((move) => squaresOf(move, view.shape.names));
  if (moves.length > 0) parts.push(["moves", moves.join(".")]);
  const isKnown = (name) => !/^[?.]*$/.test(view.description[name]);
  parts.push(...KNOWN.filter(isKnown).map((name) => [name, view.description[name]]));
  return `${location.href.split("#")[0]}#${fragment(parts)}`;
}

/** The fragment of a link with a game in a text that is nothing else; null if there is none. */
export function fragmentIn(text) {
  return /^\S*#((?:\S*&)?variant=\S*)$/.exec(text.trim())?.[1] ?? null;
}

/**
 * The game of a fragment, as a wish for a game that was played elsewhere.
 * Throws an error that names what is no part of a game.
 */
export function gameOf(fragment, info) {
  const parts = new URLSearchParams(fragment);
  const fault = (part, value) => new Error(t(`badLink.${part}`, { value: value.slice(0, 40) }));
  const [variant, fen, moves] = ["variant", "fen", "moves"].map((name) => parts.get(name) ?? "");
  if (!info.variants.includes(variant)) throw fault("variant", variant);
  if (!/^[\w:,+\-.=]*$/.test(fen)) throw fault("fen", fen);
  const texts = moves.split(".").filter((text) => text !== "");
  const bad = texts.find((text) => !/^[a-l]?\d+([-x][a-l]?\d+)+$/.test(text));
  if (bad !== undefined) throw fault("moves", bad);
  const known = KNOWN.map((name) => parts.get(name)?.replace(/\s+/g, " ").slice(0, 200) || (name === "date" ? "????.??.??" : "?"));
  const { game_type: type } = info.rules.find((rules) => rules.variant === variant);
  // As the program writes every game: what is loaded is saved as it was read.
  const tags = [
    ["Event", "?"], ["Site", "?"], ["Date", known[2]], ["Round", "?"], ["White", known[0]], ["Black", known[1]],
    ["Result", "*"], ["GameType", type], ["Variant", variant], ...(fen ? [["SetUp", "1"], ["FEN", fen]] : []),
  ];
  const head = tags.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "\\$&")}"]\n`).join("");
  return { variant, pdn: `${head}\n${texts.join(" ")} *` };
}
