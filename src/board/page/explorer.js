// The panel of the explorer: what the games of a person's PDN file played in the position that is shown.

import { buttonsOf, tryOnClick } from "./analysis.js";
import { contentOf } from "./dialogs.js";
import { explore, fetchPassages } from "./server.js";
import { numeral, setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

export class Explorer {
  /** The position that the panel tells of. */
  #asked = null;

  /** `onTry(texts)` gets the move that is clicked, `onOpen(wish)` the game, `onFault(error)` what fails; null if nothing does. */
  constructor({ onTry, onOpen, onFault }) {
    Object.assign(this, { onTry, onOpen, onFault });
    byId("explore-file").addEventListener("click", () => byId("explorer-file").click());
    byId("explorer-file").addEventListener("change", ({ target }) => this.#readFile(target));
    byId("explore-own").addEventListener("click", () => this.#read({}));
    byId("explorer").addEventListener("toggle", () => this.show(this.view, this.ply));
  }

  async #readFile(input) {
    const [file] = input.files;
    if (!file) return;
    const given = await contentOf(file);
    input.value = "";
    await this.#read(given);
  }

  async #read(games) {
    setText(byId("explorer-count"), t("exploring"));
    try {
      await explore({ variant: this.view.variant, ...games });
      this.onFault(null);
    } catch (error) {
      this.onFault(error);
    }
    this.#asked = null;
    await this.show(this.view, this.ply);
  }

  /** Shows what was played in a position, if the panel is open. */
  async show(view, ply) {
    [this.view, this.ply] = [view, ply];
    if (!view || !byId("explorer").open) return;
    const position = { variant: view.variant, fen: view.fens[ply] };
    const key = JSON.stringify([position, document.documentElement.lang]);
    if (key === this.#asked) return;
    this.#asked = key;
    try {
      const passages = await fetchPassages(position);
      // Answers can overtake each other.
      if (key === this.#asked) this.#fill(passages);
    } catch (error) {
      this.onFault(error);
    }
  }

  #fill({ all, moves, count, games }) {
    const said = all === null ? t("exploreWhat") : t("explored", { n: count, all: numeral(all) });
    setText(byId("explorer-count"), said);
    const buttons = buttonsOf(byId("explorer-moves"), moves.length, ["move", "share", "results"]);
    moves.forEach((move, rank) => this.#showMove(buttons[rank], move, count));
    const rows = buttonsOf(byId("explorer-games"), games.length, ["players", "date", "result"]);
    games.forEach(({ number, white, black, date, result }, row) => {
      const parts = [`${white || "?"} – ${black || "?"}`, date, result];
      parts.forEach((part, place) => setText(rows[row].children[place], part));
      rows[row].onclick = () => this.onOpen({ variant: this.view.variant, explored: number });
    });
  }

  #showMove(button, { text, games, wins, draws, losses }, count) {
    const [move, share, results] = button.children;
    setText(move, text);
    setText(share, `${numeral(games)} · ${numeral((100 * games) / count)} %`);
    const known = wins + draws + losses;
    const parts = known === 0 ? [] : [wins, draws, losses].map((part) => (100 * part) / known);
    results.replaceChildren(...parts.map((part) => Object.assign(document.createElement("i"), { style: `width: ${part}%` })));
    const percents = parts.map((part) => `${numeral(part)} %`);
    button.title = known === 0 ? t("tryLine") : t("results", { white: percents[0], draws: percents[1], black: percents[2] });
    tryOnClick(button, [text], this.onTry);
  }
}
