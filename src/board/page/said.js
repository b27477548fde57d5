// What the program says, in the language of the page: it sends a code and the words to fill in. Its own English serves
// where the page has no text for the code.

import { variantName } from "./names.js";
import { numeral, t } from "./text.js";

/** A word as it is filled in: a message within a message, a name, or a number. */
function filled(name, word) {
  if (word?.error) return sentenceOf(word);
  if (["variant", "other"].includes(name)) return variantName(word);
  return typeof word === "number" && ["size", "most"].includes(name) ? numeral(word) : word;
}

/** `Read up to move 2: 33-38 is not a legal move.` */
export function sentenceOf({ error, code, words = {} }) {
  const all = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, filled(name, word)]));
  const text = code ? t(`error.${code}`, all) || t(`error.${code}.${words.side}`, all) : "";
  if (!text) return error;
  return words.example ? `${text} ${t("error.example", all)}` : text;
}
