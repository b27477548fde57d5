// The panel of the opening book: its moves in the position that is shown, or when the game has left it.

import { tryOnClick } from "./analysis.js";
import { numeral, setText, t, valueText } from "./text.js";

const byId = (id) => document.getElementById(id);

/** Shows the panel; `onTry(texts)` is called with the move that is clicked. */
export function showBook(view, ply, onTry) {
  const { book } = view;
  byId("book").hidden = !book;
  if (!book) return;
  // The program has not told yet of a position that is shown for the first time.
  const isTold = view.known_ply === ply;
  const { moves, games } = isTold ? book : { moves: [], games: 0 };
  setText(byId("book-title"), games > 0 ? t("bookOf", { n: games }) : t("book"));
  setText(byId("book-left"), isTold && moves.length === 0 ? whereLeft(view) : "");
  const list = byId("book-moves");
  while (list.children.length > moves.length) list.lastElementChild.remove();
  while (list.children.length < moves.length) list.append(emptyItem());
  moves.forEach((move, rank) => showMove(list.children[rank].firstElementChild, move, onTry));
}

function whereLeft({ book, moves }) {
  if (book.left_after === null) return t("notInBook");
  return t("outOfBook", { number: Math.floor(book.left_after / 2) + 1, move: moves[book.left_after].text });
}

function emptyItem() {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.append(...["move", "score", "share"].map((name) => {
    const part = document.createElement("span");
    part.className = name;
    return part;
  }));
  item.append(button);
  return item;
}

function showMove(button, { text, score, share }, onTry) {
  const [move, value, part] = button.children;
  setText(move, text);
  setText(value, score ? valueText(score) : "");
  setText(part, share === null ? "" : `${numeral(100 * share)} %`);
  button.title = t("tryLine");
  tryOnClick(button, [text], onTry);
}
