// Names of variants and of players, in the language of the page where it has them.

import { t } from "./text.js";

/** The titles of the variants by their names, as the program has them. */
const titles = new Map();

/** The name that its person typed last at any address of the program, which the browser takes for another page. */
let ownName = null;

/** Remembers the names that the program tells. */
export function takeNames(info) {
  info.variants.forEach((variant, place) => titles.set(variant, info.titles[place]));
  ownName = info.name;
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

/** Where the browser remembers the names of its person, and of the other one where two people play. */
const PLACE = "crownhead-names";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}

/** The names of the people who play on these seats, as they were typed last; null for the others. */
export function namesFor(seats) {
  const names = remembered();
  // Who plays against himself has one name.
  const own = names.length > 0 ? names[0] || null : ownName;
  return seats.map((seat) => (seat === 0 ? names.shift() || own : null));
}

/** Remembers the names of the people who play on these seats. */
export function rememberNames(seats, names) {
  const typed = names.filter((_, side) => seats[side] === 0);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...typed, ...remembered().slice(typed.length)]));
  } catch {
    // A browser that remembers nothing asks anew.
  }
}
