// The page: shows one game and passes on what the person does.

import { arrowsOf, showBar, showLines, showSolution } from "./analysis.js";
import { Board } from "./board.js";
import { showBook } from "./book.js";
import { Chooser } from "./chooser.js";
import {
  askGame, askLoad, askNewGame, askResign, fillDialogs, fillPlayers, showGames, showSettings,
} from "./dialogs.js";
import { Editor } from "./editor.js";
import { rematchOf, showEnd } from "./end.js";
import { showGraph } from "./graph.js";
import { isUnreachable } from "./http.js";
import { Lesson, showLesson } from "./learn.js";
import { showMoves, sideAt } from "./moves.js";
import { rememberTitles } from "./names.js";
import { showPlayers } from "./players.js";
import { arrowsOfReview, nextMistake, showReport } from "./review.js";
import { Follower, deleteGame, fetchGames, fetchInfo, fetchLegal, openGame, pdnLink } from "./server.js";
import { Settings } from "./settings.js";
import { Sound } from "./sound.js";
import { showStatus } from "./status.js";
import { showTables } from "./tables.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

class Page {
  /** The game as the program last showed it. */
  view = null;
  /** The number of moves before the position that is shown; null for the last position. */
  ply = null;
  /** The moves that can be made in the position that is shown. */
  chooser = new Chooser([]);
  sound = new Sound();
  /** The number of moves that were shown last, to see which one is new. */
  shown = null;
  /** Whether a review was asked for whose first mistake is to be shown. */
  awaitsReview = false;
  /** What is on its way to the program, and the squares that were chosen meanwhile. */
  underway = 0;
  waiting = [];
  /** The lesson that the person takes, if any. */
  lesson = null;

  async start() {
    this.settings = new Settings(() => this.translate());
    this.info = await fetchInfo();
    rememberTitles(this.info);
    this.board = new Board(byId("board"), {
      onChoose: (square) => this.choose(square),
      onCursor: (square) => this.tell(square),
      onThrow: (square) => this.editor.isOpen && this.editor.remove(square),
    });
    this.editor = new Editor(this.board, this.info, {
      onPlay: (wish) => this.open(wish),
      onChange: () => this.show(),
      onClose: () => (this.drawn = null),
    });
    this.translate();
    this.listen();
    addEventListener("hashchange", () => this.follow());
    await this.follow();
  }

  /** Fills in the words that the page chooses itself; the settings have filled in the others. */
  translate() {
    this.sound.isOn = this.settings.get("sound");
    fillDialogs(this.info);
    for (const id of ["seat-white", "seat-black"]) fillPlayers(byId(id), this.info, byId(id).value || 0);
    this.show();
  }

  /** Follows the game of the address, or else the latest one, or else a new one. */
  async follow() {
    const asked = location.hash.slice(1);
    if (asked === "") {
      const [latest] = await fetchGames();
      if (latest) location.replace(`#${latest.number}`);
      else await this.open({ variant: this.info.default, white: 2, black: 0 });
      return;
    }
    this.follower?.stop();
    if (this.editor.isOpen) this.editor.close();
    this.explain(null);
    [this.ply, this.shown, this.isNewHere, this.awaitsReview, this.lesson] = [null, null, true, false, null];
    byId("save").href = pdnLink(asked);
    this.follower = new Follower(asked, (view) => this.take(view), (error) => this.lose(error));
  }

  async listGames() {
    const remove = async (number) => {
      try {
        await deleteGame(number);
        return true;
      } catch (error) {
        this.explain(error);
        return false;
      }
    };
    showGames(await fetchGames(), Number(this.follower?.number), remove);
  }

  async open(wish) {
    try {
      const most = this.info.most_bytes;
      // The program would break the connection off, with no words.
      if (new Blob([JSON.stringify(wish)]).size > most) throw new Error(t("tooLong", { size: most / 1048576 }));
      const { number, games } = await openGame(wish);
      if (games) {
        const game = await askGame(games);
        if (game) await this.open({ ...wish, game });
        return;
      }
      location.hash = `#${number}`;
      this.explain(null);
    } catch (error) {
      this.explain(error);
    }
  }

  take(view) {
    const before = this.view;
    const isElsewhere = before?.moves.length !== view.moves.length || before?.is_variation !== view.is_variation;
    this.view = view;
    this.lesson?.take(view);
    this.arrival = performance.now();
    // The person who plays one side sees the board from there.
    const { isNewHere } = this;
    if (isNewHere) this.board.isTurned = view.seats[0] !== 0 && view.seats[1] === 0;
    this.isNewHere = false;
    if (this.ply !== null && this.ply >= view.moves.length) this.ply = null;
    // It was begun in another tab, or before a reload.
    if (isNewHere) byId("analysis").open = view.is_analysing;
    else if (view.is_analysing && !before?.is_analysing) byId("analysis").open = true;
    this.show();
    if (view.notice) this.explain(new Error(view.notice));
    const isReviewed = this.awaitsReview && view.reviewing === null && view.report !== null;
    if (isReviewed) this.awaitsReview = false;
    if (isReviewed && view.report.mistakes.length > 0) this.go(nextMistake(view, -1));
    // Other moves lead to and from an earlier position that is shown, and the analysis has gone on to the last one.
    else if (isElsewhere && this.ply !== null) this.go(this.ply);
    // An analysis ends by itself where there is nothing more to find.
    else if ((isNewHere || isElsewhere) && byId("analysis").open && !view.is_analysing) this.analyse();
  }

  /** Where the program does not answer, or not with this game, says so; null once it does. */
  lose(error) {
    const text = t("noAnswer");
    if (error?.isGone) this.miss();
    else if (error) this.explain(isUnreachable(error) ? new Error(text) : error);
    else if (byId("message").textContent === text) this.explain(null);
  }

  /** The game of the address is gone: the person chooses another one. */
  async miss() {
    const { number } = this.follower;
    this.follower.stop();
    this.explain(new Error(t("gone", { number })));
    this.listGames();
  }

  explain(error) {
    byId("message").hidden = !error;
    setText(byId("message"), error?.message ?? "");
  }

  /** Does some work; the squares that are chosen meanwhile wait for it. */
  async hold(work) {
    this.underway += 1;
    try {
      return await work();
    } finally {
      this.underway -= 1;
      if (this.underway === 0) this.waiting.splice(0).forEach((square) => this.choose(square));
    }
  }

  /** Carries out an action; tells whether the program did. What was said before goes, unless `keepsWords`. */
  async act(action, keepsWords = false) {
    if (!keepsWords) this.explain(null);
    let isDone = true;
    try {
      await this.follower.act(action);
    } catch (error) {
      this.explain(error);
      isDone = false;
    }
    this.chooser?.clear();
    this.show();
    return isDone;
  }

  get current() {
    return this.ply ?? this.view.moves.length;
  }

  /** Shows the position after so many moves. */
  async go(ply) {
    const last = this.view.moves.length;
    const wanted = Math.max(0, Math.min(last, ply));
    this.ply = wanted === last ? null : wanted;
    this.shown = null;
    this.show();
    // An analysis that has ended, as at the end of a game, begins again in another position.
    if (byId("analysis").open) this.analyse();
    if (this.ply !== null && this.view.is_free) await this.hold(() => this.offerAt(wanted));
  }

  /** Fetches the moves of an earlier position. */
  async offerAt(ply) {
    const legal = await fetchLegal(this.follower.number, ply);
    if (this.ply !== ply) return;
    this.chooser = new Chooser(legal);
    this.chooserPly = ply;
    this.show();
  }

  choose(square) {
    if (this.editor.isOpen) {
      this.editor.choose(square);
      return this.tell(square);
    }
    if (!this.view) return;
    if (this.underway > 0) {
      // A second click on the square of a move means that move.
      if (square !== this.landing) this.waiting.push(square);
      return;
    }
    const before = this.chooser.path.length;
    const move = this.chooser.choose(square);
    if (move && this.lesson?.hides(this.current)) this.try(move);
    else if (move) this.play(move);
    else this.show();
    if (move) return;
    this.tell(square);
    const isDropped = before > 0 && this.chooser.path.length === 0;
    this.explain(this.chooser.path.length > 0 ? null : this.objection(square, isDropped));
  }

  /** Why a square that was chosen begins no move; null if that is plain, as it is of an empty one. */
  objection(square, isDropped) {
    const { legal } = this.chooser;
    const symbol = this.view.pictures[this.current][square - 1];
    if (legal.length === 0 || (isDropped && this.chooser.startsAt(square))) return null;
    if (symbol === ".") return isDropped ? new Error(t("notThere")) : null;
    const side = sideAt(this.view, this.current);
    if (symbol.toUpperCase() !== side) return new Error(t(`toMove.${side}`));
    const must = legal.some((move) => move.captured.length > 0);
    return new Error(t(must ? "mustCapture" : "cannotMove"));
  }

  /** Says what is on a square, for those who do not see the board. */
  tell(square) {
    const picture = this.editor.isOpen ? this.editor.picture : this.view.pictures[this.current];
    const symbol = picture[square - 1];
    const parts = [square, symbol === "." ? t("emptySquare") : t(`squareIs.${symbol}`)];
    if (!this.editor.isOpen) {
      if (this.chooser.path.includes(square)) parts.push(t("chosen"));
      else if (this.chooser.targets.includes(square)) parts.push(t("canBeMovedTo"));
      else if (this.chooser.startsAt(square)) parts.push(t("canMove"));
    }
    setText(byId("cursor"), parts.join(", "));
  }

  /** Lets the program judge a move of the lesson. */
  try(move) {
    this.landing = move.path.at(-1);
    return this.hold(() => this.act(this.lesson.attempt(move)));
  }

  /** Plays a move in the position that is shown. The exact squares tell captures apart. */
  play(move) {
    this.landing = move.path.at(-1);
    return this.playAt(this.current, move.path.join(move.captured.length > 0 ? "x" : "-"));
  }

  /** Plays a move after so many others, or only tries it out; tells whether it was played. */
  playAt(ply, text, isTrial = false) {
    return this.hold(() => this.postMove(ply, text, isTrial));
  }

  async postMove(ply, text, isTrial) {
    const plies = this.view.moves.length;
    this.ply = null;
    const isDone = await this.act({ do: "move", ply, text, is_trial: isTrial });
    // The next move of what is shown leaves it as it is: the board goes on by that move, and not to the end.
    if (isDone && ply < plies && this.view.moves.length === plies) await this.go(ply + 1);
    if (!isDone) {
      // The position and the error stay; `go` would begin an analysis, and with it the message would go.
      this.ply = ply < this.view.moves.length ? ply : null;
      this.show();
    }
    return isDone;
  }

  analyse() {
    return this.act({ do: "analyse", ply: this.current, lines: Number(byId("lines").value) }, true);
  }

  show() {
    if (this.editor?.isOpen) {
      showBar(byId("bar"), false, null, this.board.isTurned);
      return this.draw(this.editor.scene(this.settings.get("numbers")));
    }
    const { view } = this;
    if (!view) return;
    const ply = this.current;
    if (this.ply === null) this.offer(view.legal, ply);
    else if (this.chooserPly !== ply) this.offer([], ply);
    this.showBoard(ply);
    this.showPlayers();
    showStatus(view, ply, this.chooser.legal);
    showEnd(view, ply, this.follower.number);
    showReport(view, ply, Boolean(this.lesson?.hides(ply)));
    showLesson(this.lesson, view);
    const onGo = (wanted) => this.go(wanted);
    showMoves(byId("moves"), view, ply, { onGo, onLeave: (wanted) => this.leaveVariation(wanted) });
    showGraph(byId("graph"), view, ply, onGo);
    const analysis = view.analysis?.ply === ply ? view.analysis : null;
    const onTry = (texts) => this.tryLine(texts);
    showLines(byId("best"), byId("depth"), analysis, byId("lines").value, onTry);
    showBook(view, ply, showTables(view, ply, onTry), onTry);
    const solution = view.solution?.ply === ply && !view.is_solving ? view.solution : null;
    showSolution(byId("solution"), byId("solution-line"), solution, onTry);
    setText(byId("solve"), t(view.is_solving ? "stopSolving" : "solve"));
    byId("game").classList.toggle("analysed", byId("analysis").open);
    const isOpen = byId("analysis").open || view.report !== null;
    showBar(byId("bar"), isOpen, analysis?.lines[0].score ?? view.scores[ply], this.board.isTurned);
  }

  /** Keeps the squares chosen so far while the moves are the same. */
  offer(legal, ply) {
    const key = JSON.stringify(legal);
    if (this.offered !== key || this.chooserPly !== ply) this.chooser = new Chooser(legal);
    [this.offered, this.chooserPly] = [key, ply];
  }

  showBoard(ply) {
    const { view, chooser } = this;
    const last = view.moves[ply - 1] ?? null;
    const isNew = this.shown !== null && this.shown === ply - 1 && this.ply === null;
    if (isNew) this.sound.knock(last.captured.length > 0);
    const isHint = view.hint && this.ply === null;
    // A mistake is drawn as a mistake, also where an analysis shows its lines.
    const isSecret = Boolean(this.lesson?.hides(ply));
    const ofReview = arrowsOfReview(view, ply, isSecret);
    const arrows = isSecret || ofReview.length > 0 ? ofReview : arrowsOf(view.analysis?.ply === ply ? view.analysis : null);
    if (isHint) arrows.push({ path: view.hint.path, kind: "hint", rank: 0 });
    const must = chooser.legal.some((move) => move.captured.length > 0);
    // Moves after the end are only tried out: nothing asks for one.
    const isOver = (view.is_variation ? view.end_of_variation : view.end) && ply === view.moves.length;
    const hasFrames = this.settings.get("frames") && !isOver;
    const scene = {
      shape: view.shape,
      picture: view.pictures[ply],
      numbers: this.settings.get("numbers"),
      last,
      movable: hasFrames ? [...new Set(chooser.legal.map((move) => move.path[0]))] : [],
      must,
      chosen: chooser.path,
      targets: chooser.targets,
      arrows,
    };
    if (this.draw(scene, isNew ? view.pictures[ply - 1] : null)) this.shown = ply;
  }

  /** Draws what has changed; tells whether something had. Drawing again would cut a move or a drag short. */
  draw(scene, from = null) {
    const key = JSON.stringify([scene, this.board.isTurned]);
    if (key === this.drawn) return false;
    this.drawn = key;
    this.board.show({ ...scene, from });
    return true;
  }

  showPlayers() {
    const { view } = this;
    const ply = this.current;
    showPlayers(view, view.pictures[ply], sideAt(view, ply), this.board.isTurned, this.arrival);
    clearTimeout(this.ticking);
    if (view.clocks.some((clock) => clock?.is_running)) this.ticking = setTimeout(() => this.showPlayers(), 200);
  }

  /** Plays the moves of a line as a variation of the position that is shown. */
  async tryLine(texts) {
    if (!this.view.is_free) return this.explain(new Error(t("onlyWhenOver")));
    let ply = this.current;
    for (const text of texts) {
      if (!(await this.playAt(ply, text, true))) return;
      ply += 1;
    }
  }

  /** Goes back from a variation to a move of the game. */
  async leaveVariation(ply) {
    if (await this.act({ do: "restore" })) this.go(ply);
  }

  /** Shows a position of the game, also from a variation. */
  goTo(ply) {
    return this.view.is_variation ? this.leaveVariation(ply) : this.go(ply);
  }

  turn() {
    this.board.isTurned = !this.board.isTurned;
    this.show();
  }

  listen() {
    const click = (id, run) => byId(id).addEventListener("click", run);
    const acts = { "take-back": "take-back", hint: "hint", draw: "draw", restore: "restore" };
    for (const [id, action] of Object.entries(acts)) click(id, () => this.act({ do: action }));
    click("resign", async () => (await askResign()) && this.act({ do: "resign" }));
    click("pause", () => this.act({ do: this.view.is_paused ? "resume" : "pause" }));
    for (const id of ["review", "end-review"]) click(id, () => this.review());
    click("solve", () => this.act(this.view.is_solving ? { do: "stop-solving" } : { do: "solve", ply: this.current }));
    click("next-mistake", () => this.goTo(nextMistake(this.view, this.current) ?? this.current));
    click("learn", () => this.learn());
    click("lesson-hint", () => this.teach((lesson) => lesson.hint(this.view)));
    click("lesson-show", () => this.teach((lesson) => lesson.reveal()));
    click("lesson-next", () => this.nextLesson());
    click("lesson-stop", () => this.endLesson());
    click("rematch", () => this.open(rematchOf(this.view)));
    click("turn", () => this.turn());
    click("first", () => this.go(0));
    click("back", () => this.go(this.current - 1));
    click("forward", () => this.go(this.current + 1));
    click("last", () => this.go(Infinity));
    click("new-game", async () => this.openIf(await askNewGame()));
    click("load", async () => this.openIf(await askLoad()));
    click("set-up", () => this.setUp());
    click("show-games", () => this.listGames());
    click("show-settings", () => showSettings());
    byId("lines").addEventListener("change", () => this.analyse());
    byId("analysis").addEventListener("toggle", () => this.toggleAnalysis());
    byId("typed").addEventListener("submit", (event) => this.takeTyped(event));
    for (const id of ["seat-white", "seat-black"]) byId(id).addEventListener("change", () => this.seat());
    addEventListener("keydown", (event) => this.key(event));
  }

  openIf(wish) {
    if (wish) this.open(wish);
  }

  review() {
    this.awaitsReview = true;
    return this.act({ do: "review" });
  }

  /** Begins a lesson in the mistakes of the one person who plays, or of the side below. */
  learn() {
    const { seats } = this.view;
    const people = ["W", "B"].filter((_, index) => seats[index] === 0);
    const below = this.board.isTurned ? "B" : "W";
    byId("analysis").open = false;
    this.lesson = new Lesson(this.view, people.length === 1 ? people[0] : below);
    if (this.lesson.ply !== undefined) this.goTo(this.lesson.ply);
    this.show();
  }

  teach(change) {
    change(this.lesson);
    this.show();
  }

  nextLesson() {
    this.lesson.next();
    if (this.lesson.ply !== undefined) this.goTo(this.lesson.ply);
    this.show();
  }

  endLesson() {
    this.lesson = null;
    this.show();
  }

  /** Sets up a position, beginning with the one that is shown. */
  setUp() {
    if (this.editor.isOpen) return this.editor.close();
    if (!this.view) return this.editor.open(this.info.default);
    return this.editor.open(this.view.variant, this.view.fens[this.current]);
  }

  toggleAnalysis() {
    const { open } = byId("analysis");
    if (open === this.view.is_analysing) return this.show();
    if (open) this.analyse();
    else this.act({ do: "stop-analysis" });
  }

  takeTyped(event) {
    event.preventDefault();
    const field = byId("typed-move");
    const text = field.value.trim();
    field.value = "";
    if (!text) {
      const [move] = this.chooser.legal;
      return this.explain(move ? new Error(t("emptyEntry", { move: move.text })) : null);
    }
    if (this.ply === null || this.view.is_free) this.playAt(this.current, text);
    else this.explain(new Error(t("earlier")));
  }

  seat() {
    const [white, black] = ["seat-white", "seat-black"].map((id) => Number(byId(id).value));
    this.act({ do: "seats", white, black });
  }

  key(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.editor.isOpen) {
      if (this.editor.key(event.key)) event.preventDefault();
      return;
    }
    const keys = {
      ArrowLeft: () => this.go(this.current - 1),
      ArrowRight: () => this.go(this.current + 1),
      u: () => this.act({ do: "take-back" }),
      h: () => this.act({ do: "hint" }),
      f: () => this.turn(),
    };
    keys[event.key]?.();
  }
}

const page = new Page();
page.start().catch((error) => {
  page.explain(error);
  // The link with the token may come in this tab.
  addEventListener("hashchange", () => location.reload(), { once: true });
});
