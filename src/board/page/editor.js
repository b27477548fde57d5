// Setting up a position: pieces are put on the board and moved there by mouse, touch and keys.

import { drawPiece, element } from "./board.js";
import { fillPlayers, fillVariants } from "./dialogs.js";
import { fetchPosition } from "./server.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** The tools: a hand that moves pieces, the pieces, and an empty square. */
const TOOLS = ["hand", "w", "W", "b", "B", "."];

/** The icons of those that are no pieces. */
const SIGNS = {
  hand: "M0-4v8M-4 0h8M-1-3l1-1 1 1M-1 3l1 1 1-1M-3-1l-1 1 1 1M3-1l1 1-1 1",
  ".": "M-3-3l6 6M3-3l-6 6",
};

export class Editor {
  isOpen = false;
  #tool = "hand";
  #chosen = null;
  /** Counts the questions to the program: an answer that another one has overtaken is dropped. */
  #asked = 0;

  /** `onPlay(wish)` is called with the game to open, `onChange()` where the board is to be drawn. */
  constructor(board, info, { onPlay, onChange, onClose }) {
    Object.assign(this, { board, info, onPlay, onChange, onClose });
    const change = (id, run) => byId(id).addEventListener("change", run);
    const click = (id, run) => byId(id).addEventListener("click", run);
    change("setup-variant", () => this.#read({}));
    change("setup-side", () => this.#place(this.picture));
    byId("setup-fen").addEventListener("input", (event) => this.#read({ fen: event.target.value }, false));
    click("setup-clear", () => this.#place(".".repeat(this.picture.length)));
    click("setup-start", () => this.#read({}));
    click("setup-turn", () => {
      board.isTurned = !board.isTurned;
      onChange();
    });
    click("setup-play", () => this.#play());
    click("setup-cancel", () => this.close());
  }

  /** Opens with a position of a variant. */
  async open(variant, fen) {
    fillVariants(byId("setup-variant"), this.info, variant);
    for (const id of ["setup-white", "setup-black"]) fillPlayers(byId(id), this.info, 0);
    for (const option of byId("setup-side").options) option.textContent = t(`name.${option.value}`);
    this.#drawTools();
    await this.#read({ fen });
    this.isOpen = true;
    this.#showPanel();
  }

  close() {
    this.isOpen = false;
    this.#showPanel();
    this.onClose();
  }

  #showPanel() {
    byId("editor").hidden = !this.isOpen;
    byId("game").hidden = this.isOpen;
    document.body.classList.toggle("play-off", this.isOpen);
    if (this.isOpen) setText(document.querySelector("#player-top .name"), t("setUpTitle"));
    this.onChange();
  }

  #drawTools() {
    const button = (tool) => {
      const node = document.createElement("button");
      node.setAttribute("role", "radio");
      node.dataset.tool = tool;
      const name = { hand: t("hand"), ".": t("emptySquare") }[tool] ?? t(`squareIs.${tool}`);
      node.title = name;
      node.setAttribute("aria-label", name);
      const svg = element("svg", { viewBox: "-5 -5 10 10" }, node);
      if (tool in SIGNS) element("path", { class: "icon", d: SIGNS[tool] }, svg);
      else drawPiece(tool, svg);
      node.addEventListener("click", () => this.#choose(tool));
      return node;
    };
    byId("tools").replaceChildren(...TOOLS.map(button));
    this.#choose(this.#tool);
  }

  #choose(tool) {
    this.#tool = tool;
    this.#chosen = null;
    for (const node of byId("tools").children) {
      node.setAttribute("aria-checked", String(node.dataset.tool === tool));
    }
    if (this.isOpen) this.onChange();
  }

  /** What the board shows. */
  scene(numbers) {
    const chosen = this.#chosen === null ? [] : [this.#chosen];
    return {
      shape: this.shape, picture: this.picture, numbers, chosen,
      last: null, movable: [], must: false, targets: [], arrows: [],
    };
  }

  /** A square was chosen. */
  choose(square) {
    if (this.#tool !== "hand") {
      const isSame = this.picture[square - 1] === this.#tool;
      return this.#put([[square, isSame ? "." : this.#tool]]);
    }
    const from = this.#chosen;
    const symbol = this.picture[square - 1];
    if (from === null || from === square) {
      this.#chosen = from === null && symbol !== "." ? square : null;
      return this.onChange();
    }
    this.#chosen = null;
    return this.#put([[square, this.picture[from - 1]], [from, "."]]);
  }

  /** A piece was dragged off the board. */
  remove(square) {
    this.#chosen = null;
    this.#put([[square, "."]]);
  }

  /** A key that the board does not take; tells whether it meant something. */
  key(name) {
    const symbol = { Delete: ".", Backspace: "." }[name] ?? (TOOLS.includes(name) && name !== "hand" ? name : null);
    if (symbol === null) return false;
    this.#put([[this.board.cursor, symbol]]);
    this.board.onCursor(this.board.cursor);
    return true;
  }

  #put(changes) {
    const picture = [...this.picture];
    for (const [square, symbol] of changes) picture[square - 1] = symbol;
    return this.#place(picture.join(""));
  }

  #place(picture) {
    this.picture = picture;
    this.onChange();
    return this.#read({ picture, side: byId("setup-side").value });
  }

  /** Asks the program for a position. What cannot be played from stays on the board, and the reason is told. */
  async #read(position, fillsFen = true) {
    this.#asked += 1;
    const question = this.#asked;
    const wish = { variant: byId("setup-variant").value, ...position };
    try {
      const found = await fetchPosition(wish);
      if (question !== this.#asked) return;
      Object.assign(this, found);
      byId("setup-side").value = found.side;
      if (fillsFen) byId("setup-fen").value = found.fen;
      this.#tell(found.has_move ? "" : t("noMoveThere"), true);
    } catch (error) {
      if (question === this.#asked) this.#tell(error.message, false);
    }
    this.onChange();
  }

  #tell(words, isPlayable) {
    setText(byId("setup-fault"), words);
    byId("setup-play").disabled = !isPlayable;
  }

  #play() {
    const [white, black] = ["setup-white", "setup-black"].map((id) => Number(byId(id).value));
    const wish = { variant: byId("setup-variant").value, fen: this.fen, white, black };
    this.close();
    this.onPlay(wish);
  }
}
