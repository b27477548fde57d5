// The list of moves and the graph of their values.

import { element } from "./board.js";
import { setText } from "./text.js";

const MARKS = { fine: "", mistake: "?", blunder: "??" };

/** Fills the list; `onGo(ply)` is called when a move is clicked. */
export function showMoves(list, view, ply, onGo) {
  // Buttons that stay keep the focus, and a click that has begun.
  while (list.children.length > view.moves.length) list.lastElementChild.remove();
  while (list.children.length < view.moves.length) list.append(moveItem(list.children.length, onGo));
  let current = null;
  view.moves.forEach((move, index) => {
    const button = list.children[index].querySelector("button");
    setText(button, move.text + MARKS[view.marks[index]]);
    const side = sideAt(view, index) === "W" ? "White" : "Black";
    const score = view.scores[index + 1];
    button.title = score ? `${side}, ${score.text}` : side;
    if (index + 1 === ply) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (index + 1 === ply) current = button;
  });
  // Only the list scrolls, never the page, and not under somebody who scrolls it.
  if (current && current !== list.shown) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  list.shown = current;
}

function moveItem(index, onGo) {
  const item = document.createElement("li");
  if (index % 2 === 0) item.append(numbered(index / 2 + 1));
  const button = document.createElement("button");
  button.addEventListener("click", () => onGo(index + 1));
  item.append(button);
  return item;
}

function numbered(number) {
  const text = document.createElement("span");
  text.className = "number";
  text.textContent = `${number}.`;
  return text;
}

/** Which side moves first, from the side to move now. */
function isBlackFirst(view) {
  return (view.side === "B") === (view.moves.length % 2 === 0);
}

/** The side that moves after so many moves. */
export function sideAt(view, ply) {
  return isBlackFirst(view) === (ply % 2 === 0) ? "B" : "W";
}

/** Draws the values of the positions, for White upwards; from -3 to 3 men. */
export function showGraph(svg, view, ply, onGo) {
  const known = view.scores.flatMap((score, index) => (score ? [{ index, men: score.men }] : []));
  svg.toggleAttribute("hidden", known.length < 2);
  if (known.length < 2) return;
  const width = Math.max(1, view.scores.length - 1);
  svg.setAttribute("viewBox", `0 -3.2 ${width} 6.4`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren();
  element("line", { class: "graph-zero", x1: 0, x2: width, y1: 0, y2: 0, "vector-effect": "non-scaling-stroke" }, svg);
  const height = (men) => -Math.max(-3, Math.min(3, men));
  const points = known.map(({ index, men }) => `${index},${height(men)}`).join(" ");
  element("polyline", { class: "graph-line", points }, svg);
  element("line", { class: "graph-now", x1: ply, x2: ply, y1: -3.2, y2: 3.2 }, svg);
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    onGo(Math.round(((event.clientX - box.left) / box.width) * width));
  };
}
