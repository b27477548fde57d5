// Names of variants and of players, in the language of the page where it has them.

import { recall, remember } from "./memory.js";
import { t } from "./text.js";

/** The titles of the variants by their names, as the program has them. */
const titles = new Map();

/** Remembers the titles that the program tells. */
export function rememberTitles(info) {
  info.variants.forEach((variant, place) => titles.set(variant, info.titles[place]));
}

/** The name of a variant. */
export function variantName(variant) {
  return t(`variants.${variant}`) || (titles.get(variant) ?? variant);
}

/** The name of the player of a side as the program tells it: `Human`, `Crownhead level 2`, or his own. `?` is unknown. */
export function playerName(name, side) {
  const level = /^Crownhead level (\d+)$/.exec(name)?.[1];
  if (level) return t("level", { level });
  if (!name || name === "?") return side ? t(`name.${side}`) : "–";
  return name === "Human" ? t("human") : name;
}

/** By which name the page remembers those of its person, and of the other one where two people play. */
const PLACE = "crownhead-names";

const remembered = () => recall(PLACE) ?? [];

/** The names of the people who play on these seats, as they were typed last; null for the others. */
export function namesFor(seats) {
  const names = remembered();
  // Who plays against himself has one name.
  const own = names[0] || null;
  return seats.map((seat) => (seat === 0 ? names.shift() || own : null));
}

/** Remembers the names of the people who play on these seats. */
export function rememberNames(seats, names) {
  const typed = names.filter((_, side) => seats[side] === 0);
  remember(PLACE, [...typed, ...remembered().slice(typed.length)]);
}
