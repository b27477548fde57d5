// What the page says of the position that is shown, in sentences.

import { sideAt } from "./moves.js";
import { variantName } from "./names.js";
import { endText, setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** The sentences about the position after so many moves, of which `legal` are the moves. */
function sentences(view, ply, legal) {
  const isLast = ply === view.moves.length;
  const side = sideAt(view, ply);
  const said = [`${variantName(view.variant)}.`];
  if (view.is_variation) said.push(t("variation"));
  if (ply > 0) said.push(t(`played.${sideAt(view, ply - 1)}`, { move: view.moves[ply - 1].text }));
  const end = view.is_variation ? view.end_of_variation : view.end;
  if (end && isLast) said.push(`${endText(end)}.`);
  else if (view.is_paused && isLast) said.push(t("paused"));
  else if (view.is_thinking && isLast) said.push(t(`thinks.${side}`));
  else said.push(t(`toMove.${side}`));
  if (view.is_hinting) said.push(t("hinting"));
  else if (view.hint && isLast) said.push(t("hintIs", { move: view.hint.text }));
  else if (!(end && isLast) && legal.some((move) => move.captured.length > 0)) said.push(t("compulsory"));
  return said;
}

/** Shows the status, and which buttons can be used now. */
export function showStatus(view, ply, legal) {
  const said = sentences(view, ply, legal);
  // Beside the panel of the end, who hears the page is told it, and who sees it reads it there.
  const isInPanel = Boolean(view.end) && !view.is_variation && ply === view.moves.length;
  const atEnd = isInPanel ? said.splice(said.indexOf(`${endText(view.end)}.`), 1) : [];
  setText(byId("said"), said.join(" "));
  setText(byId("said-end"), atEnd.join(""));
  if (byId("fen").value !== view.fens[ply]) byId("fen").value = view.fens[ply];
  byId("restore").hidden = !view.is_variation;
  const areEngines = view.seats.every((seat) => seat !== 0);
  const isPlayed = !view.end && !areEngines && !view.is_loaded;
  // In a variation they keep their room, so that nothing moves.
  for (const id of ["resign", "draw"]) {
    byId(id).hidden = !isPlayed;
    byId(id).disabled = view.is_variation;
  }
  // A game that is over stays as it was played.
  byId("take-back").disabled = !view.can_take_back || (Boolean(view.end) && !view.is_variation);
  for (const id of ["seat-white", "seat-black"]) byId(id).disabled = Boolean(view.end);
  byId("hint").disabled = view.legal.length === 0;
  // The lines of the analysis are there instead.
  byId("hint").hidden = Boolean(view.end) || view.is_loaded;
  // The moves of an opening are no one's mistakes.
  const given = view.opening ? view.opening.split(" ").length : 0;
  byId("review").disabled = (!view.is_variation && view.moves.length <= given) || view.reviewing !== null;
  byId("pause").hidden = Boolean(view.end) || view.is_variation || !(areEngines || view.is_paused);
  const name = t(view.is_paused ? "resume" : "pause");
  setText(byId("pause").querySelector("span"), name);
  byId("pause").setAttribute("aria-label", name);
  byId("first").disabled = byId("back").disabled = ply === 0;
  byId("last").disabled = byId("forward").disabled = ply === view.moves.length;
  byId("typed-move").placeholder = legal[0]?.text ?? "";
  ["seat-white", "seat-black"].forEach((id, index) => (byId(id).value = view.seats[index]));
  const isKnown = view.known && view.known_ply === ply;
  setText(byId("known"), isKnown ? t("known", { known: view.known }) : "");
}
