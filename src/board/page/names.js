// Names of variants and of players, in the language of the page where it has them.

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

/** The name of a player as the program tells it: `Human`, `Crownhead level 2`, or his own. */
export function playerName(name) {
  const level = /^Crownhead level (\d+)$/.exec(name)?.[1];
  if (level) return t("level", { level });
  return name === "Human" ? t("human") : name;
}

/** Both players of a game. */
export const nameOfPlayers = (names) => names.map(playerName).join(" – ");
