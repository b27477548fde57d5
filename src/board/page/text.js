// The texts of the page in the language of the person, and how they get into the page.

import de from "./texts/de.js";
import en from "./texts/en.js";
import fr from "./texts/fr.js";
import nl from "./texts/nl.js";
import pt from "./texts/pt.js";
import ru from "./texts/ru.js";

const languages = { en, nl, fr, de, ru, pt };
let current = "en";
let plurals = new Intl.PluralRules(current);

/** The languages and their own names. */
export const languageNames = Object.entries(languages).map(([code, { language }]) => [code, language]);

/** Sets the language: the one that is wished, or else the first of the browser's that there is. */
export function setLanguage(wished) {
  const asked = [wished, ...navigator.languages].map((tag) => String(tag).slice(0, 2).toLowerCase());
  current = asked.find((code) => code in languages) ?? "en";
  plurals = new Intl.PluralRules(current);
  document.documentElement.lang = current;
  return current;
}

/** The text of a name such as `reason.time.W`; null if there is none. */
function find(texts, name) {
  return name.split(".").reduce((found, part) => found?.[part], texts) ?? null;
}

/** The text of this name with its words filled in; `n` chooses among plurals. Empty if there is none. */
export function t(name, words = {}) {
  let text = find(languages[current], name) ?? find(en, name) ?? "";
  if (typeof text === "object") text = text[plurals.select(words.n)] ?? text.other ?? "";
  return text.replace(/\{(\w+)\}/g, (_, word) => words[word] ?? "");
}

/** A number as the language writes it; what is rounded to zero has no sign. */
export function numeral(number, digits = 0) {
  const rounded = Number(number.toFixed(digits)) === 0 ? 0 : number;
  return rounded.toLocaleString(current, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Gives each element with `data-text`, `data-hint` or `data-label` below `root` the text of that name. */
export function fillTexts(root = document) {
  for (const node of root.querySelectorAll("[data-text]")) setText(node, t(node.dataset.text));
  for (const node of root.querySelectorAll("[data-hint]")) node.placeholder = node.ariaLabel = t(node.dataset.hint);
  for (const node of root.querySelectorAll("[data-label]")) {
    const text = t(node.dataset.label);
    node.setAttribute("aria-label", text);
    if (node.matches("button, a")) node.title = node.dataset.key ? `${text} (${node.dataset.key})` : text;
  }
}

/** Changes a text only where it differs: a screen reader reads every change aloud. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A text as a sentence. */
export const sentence = (text) => `${text[0].toLocaleUpperCase()}${text.slice(1)}.`;

/** A value for White in words. */
export function valueText(score) {
  if (score.plies === null) return (score.men >= 0.005 ? "+" : "") + numeral(score.men, 2);
  const side = score.men > 0 ? "W" : "B";
  if (score.plies === 0) return t(`wins.${side}`);
  const text = t(`winsIn.${side}`, { n: score.plies });
  return score.is_by_table ? t("byTable", { value: text }) : text;
}

/** How a game ended: `White wins: Black resigned`. The program's own words serve where there are none here. */
export function endText(end) {
  if (end.reason === "recorded" && !end.winner) return end.text.startsWith("Draw") ? t("draw") : end.text;
  const head = end.winner ? t(`wins.${end.winner}`) : t("draw");
  if (end.reason === "recorded") return `${head} (${end.result})`;
  const reason = t(`reason.${end.reason}.${end.winner}`) || t(`reason.${end.reason}`);
  if (reason) return `${head}: ${reason}`;
  // An article on an ending is named as the rules name it, without what they say of it.
  const words = end.text.split(": ").at(-1);
  return `${head}: ${t(`rules.endings.${words}`).split(/\s?: /)[0].replace(/\.$/, "") || words}`;
}
