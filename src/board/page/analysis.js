// The score bar and the best lines of an analysis.

import { numeral, setText, t, valueText } from "./text.js";

/** The share of White in the bar, in percent: 50 at 0 men, 88 at 2 men. */
function share(men) {
  return 100 / (1 + Math.exp(-men));
}

/**
 * Shows the value of a position in the bar, or hides the bar. Where no value is known it is in the middle, but stays as
 * it is where one is on its way (`isAwaited`).
 */
export function showBar(bar, isShown, score, isTurned, isAwaited = false) {
  bar.toggleAttribute("hidden", !isShown);
  bar.classList.toggle("turned", isTurned);
  bar.setAttribute("aria-label", score ? t("value", { value: valueText(score) }) : "");
  if (score || !isAwaited) bar.style.setProperty("--share", `${score ? share(score.men) : 50}%`);
}

/** So many moves of a line are listed. */
const MOVES_OF_LINE = 10;

/** Lists the lines; `onTry(texts)` is called with the moves up to the one that is clicked. `count` lines have room. */
export function showLines(list, depth, analysis, count, onTry) {
  list.style.setProperty("--lines", count);
  depth.textContent = analysis
    ? t("depth", { depth: analysis.depth, nodes: numeral(analysis.nodes), seconds: numeral(analysis.seconds, 1) })
    : "";
  const lines = (analysis?.lines ?? []).map((line) => ({ ...line, moves: line.moves.slice(0, MOVES_OF_LINE) }));
  fill(list, lines, onTry);
}

/** Shows what a proof search has found out, and the main line of a win. */
export function showSolution(verdict, list, solution, onTry) {
  setText(verdict, solution?.text ?? "");
  fill(list, solution?.moves.length ? [{ score: null, moves: solution.moves }] : [], onTry);
}

function fill(list, lines, onTry) {
  // Lines that stay keep the focus.
  while (list.children.length > lines.length) list.lastElementChild.remove();
  while (list.children.length < lines.length) list.append(lineItem());
  lines.forEach((line, rank) => showLine(list.children[rank], line, onTry));
}

function lineItem() {
  const item = document.createElement("li");
  const score = document.createElement("span");
  score.className = "score";
  item.append(score);
  return item;
}

function showLine(item, { score, moves }, onTry) {
  setText(item.firstElementChild, score ? valueText(score) : "");
  while (item.children.length - 1 > moves.length) item.lastElementChild.remove();
  while (item.children.length - 1 < moves.length) {
    const button = document.createElement("button");
    item.append(button);
  }
  moves.forEach((move, index) => {
    const button = item.children[index + 1];
    setText(button, move.text);
    button.title = t("tryLine");
    tryOnClick(button, moves.slice(0, index + 1).map(({ text }) => text), onTry);
  });
}

/** The buttons of a list, as many as are wanted, each with a part for each of these classes. */
export function buttonsOf(list, count, classes) {
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) {
    const button = document.createElement("button");
    button.append(...classes.map((name) => Object.assign(document.createElement("span"), { className: name })));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  return [...list.children].map((item) => item.firstElementChild);
}

/** A mouse plays what it has pressed, even if the button has changed since. A key presses nothing. */
export function tryOnClick(button, texts, onTry) {
  button.onpointerdown = () => (button.pressed = texts);
  button.onclick = (event) => onTry(event.detail === 0 ? texts : button.pressed);
}

/** The arrows of the first moves of the lines. */
export function arrowsOf(analysis) {
  return (analysis?.lines ?? []).map((line, rank) => ({ path: line.moves[0].path, kind: "best", rank }));
}
