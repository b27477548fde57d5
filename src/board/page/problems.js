// Problems: wins that the person looks for, one after the other, against the best defence.

import { Chooser } from "./chooser.js";
import { contentOf, fillVariants } from "./dialogs.js";
import { recall, remember } from "./memory.js";
import { squaresOf } from "./moves.js";
import { variantName } from "./names.js";
import { fetchProblems, judgeAttempt } from "./server.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** By which name the page remembers what was solved. */
const NAME = "crownhead-problems";

/** How long a move is seen before the next one, in milliseconds. */
const PACE = 600;

const LEVELS = 5;

const pause = () => new Promise((resolve) => setTimeout(resolve, PACE));

export class Problems {
  isOpen = false;
  chooser = new Chooser([]);
  /** The problems to choose from, and which one is shown. */
  #list = [];
  #problem = null;
  /** The attempt as the program sees it, and the number of its moves that the board shows. */
  #attempt = null;
  #ply = 0;
  #words = "";
  /** The square that a hint has named, if one has. */
  #hinted = null;
  /** The board of the last problem, which is empty where there is none. */
  #shape = null;
  /** Whether the person has neither erred nor asked so far. */
  #isOwn = true;
  /** Counts what is asked of the program: an answer that something else has overtaken is dropped. */
  #asked = 0;
  /** How many were solved in a row, and the positions of those solved of each variant. */
  #kept = { run: 0, solved: {} };

  /** `onChange()` is called where the board is to be drawn, `onMove(move)` where a move was made. */
  constructor(board, info, { onChange, onMove, onOpen, onClose }) {
    Object.assign(this, { board, info, onChange, onMove, onOpen, onClose });
    Object.assign(this.#kept, recall(NAME));
    const click = (id, run) => byId(`problem-${id}`).addEventListener("click", run);
    click("hint", () => this.hint());
    click("solution", () => this.#replay());
    click("next", () => this.#next());
    click("turn", () => this.turn());
    click("analyse", () => this.#analyse());
    click("close", () => this.close());
    const change = (id, run) => byId(`problem-${id}`).addEventListener("change", run);
    change("variant", () => this.#load());
    change("level", () => this.#next());
    change("file", async ({ target }) => target.files[0] && this.#load(await contentOf(target.files[0])));
  }

  /** Opens with the problems of a variant. */
  open(variant) {
    fillVariants(byId("problem-variant"), this.info, variant);
    [this.isOpen, this.before] = [true, this.board.isTurned];
    this.#showPanel();
    return this.#load();
  }

  close() {
    [this.isOpen, this.board.isTurned] = [false, this.before];
    this.#asked += 1;
    this.isReplayed = false;
    this.#showPanel();
    this.onClose();
  }

  #showPanel() {
    byId("problems").hidden = !this.isOpen;
    byId("game").hidden = this.isOpen;
    document.body.classList.toggle("play-off", this.isOpen);
    this.onChange();
  }

  turn() {
    this.board.isTurned = !this.board.isTurned;
    this.onChange();
  }

  /** Asks the program; null if something else was asked meanwhile, or it has refused, which is told then. */
  async #ask(question) {
    this.#asked += 1;
    const own = this.#asked;
    try {
      const answer = await question;
      return own === this.#asked ? answer : null;
    } catch (error) {
      if (own === this.#asked) this.#tell(error.message);
      return null;
    }
  }

  #tell(words) {
    this.#words = words;
    this.onChange();
  }

  /** Those of the variant, or of a file. */
  async #load(file = null) {
    [this.#list, this.#problem, this.#attempt, this.#words] = [[], null, null, ""];
    this.chooser = new Chooser([]);
    // A file of one's own need not have the levels.
    if (file) byId("problem-level").value = "0";
    else byId("problem-file").value = "";
    const list = await this.#ask(fetchProblems({ variant: byId("problem-variant").value, ...file }));
    if (!list) return this.onChange();
    this.#list = list.sort((one, other) => one.level - other.level);
    return this.#next();
  }

  #isSolved({ variant, fen }) {
    return Boolean(this.#kept.solved[variant]?.includes(fen));
  }

  /** The problems of the level that is chosen. */
  get #chosen() {
    const level = Number(byId("problem-level").value);
    return this.#list.filter((problem) => level === 0 || problem.level === level);
  }

  /** Goes to the next one that is not solved, or else to the next one. */
  async #next() {
    const chosen = this.#chosen;
    const place = chosen.indexOf(this.#problem) + 1;
    const later = [...chosen.slice(place), ...chosen.slice(0, place)];
    this.#problem = later.find((problem) => !this.#isSolved(problem)) ?? later[0] ?? null;
    [this.#attempt, this.#words, this.#isOwn, this.isReplayed] = [null, "", true, false];
    this.chooser = new Chooser([]);
    if (!this.#problem) return this.#tell(t("noneOfLevel", { level: byId("problem-level").value }));
    const attempt = await this.#ask(this.#judge([]));
    if (!attempt) return;
    this.board.isTurned = attempt.side === "B";
    if (attempt.verdict === "unproven") this.#words = t("error.not-proven");
    this.#show(attempt, 0);
  }

  #judge(moves) {
    const { variant, fen } = this.#problem;
    return judgeAttempt({ variant, fen, moves });
  }

  #show(attempt, ply, isNew = ply > 0) {
    [this.#attempt, this.#ply, this.#shape, this.#hinted] = [attempt, ply, attempt.shape, null];
    const isWaiting = attempt.moves.length > ply;
    this.chooser = new Chooser(isWaiting ? [] : attempt.legal);
    this.isNew = isNew;
    if (isNew) this.onMove(attempt.moves[ply - 1]);
    this.onChange();
  }

  choose(square) {
    const move = this.chooser.choose(square);
    if (move) this.#try(move);
    else this.onChange();
  }

  /** Makes a move, and shows the reply; tells whether there is more to do. */
  async #try(move) {
    const before = this.#attempt;
    const texts = [...before.moves, move].map((one) => squaresOf(one, before.shape.names));
    this.chooser = new Chooser([]);
    this.#tell(t("judging", { move: move.text }));
    const attempt = await this.#ask(this.#judge(texts));
    if (!attempt) return false;
    if (attempt.verdict === "wrong") {
      this.#err();
      this.#words = t("noWin", { move: move.text });
      this.#show(attempt, attempt.moves.length, false);
      return false;
    }
    this.#words = t("isGood", { move: move.text });
    const own = this.#asked;
    for (let ply = before.moves.length + 1; ply <= attempt.moves.length; ply += 1) {
      if (ply > before.moves.length + 1) await pause();
      if (own !== this.#asked) return false;
      this.#show(attempt, ply);
    }
    if (attempt.verdict === "solved") this.#end();
    return attempt.verdict === "seeks";
  }

  /** The person has erred, or asked. */
  #err() {
    [this.#isOwn, this.#kept.run] = [false, 0];
    this.#keep();
  }

  #end() {
    if (!this.isReplayed) {
      const isNew = !this.#isSolved(this.#problem);
      if (this.#isOwn && isNew) this.#kept.run += 1;
      if (isNew) (this.#kept.solved[this.#problem.variant] ??= []).push(this.#problem.fen);
      this.#keep();
    }
    this.#tell(t(this.isReplayed ? "solutionWas" : "solvedIt"));
  }

  #keep() {
    remember(NAME, this.#kept);
  }

  hint() {
    const best = this.chooser.legal.length > 0 && this.#attempt?.best;
    if (!best) return;
    this.#err();
    [this.#hinted] = best.path;
    this.#tell(t("pieceOn", { square: this.#attempt.shape.names[this.#hinted - 1] }));
  }

  /** Plays the solution from where the attempt is. */
  async #replay() {
    if (!this.#attempt?.best || this.chooser.legal.length === 0) return;
    this.#err();
    this.isReplayed = true;
    while (await this.#try(this.#attempt.best)) {
      await pause();
      // The person has gone on to another problem meanwhile.
      if (!this.isReplayed) return;
    }
    this.isReplayed = false;
  }

  #analyse() {
    if (!this.#problem) return;
    const { variant, fen } = this.#problem;
    this.close();
    this.onOpen({ variant, fen, white: 0, black: 0 });
  }

  get shape() {
    return this.#attempt?.shape;
  }

  get picture() {
    return this.#attempt?.pictures[this.#ply] ?? "";
  }

  /** What the board shows, and the pieces before the move that is new; null while a problem is on its way. */
  scene(numbers, hasFrames) {
    const attempt = this.#attempt;
    if (!attempt && (this.#problem || !this.#shape)) return null;
    const { legal, path, targets } = this.chooser;
    if (!attempt) {
      const [shape, picture] = [this.#shape, ".".repeat(this.#shape.squares.length)];
      return { scene: { shape, picture, numbers, chosen: [], targets: [], arrows: [], last: null, movable: [] }, from: null };
    }
    const from = this.isNew ? attempt.pictures[this.#ply - 1] : null;
    this.isNew = false;
    const scene = {
      shape: attempt.shape, picture: this.picture, numbers, chosen: path, targets, arrows: [],
      last: attempt.moves[this.#ply - 1] ?? null, hinted: this.#hinted,
      movable: hasFrames ? [...new Set(legal.map((move) => move.path[0]))] : [],
      must: legal.some((move) => move.captured.length > 0),
    };
    return { scene, from };
  }

  /** Shows what is above and beside the board. */
  show() {
    setText(document.querySelector("#player-top .name"), t("problems"));
    const levels = [t("allLevels"), ...Array.from({ length: LEVELS }, (_, level) => String(level + 1))];
    const level = byId("problem-level");
    const chosen = level.value || "0";
    level.replaceChildren(...levels.map((text, value) => new Option(text, value, false, String(value) === chosen)));
    // Nothing is said of a problem before it is known whether it is won.
    const problem = this.#attempt && this.#problem;
    const list = this.#chosen;
    const parts = problem && [
      problem.title, problem.kind && t(`kinds.${problem.kind}`), problem.level && t("ofLevel", { level: problem.level }),
      t("placeOf", { n: list.indexOf(problem) + 1, all: list.length }),
    ];
    // What is not known to be won claims nothing.
    const isUnproven = this.#attempt?.verdict === "unproven";
    const task = problem && t(`${isUnproven ? "toMove" : "toWin"}.${problem.fen[0]}`);
    setText(byId("problem-task"), problem ? `${variantName(problem.variant)}. ${task} ${parts.filter(Boolean).join(", ")}` : "");
    byId("problem-analyse").disabled = !problem;
    setText(byId("problem-words"), this.#words);
    const moves = this.#attempt?.moves.slice(0, this.#ply) ?? [];
    setText(byId("problem-line"), moves.map(({ text }) => text).join(" "));
    const isSeeking = this.chooser.legal.length > 0 && Boolean(this.#attempt?.best) && !this.isReplayed;
    for (const id of ["hint", "solution"]) byId(`problem-${id}`).disabled = !isSeeking;
    const solved = this.#list.filter((one) => this.#isSolved(one)).length;
    const counts = { n: solved, all: this.#list.length, run: this.#kept.run };
    setText(byId("problem-count"), t("problemCount", counts));
  }
}
