// The graph of the values of a game, for White upwards, from -3 to 3 men.

import { element } from "./board.js";
import { markedText } from "./moves.js";
import { numeral, t, valueText } from "./text.js";

/** The values beyond count as these, in men. */
const MOST = 3;
/** The space beside the axes, in pixels. */
const EDGE = { left: 28, right: 8, top: 18, bottom: 18 };
/** The least distance between two numbers of the lower axis, in pixels. */
const GAP = 32;

/** The game whose variation is shown, and where the variation leaves it. */
function gameOf(view, ply) {
  const nodes = view.tree.filter(({ is_game: isGame, parent }) => isGame && parent !== null);
  const game = { ...view, moves: nodes, scores: view.game_scores, marks: nodes.map(({ mark }) => mark) };
  const same = view.moves.findIndex(({ text }, place) => text !== nodes[place]?.text);
  return { view: game, ply: Math.min(ply, same < 0 ? nodes.length : same) };
}

/**
 * Draws it for the position after `ply` moves, that of the game also where a variation is shown. `onGo(ply)` is called
 * with a position of the game where it is clicked.
 */
export function showGraph(svg, shown, shownPly, isWanted, onGo) {
  const { view, ply } = shown.game_scores ? gameOf(shown, shownPly) : { view: shown, ply: shownPly };
  svg.toggleAttribute("hidden", !isWanted || view.moves.length === 0);
  const { width, height } = svg.getBoundingClientRect();
  if (width === 0) return;
  const known = view.scores.flatMap((score, index) => (score ? [{ index, men: score.men }] : []));
  const key = JSON.stringify([view.scores, view.marks, ply, width, height, document.documentElement.lang]);
  if (svg.drawn === key) return;
  svg.drawn = key;
  const last = Math.max(1, view.scores.length - 1);
  const plan = {
    width, height, last,
    x: (index) => EDGE.left + (index / last) * (width - EDGE.left - EDGE.right),
    y: (men) => {
      const middle = (EDGE.top + height - EDGE.bottom) / 2;
      return middle - (Math.max(-MOST, Math.min(MOST, men)) / MOST) * (middle - EDGE.top);
    },
  };
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  drawAxes(svg, plan);
  const points = known.map(({ index, men }) => `${plan.x(index)},${plan.y(men)}`).join(" ");
  element("polyline", { class: "line", points }, svg);
  drawMarks(svg, view, plan);
  element("line", { class: "now", x1: plan.x(ply), x2: plan.x(ply), y1: EDGE.top, y2: height - EDGE.bottom }, svg);
  const hover = element("g", {}, svg);
  const plyAt = (event) => {
    const share = (event.clientX - svg.getBoundingClientRect().left - EDGE.left) / (width - EDGE.left - EDGE.right);
    return Math.max(0, Math.min(last, Math.round(share * last)));
  };
  svg.onpointermove = (event) => tell(hover, view, plan, (svg.pointed = plyAt(event)));
  svg.onpointerleave = () => {
    svg.pointed = undefined;
    hover.replaceChildren();
  };
  // A pointer that rests stays answered when values arrive.
  if (svg.pointed !== undefined) tell(hover, view, plan, Math.min(svg.pointed, last));
  svg.onclick = (event) => onGo(plyAt(event));
}

function text(parent, words, attributes) {
  element("text", attributes, parent).textContent = words;
}

/** Men beside, the numbers of the moves below. */
function drawAxes(svg, { x, y, width, height, last }) {
  for (const men of [MOST, 0, -MOST]) {
    const kind = men === 0 ? "zero" : "axis";
    element("line", { class: kind, x1: EDGE.left, x2: width - EDGE.right, y1: y(men), y2: y(men) }, svg);
    text(svg, (men > 0 ? "+" : "") + numeral(men), { x: EDGE.left - 5, y: y(men) + 4, "text-anchor": "end" });
  }
  const moves = Math.floor(last / 2);
  const room = Math.max(1, Math.floor((width - EDGE.left - EDGE.right) / GAP));
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => moves / step <= room) ?? 500;
  for (let move = step; move <= moves; move += step) {
    text(svg, String(move), { x: x(2 * move), y: height - 4, "text-anchor": "middle" });
  }
}

/** A point for each mistake, at the value that it led to. */
function drawMarks(svg, view, { x, y }) {
  view.marks.forEach((mark, index) => {
    const score = view.scores[index + 1];
    if (mark === "fine" || !score) return;
    const place = { cx: x(index + 1), cy: y(score.men), r: { inaccuracy: 2.5, mistake: 3.5, blunder: 5 }[mark] };
    element("circle", { class: "mark", ...place }, svg);
  });
}

/** What the pointer is on: the move that led there, and the value. */
function tell(hover, view, { x, y, width, height }, index) {
  hover.replaceChildren();
  const score = view.scores[index];
  if (!score) return;
  element("line", { class: "hover", x1: x(index), x2: x(index), y1: EDGE.top, y2: height - EDGE.bottom }, hover);
  element("circle", { class: "dot", cx: x(index), cy: y(score.men), r: 3 }, hover);
  const number = `${Math.floor((index - 1) / 2) + 1}.${index % 2 === 1 ? "" : ".."} `;
  const move = index > 0 ? number + markedText(view, index - 1) : t("start");
  const anchor = x(index) < width / 2 ? "start" : "end";
  const words = t("graphPoint", { move, value: valueText(score) });
  text(hover, words, { class: "told", x: x(index), y: 13, "text-anchor": anchor });
}
