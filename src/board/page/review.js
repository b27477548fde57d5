// What the review of a game has found: the mistakes of each side, and the better move in the position before each.

import { markedText, sideAt } from "./moves.js";
import { numeral, setText, t, valueText } from "./text.js";

const byId = (id) => document.getElementById(id);

/** What is said of the move that was played in the position after so many moves; undefined if it is no mistake. */
export function criticismAt(view, ply) {
  return view.criticisms.find((criticism) => criticism.ply === ply);
}

/** The position before the next mistake after this one, or else before the first one; undefined if there is none. */
export function nextMistake(view, ply) {
  const plies = view.criticisms.map((criticism) => criticism.ply);
  return plies.find((other) => other > ply) ?? plies[0];
}

/** `15-18?? loses 1.5 men; better is 8-11.` */
function explain(view, criticism) {
  const move = markedText(view, criticism.ply);
  const better = criticism.better.moves[0].text;
  if (criticism.loss === null) {
    return t("worse", { move, better, played: valueText(criticism.played), value: valueText(criticism.better.score) });
  }
  const loss = numeral(criticism.loss, 1);
  return t("loses", { move, better, loss, n: Number(criticism.loss.toFixed(1)) });
}

/** `White: 1 mistake, 2 blunders` */
function counts(view, side) {
  const count = (mark) => view.marks.filter((own, ply) => own === mark && sideAt(view, ply) === side).length;
  const [mistakes, blunders] = ["mistake", "blunder"].map(count);
  return `${t(`name.${side}`)}: ${t("mistakes", { n: mistakes })}, ${t("blunders", { n: blunders })}`;
}

/** Shows the report beside the position after so many moves. */
export function showReport(view, ply) {
  const isReviewing = view.reviewing !== null;
  byId("report").hidden = !isReviewing && !view.is_reviewed;
  setText(byId("reviewing"), isReviewing ? t("reviewing", { n: view.reviewing + 1 }) : "");
  const hasMistakes = view.criticisms.length > 0;
  const summary = hasMistakes ? `${counts(view, "W")}. ${counts(view, "B")}.` : t("noMistakes");
  setText(byId("counts"), isReviewing && !hasMistakes ? "" : summary);
  byId("next-mistake").hidden = !hasMistakes;
  const criticism = criticismAt(view, ply);
  setText(byId("explanation"), criticism ? explain(view, criticism) : "");
}

/** The arrows in the position before a mistake: what was played, and what is better. */
export function arrowsOfReview(view, ply) {
  const criticism = criticismAt(view, ply);
  if (!criticism) return [];
  return [
    { path: view.moves[ply].path, kind: "played", rank: 1 },
    { path: criticism.better.moves[0].path, kind: "better", rank: 0 },
  ];
}
