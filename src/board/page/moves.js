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

/** All squares of a move by their names, which tell captures apart. */
export function squaresOf({ path, captured }, names) {
  return path.map((square) => names[square - 1]).join(captured.length > 0 ? "x" : "-");
}

/** The moves of the line that leads to a place of the tree. */
export function lineTo(view, place) {
  const texts = [];
  for (let at = place; view.tree[at].parent !== null; at = view.tree[at].parent) texts.unshift(view.tree[at].text);
  return texts;
}

/** The places of the moves that follow each place of the tree. */
function childrenOf(view) {
  const children = view.tree.map(() => []);
  view.tree.forEach(({ parent }, place) => parent !== null && children[parent].push(place));
  return children;
}

/** The places in the tree of the positions that are shown, from the start. */
export function placesOf(view) {
  const children = childrenOf(view);
  const places = [0];
  for (const { text } of view.moves) {
    places.push(children[places.at(-1)].find((place) => view.tree[place].text === text));
  }
  return places;
}

/**
 * What the list shows, in its order: the game, and each variation in brackets behind the move that it replaces, or
 * behind the end of the game. `ply` is the number of moves before each.
 */
function entriesOf(view) {
  const [children, entries] = [childrenOf(view), []];
  const say = (said, isAside) => said && entries.push({ said, isAside });
  const add = (place, ply, how) => {
    const node = view.tree[place];
    const mark = node.sign ? "fine" : node.mark;
    entries.push({ place, ply, text: node.text + (node.sign ?? MARKS[node.mark]), mark, ...how });
    say(node.comment, how.isAside);
  };
  const follow = (from, ply, isAside) => {
    for (let at = from; children[at].length > 0; ply += 1) {
      const [main, ...others] = children[at];
      // Behind the end of the game there are variations alone.
      const isOver = !isAside && !view.tree[main].is_game;
      if (!isOver) add(main, ply, { isAside });
      (isOver ? children[at] : others).forEach((other) => leave(other, ply));
      if (isOver) return;
      at = main;
    }
  };
  const leave = (first, ply) => {
    const { before } = view.tree[first];
    if (before) entries.push({ said: before, isAside: true, opens: true });
    add(first, ply, { isAside: true, isFirst: true, opens: !before });
    follow(first, ply + 1, true);
    entries.at(-1).closes = (entries.at(-1).closes ?? "") + ")";
  };
  say(view.tree[0].comment, false);
  follow(0, 0, false);
  return entries;
}

/** Fills the list. `onGo(place)` is called when a move is clicked, with its place in the tree. */
export function showMoves(list, view, ply, onGo) {
  const entries = entriesOf(view);
  const shown = placesOf(view)[ply];
  // Buttons that stay keep the focus, and a click that has begun.
  while (list.children.length > entries.length) list.lastElementChild.remove();
  let current = null;
  let depth = 0;
  entries.forEach((entry, place) => {
    const item = itemFor(list, place, entry.said === undefined);
    depth += entry.opens ? 1 : 0;
    const before = entries[place - 1];
    const standsApart = !before || Boolean(before.closes) || before.said !== undefined;
    item.classList.toggle("aside", Boolean(entry.isAside));
    // What is said of a move of the game has ended its line already.
    const isBelow = before?.said !== undefined && !before.isAside;
    item.classList.toggle("begins", Boolean(entry.opens) && depth === 1 && !isBelow);
    depth -= entry.closes?.length ?? 0;
    item.classList.toggle("ends", Boolean(entry.closes) && depth === 0);
    const [opening, closing] = [entry.opens ? "(" : "", entry.closes ?? ""];
    if (entry.said !== undefined) return setText(item, opening + entry.said + closing);
    const button = showEntry(item, entry, view, standsApart, [opening, closing]);
    // A mistake is shown before it is made.
    const target = entry.mark === "fine" ? entry.place : view.tree[entry.place].parent;
    button.onclick = () => onGo(target);
    const isCurrent = entry.place === shown;
    if (isCurrent) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (isCurrent) current = button;
  });
  // Only the list scrolls, never the page, and not under somebody who scrolls it.
  const isMoved = current !== list.shown;
  list.shown = current;
  if (isMoved) showCurrent(list);
}

/** The list has another size: its current move comes into view again. */
export function showCurrent(list) {
  const { shown } = list;
  if (shown?.isConnected) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** The item at a place: for a move, or for words. */
function itemFor(list, place, isMove) {
  const found = list.children[place];
  if (found?.classList.contains("said") === !isMove) return found;
  const item = document.createElement("li");
  item.classList.toggle("said", !isMove);
  if (isMove) {
    const number = document.createElement("span");
    number.className = "number";
    item.append(number, document.createElement("button"), document.createElement("span"));
  }
  if (found) found.replaceWith(item);
  else list.append(item);
  return item;
}

function showEntry(item, entry, view, standsApart, [opening, closing]) {
  const [number, button, end] = item.children;
  const isFirst = entry.ply % 2 === 0;
  const isNumbered = isFirst || entry.isFirst || standsApart;
  const count = `${Math.floor(entry.ply / 2) + 1}.${isFirst ? "" : ".."}`;
  setText(number, opening + (isNumbered ? count : ""));
  setText(button, entry.text);
  setText(end, closing);
  item.classList.toggle("second", !isFirst && !entry.isAside && standsApart);
  item.classList.toggle("mistake", ["mistake", "blunder"].includes(entry.mark));
  item.classList.toggle("inaccuracy", entry.mark === "inaccuracy");
  const side = t(`name.${sideAt(view, entry.ply)}`);
  const score = view.tree[entry.place].is_game && !view.is_variation ? view.scores[entry.ply + 1] : null;
  button.title = score ? `${side}, ${valueText(score)}` : side;
  return button;
}
