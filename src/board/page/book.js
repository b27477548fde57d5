// The panel of the opening book: its moves in the position that is shown, or when the game has left it.

import { buttonsOf, tryOnClick } from "./analysis.js";
import { numeral, setText, t, valueText } from "./text.js";

const byId = (id) => document.getElementById(id);

/** Shows the panel, unless another is in its place; `onTry(texts)` is called with the move that is clicked. */
export function showBook(view, ply, gaveWay, onTry) {
  const { book } = view;
  byId("book").hidden = !book || gaveWay;
  if (byId("book").hidden) return;
  // The program has not told yet of a position that is shown for the first time.
  const isTold = view.known_ply === ply;
  const { moves, games } = isTold ? book : { moves: [], games: 0 };
  setText(byId("book-title"), games > 0 ? t("bookOf", { n: games }) : t("book"));
  setText(byId("book-left"), isTold && moves.length === 0 ? whereLeft(view) : "");
  const buttons = buttonsOf(byId("book-moves"), moves.length, ["move", "score", "share"]);
  moves.forEach((move, rank) => showMove(buttons[rank], move, onTry));
}

function whereLeft({ book, moves }) {
  if (book.left_after === null) return t("notInBook");
  return t("outOfBook", { number: Math.floor(book.left_after / 2) + 1, move: moves[book.left_after].text });
}

function showMove(button, { text, score, share }, onTry) {
  const [move, value, part] = button.children;
  setText(move, text);
  setText(value, score ? valueText(score) : "");
  setText(part, share === null ? "" : `${numeral(100 * share)} %`);
  button.title = t("tryLine");
  tryOnClick(button, [text], onTry);
}
