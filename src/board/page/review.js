// What the review of a game has found: the mistakes of each side, and the better move in the position before each.

import { markedText, sideAt } from "./moves.js";
import { numeral, sentence, setText, t, valueText } from "./text.js";

const byId = (id) => document.getElementById(id);

/** What is said of the move that was played in the position after so many moves; undefined if it is no mistake. */
export function criticismAt(view, ply) {
  return view.criticisms.find((criticism) => criticism.ply === ply);
}

/** The position before the next mistake after this one, or else before the first one; undefined if there is none. */
export function nextMistake(view, ply) {
  const plies = view.report?.mistakes ?? [];
  return plies.find((other) => other > ply) ?? plies[0];
}

/** `15-18?? loses a man: 22x15 10x19. Better is 8-11. Expected result: 49 %, then 22 %.` */
function explain(view, criticism) {
  const { better, points, played, reason } = criticism;
  const move = markedText(view, criticism.ply);
  const best = better.moves[0].text;
  const percent = (share) => numeral(100 * share);
  const chances = t("chances", { before: percent(points[0]), after: percent(points[1]) });
  if (reason) {
    const isMaterial = reason.moves.length > 0;
    const kind = (reason.is_by_table ? "-by-table" : "") + (isMaterial && !reason.are_men ? "-pieces" : "");
    const line = reason.moves.join(" ");
    const isCrowned = reason.what === "loses" && reason.makes_king;
    const crowned = isCrowned ? [sentence(t(`reason.kings.${sideAt(view, criticism.ply + 1)}`))] : [];
    return [t(`why.${reason.what}${kind}`, { move, line, n: reason.count }), ...crowned, t("betterIs", { better: best }), chances].join(" ");
  }
  if (criticism.loss === null) {
    return `${t("worse", { move, better: best, played: valueText(played), value: valueText(better.score) })} ${chances}`;
  }
  const loss = numeral(criticism.loss, 1);
  return `${t("loses", { move, better: best, loss, n: Number(criticism.loss.toFixed(1)) })} ${chances}`;
}

/** What the table of the report counts, with the sign of each. */
const COUNTS = { inaccuracies: "?!", mistakes: "?", blunders: "??" };

function cell(kind, text, title = "") {
  return Object.assign(document.createElement(kind), { textContent: text, title, className: title && text === "0" ? "none" : "" });
}

function rowOf(...cells) {
  const row = document.createElement("tr");
  row.append(...cells);
  return row;
}

/** A row for each side: its accuracy and its inaccuracies, mistakes and blunders. */
function showCounts(table, { sides }) {
  const signs = Object.values(COUNTS);
  const head = [cell("td", ""), cell("th", t("accuracy")), ...signs.map((sign) => cell("th", sign, t(`signs.${sign}`)))];
  const rows = sides.map((side, index) => {
    const accuracy = side.accuracy === null ? "–" : `${numeral(side.accuracy)} %`;
    const counts = Object.keys(COUNTS).map((name) => cell("td", String(side[name]), t(name, { n: side[name] })));
    return rowOf(cell("th", t(`name.${"WB"[index]}`)), cell("td", accuracy), ...counts);
  });
  table.replaceChildren(rowOf(...head), ...rows);
}

/** Shows the report beside the position after so many moves; while the person looks for a move, not the answer. */
export function showReport(view, ply, isHidden) {
  const isReviewing = view.reviewing !== null;
  byId("report").hidden = !isReviewing && !view.report;
  setText(byId("reviewing"), isReviewing ? t("reviewing", { n: view.reviewing + 1 }) : "");
  const mistakes = view.report?.mistakes ?? [];
  const key = JSON.stringify([view.report?.sides, document.documentElement.lang]);
  const table = byId("counts");
  if (table.shown !== key && view.report) showCounts(table, view.report);
  table.shown = key;
  table.hidden = !view.report;
  // Its place is that of the way back from a variation.
  byId("next-mistake").hidden = mistakes.length === 0 || view.is_variation;
  const criticism = isHidden ? undefined : criticismAt(view, ply);
  const praise = view.report && mistakes.length === 0 ? t("noMistakes") : "";
  setText(byId("explanation"), criticism ? explain(view, criticism) : praise);
}

/** The arrows in the position before a mistake: what was played and, unless that is a secret, what is better. */
export function arrowsOfReview(view, ply, isSecret) {
  const criticism = criticismAt(view, ply);
  if (!criticism) return [];
  const played = { path: view.moves[ply].path, kind: "played", rank: 1 };
  if (isSecret) return [played];
  return [
    played,
    { path: criticism.better.moves[0].path, kind: "better", rank: 0 },
  ];
}
