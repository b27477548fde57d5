// The panel of the endgame tables, in the place of the book: what each move of the position that is shown leads to.

import { buttonsOf, tryOnClick } from "./analysis.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** Shows the panel; `onTry(texts)` is called with the move that is clicked. Returns whether the tables know the position. */
export function showTables(view, ply, onTry) {
  const moves = (view.known_ply === ply && view.known_moves) || [];
  byId("tables").hidden = moves.length === 0;
  buttonsOf(byId("table-moves"), moves.length, ["move", "score"]).forEach((button, rank) => {
    const { text, winner, plies, left } = moves[rank];
    const [move, outcome] = button.children;
    setText(move, text);
    const value = winner ? t(`winsIn.${winner}`, { n: plies }) : t("draw");
    setText(outcome, left === null ? value : `${value}, ${t("pliesLeft", { n: left })}`);
    button.title = t("tryLine");
    tryOnClick(button, [text], onTry);
  });
  return moves.length > 0;
}
