// How the page looks and speaks, as it remembers.

import { recall, remember } from "./memory.js";
import { fillTexts, languageNames, setLanguage, t } from "./text.js";

const NAME = "crownhead";
const byId = (id) => document.getElementById(id);

/** The choices of each setting that has a list. */
const THEMES = { board: ["blue", "wood", "green", "grey"], pieces: ["rings", "flat", "wood"] };

export class Settings {
  #values = { language: null, board: "blue", pieces: "rings", numbers: true, frames: true, sound: false };

  /** `onChange` is called after each change. */
  constructor(onChange) {
    Object.assign(this.#values, recall(NAME));
    this.onChange = onChange;
    this.#apply();
    for (const name of ["numbers", "frames", "sound"]) {
      byId(name).checked = this.#values[name];
      byId(name).addEventListener("change", (event) => this.#set(name, event.target.checked));
    }
    for (const name of ["language", "board-theme", "piece-theme"]) {
      const key = { "board-theme": "board", "piece-theme": "pieces" }[name] ?? name;
      byId(name).addEventListener("change", (event) => this.#set(key, event.target.value));
    }
  }

  get(name) {
    return this.#values[name];
  }

  #set(name, value) {
    this.#values[name] = value;
    remember(NAME, this.#values);
    this.#apply();
    this.onChange();
  }

  #apply() {
    const language = setLanguage(this.#values.language);
    fillTexts();
    const { dataset } = document.documentElement;
    for (const name of ["board", "pieces"]) {
      if (!THEMES[name].includes(this.#values[name])) this.#values[name] = THEMES[name][0];
      dataset[name] = this.#values[name];
    }
    const fill = (id, choices, chosen) => {
      byId(id).replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === chosen)));
    };
    fill("language", languageNames, language);
    fill("board-theme", THEMES.board.map((name) => [name, t(`boards.${name}`)]), this.#values.board);
    fill("piece-theme", THEMES.pieces.map((name) => [name, t(`pieces.${name}`)]), this.#values.pieces);
  }
}
