// A list of games in columns, which a click on a heading sorts and a text filters. Ten thousand games scroll: a block
// of rows is drawn when it comes near the view.

import { playerName, variantName } from "./names.js";
import { setText, t } from "./text.js";

/** The rows of a block, and how far from the view one is drawn, in pixels. */
const BLOCK = 40;
const NEAR = 1500;

/** A date of PDN without the parts that are not known: `2024.05.??` is `2024.05`. */
export const dateText = (date) => date.replace(/(\.\?+)+$/, "").replace(/^\?+$/, "");

/** What a column shows of a game, and by what it is sorted, if by something else. */
const COLUMNS = {
  number: { head: () => t("numberOfGame"), text: ({ number }) => String(number) },
  variant: { head: () => t("game"), text: ({ variant }) => variantName(variant) },
  white: { head: () => t("name.W"), text: ({ white }) => playerName(white) },
  black: { head: () => t("name.B"), text: ({ black }) => playerName(black) },
  event: { head: () => t("event"), text: ({ event }) => event },
  date: { head: () => t("date"), text: ({ date }) => dateText(date) },
  result: { head: () => t("resultOfGame"), text: ({ result }) => result || "*" },
  plies: { head: () => t("moves"), text: ({ plies }) => String(Math.ceil(plies / 2)) },
};

/** An element with a role and a class. */
function make(kind, role, name = "", text = "") {
  const node = document.createElement(kind);
  if (role) node.setAttribute("role", role);
  node.className = name;
  node.textContent = text;
  return node;
}

export class GameList {
  #order = { column: null, isDown: false };
  #blocks = new IntersectionObserver((seen) => this.#draw(seen), { rootMargin: `${NEAR}px 0px` });

  /**
   * A list within `root`, with a field that filters it and a line that counts. `onPick(game)` is called when a game is
   * chosen; `linkOf(game)`, if there is one, is its address; `addTo(row, game)` can add to a row.
   */
  constructor({ root, filter, count, columns, onPick, linkOf = null, addTo = () => {} }) {
    Object.assign(this, { root, filter, count, columns, onPick, linkOf, addTo });
    root.setAttribute("role", "table");
    this.head = make("div", "row", "head");
    this.body = make("div", null, "body");
    root.replaceChildren(this.head, this.body);
    filter.addEventListener("input", () => this.#fill());
    filter.addEventListener("keydown", (event) => this.#enter(event));
    this.body.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows these games, in their order; `current` is the number of the one to be marked. */
  show(games, current = null) {
    const text = (game) => Object.fromEntries(this.columns.map((name) => [name, COLUMNS[name].text(game)]));
    this.entries = games.map((game) => {
      const texts = text(game);
      return { game, texts, words: Object.values(texts).join(" ").toLowerCase() };
    });
    this.current = current;
    this.filter.value = "";
    this.#order = { column: null, isDown: false };
    this.#fill();
  }

  /** Leaves out a game. */
  remove(number) {
    this.entries = this.entries.filter(({ game }) => game.number !== number);
    this.#fill();
  }

  #fill() {
    this.#showHead();
    const words = this.filter.value.toLowerCase().split(/\s+/);
    this.shown = this.#sorted().filter((entry) => words.every((word) => entry.words.includes(word)));
    setText(this.count, t("shownGames", { n: this.shown.length, all: this.entries.length }));
    this.#blocks.disconnect();
    const blocks = [];
    for (let first = 0; first < this.shown.length; first += BLOCK) {
      const block = make("div", "rowgroup", "block");
      const rows = Math.min(BLOCK, this.shown.length - first);
      [block.first, block.style.height] = [first, `calc(${rows} * var(--row))`];
      blocks.push(block);
    }
    this.root.setAttribute("aria-rowcount", this.shown.length + 1);
    this.body.replaceChildren(...blocks);
    this.body.scrollTop = 0;
    blocks.slice(0, 1).forEach((block) => this.#drawBlock(block));
    blocks.forEach((block) => this.#blocks.observe(block));
  }

  #sorted() {
    const { column, isDown } = this.#order;
    if (column === null) return this.entries;
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
    // What is not known comes last, either way.
    const isUnknown = ({ texts }) => ["", "–", "*"].includes(texts[column]);
    const order = (one, other) =>
      isUnknown(one) - isUnknown(other) || (isDown ? -1 : 1) * compare(one.texts[column], other.texts[column]);
    return [...this.entries].sort(order);
  }

  #showHead() {
    const cell = (name) => {
      const { column, isDown } = this.#order;
      const cell = make("span", "columnheader", name);
      const button = make("button", null, "", COLUMNS[name].head());
      button.type = "button";
      if (name === column) cell.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      button.addEventListener("click", () => {
        this.#order = { column: name, isDown: name === column && !isDown };
        this.#fill();
        this.head.querySelector(`.${name} button`).focus();
      });
      cell.append(button);
      return cell;
    };
    this.head.replaceChildren(...this.columns.map(cell));
  }

  #draw(seen) {
    seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => this.#drawBlock(target));
  }

  #drawBlock(block) {
    this.#blocks.unobserve(block);
    if (block.children.length > 0) return;
    const entries = this.shown.slice(block.first, block.first + BLOCK);
    block.style.height = "";
    block.append(...entries.map((entry, place) => this.#row(entry, block.first + place)));
  }

  #row({ game, texts }, place) {
    const row = make("div", "row", "game");
    row.setAttribute("aria-rowindex", place + 2);
    for (const name of this.columns) {
      const cell = make("span", "cell", name);
      if (name === "white") cell.append(this.#handle(game, texts.white));
      else cell.textContent = texts[name];
      row.append(cell);
    }
    this.addTo(row, game);
    return row;
  }

  /** What chooses a game: it fills its row. */
  #handle(game, text) {
    const handle = make(this.linkOf ? "a" : "button", null, "pick", text);
    if (this.linkOf) handle.href = this.linkOf(game);
    else handle.type = "button";
    if (game.number === this.current) handle.setAttribute("aria-current", "true");
    handle.addEventListener("click", () => this.onPick(game));
    return handle;
  }

  /** Enter in the field opens the first game, and the arrow leads there. */
  #enter(event) {
    if (!["Enter", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    const first = this.body.querySelector(".pick");
    if (event.key === "Enter") first?.click();
    else first?.focus();
  }

  /** The arrows lead from game to game. */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest(".game");
    if (!step || !row) return;
    event.preventDefault();
    const [next, side] = step > 0 ? ["nextElementSibling", "firstElementChild"] : ["previousElementSibling", "lastElementChild"];
    const block = row.parentElement[next];
    if (!row[next] && block) this.#drawBlock(block);
    const target = row[next] ?? block?.[side];
    if (target) target.querySelector(".pick").focus();
    else if (step < 0) this.filter.focus();
  }
}
