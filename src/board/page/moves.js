// The list of moves.

import { setText, t, valueText } from "./text.js";

const MARKS = { fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Which side moves first, from the side to move now. */
function isBlackFirst(view) {
  return (view.side === "B") === (view.moves.length % 2 === 0);
}

/** The side that moves after so many moves. */
export function sideAt(view, ply) {
  return isBlackFirst(view) === (ply % 2 === 0) ? "B" : "W";
}

/** The move after so many others, with its mark. */
export function markedText(view, ply) {
  return view.moves[ply].text + MARKS[view.marks[ply]];
}

/** How many moves a variation has in common with its game. */
function branchOf(view) {
  const found = view.moves.findIndex((move, index) => move.text !== view.main_line[index]);
  return found < 0 ? view.moves.length : found;
}

/**
 * What the list shows, in its order: a variation stands in line, in brackets after the move of the game that it
 * replaces. `ply` is the number of moves before each; those of the game beside a variation have `isLeft`.
 */
function entriesOf(view) {
  const own = view.moves.map((_, ply) => ({ ply, text: markedText(view, ply), mark: view.marks[ply] }));
  if (!view.is_variation) return own;
  const branch = branchOf(view);
  const game = view.main_line.map((text, ply) => ({ ply, text, isLeft: true })).slice(branch);
  const aside = own.slice(branch).map((entry) => ({ ...entry, isAside: true }));
  if (aside.length > 0) {
    aside[0] = { ...aside[0], isFirst: true };
    aside.push({ ...aside.pop(), isEnd: true });
  }
  return [...own.slice(0, branch), ...game.slice(0, 1), ...aside, ...game.slice(1)];
}

/**
 * Fills the list. `onGo(ply)` is called when a move is clicked, with the number of moves up to it, or before it if it
 * is a mistake; `onLeave(ply)` when that is a move of the game beside a variation.
 */
export function showMoves(list, view, ply, { onGo, onLeave }) {
  const entries = entriesOf(view);
  // Buttons that stay keep the focus, and a click that has begun.
  while (list.children.length > entries.length) list.lastElementChild.remove();
  while (list.children.length < entries.length) list.append(emptyItem());
  let current = null;
  entries.forEach((entry, place) => {
    const item = list.children[place];
    const button = showEntry(item, entry, view, place === 0 || Boolean(entries[place - 1].isEnd));
    const isMistake = !entry.isLeft && entry.mark !== "fine";
    const target = isMistake ? entry.ply : entry.ply + 1;
    button.onclick = () => (entry.isLeft ? onLeave(target) : onGo(target));
    const isCurrent = !entry.isLeft && entry.ply + 1 === ply;
    if (isCurrent) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (isCurrent) current = button;
  });
  // Only the list scrolls, never the page, and not under somebody who scrolls it.
  const isMoved = current !== list.shown || list.clientHeight !== list.room;
  if (current && isMoved) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  [list.shown, list.room] = [current, list.clientHeight];
}

function emptyItem() {
  const item = document.createElement("li");
  const number = document.createElement("span");
  number.className = "number";
  item.append(number, document.createElement("button"), document.createElement("span"));
  return item;
}

function showEntry(item, entry, view, standsApart) {
  const [number, button, end] = item.children;
  const isFirst = entry.ply % 2 === 0;
  const isNumbered = isFirst || entry.isFirst || standsApart;
  const count = `${Math.floor(entry.ply / 2) + 1}.${isFirst ? "" : ".."}`;
  setText(number, (entry.isFirst ? "(" : "") + (isNumbered ? count : ""));
  setText(button, entry.text);
  setText(end, entry.isEnd ? ")" : "");
  item.classList.toggle("aside", Boolean(entry.isAside));
  item.classList.toggle("begins", Boolean(entry.isFirst));
  item.classList.toggle("ends", Boolean(entry.isEnd));
  item.classList.toggle("second", !isFirst && !entry.isAside && standsApart);
  item.classList.toggle("left", Boolean(entry.isLeft));
  item.classList.toggle("mistake", ["mistake", "blunder"].includes(entry.mark));
  item.classList.toggle("inaccuracy", entry.mark === "inaccuracy");
  const side = t(`name.${sideAt(view, entry.ply)}`);
  const score = entry.isLeft ? null : view.scores[entry.ply + 1];
  button.title = score ? `${side}, ${valueText(score)}` : side;
  return button;
}
