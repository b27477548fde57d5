// What people say of the moves: signs and comments, and what is done with variations.

import { lineTo, placesOf } from "./moves.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

const SIGNS = ["!!", "!", "!?", "?!", "?", "??"];

/** How long a person types nothing until what he has typed is kept, in milliseconds. */
const PAUSE = 700;

export class Notes {
  /** The line to the position that is shown, as the program knows it. */
  line = [];
  /** The comment that is typed, { line, text }, until it is kept. */
  #typed = null;

  /** `act(action)` asks the program. */
  constructor(act) {
    this.act = act;
    byId("signs").replaceChildren(...SIGNS.map((sign) => this.#button(sign)));
    const field = byId("comment");
    field.addEventListener("input", () => {
      this.#typed = { line: this.line, text: field.value };
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.keep(), PAUSE);
    });
    field.addEventListener("change", () => this.keep());
  }

  #button(sign) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: sign });
    button.addEventListener("click", () => {
      const isSet = button.getAttribute("aria-pressed") === "true";
      this.act({ do: "sign", line: this.line, sign: isSet ? null : sign });
    });
    return button;
  }

  /** Keeps what was typed; until that is done, nothing takes its place. */
  async keep() {
    clearTimeout(this.timer);
    const typed = this.#typed;
    if (!typed || typed.isSent) return;
    typed.isSent = true;
    const isDone = await this.act({ do: "comment", line: typed.line, text: typed.text });
    if (this.#typed === typed && isDone) this.#typed = null;
  }

  show(view, ply) {
    const place = placesOf(view)[ply];
    const line = lineTo(view, place);
    if (this.#typed && line.join() !== this.#typed.line.join()) {
      this.keep();
      this.#typed = null;
    }
    this.line = line;
    const node = view.tree[place];
    for (const button of byId("signs").children) {
      button.disabled = ply === 0;
      button.setAttribute("aria-pressed", String(button.textContent === node.sign));
      button.title = t(`signs.${button.textContent}`);
    }
    if (!this.#typed) byId("comment").value = [node.before, node.comment].filter(Boolean).join(" ");
    setText(byId("comment-of"), ply === 0 ? t("commentOfGame") : t("commentOf", { move: node.text }));
    for (const id of ["promote", "delete-line"]) byId(id).hidden = node.is_game;
  }
}
