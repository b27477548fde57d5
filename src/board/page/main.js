// The page: shows one game and passes on what the person does.

import { arrowsOf, showBar, showLines, showSolution } from "./analysis.js";
import { Board } from "./board.js";
import { showBook } from "./book.js";
import { Chooser } from "./chooser.js";
import {
  askDeleteLine, askDescription, askGame, askLoad, askResign, fillDialogs, fillPlayers, showGames, showSettings,
} from "./dialogs.js";
import { Editor } from "./editor.js";
import { rematchOf, showEnd } from "./end.js";
import { Explorer } from "./explorer.js";
import { showGraph } from "./graph.js";
import { showRulesAndHelp } from "./help.js";
import { isUnreachable } from "./http.js";
import { Lesson, showLesson } from "./learn.js";
import { fragmentIn, gameOf } from "./link.js";
import { takeCopies } from "./memory.js";
import { lineTo, placesOf, showCurrent, showMoves, sideAt, squaresOf } from "./moves.js";
import { namesFor, rememberTitles } from "./names.js";
import { askNewGame, fillNewGame } from "./newgame.js";
import { Notes } from "./notes.js";
import { showPlayers } from "./players.js";
import { isContested, unjudged } from "./playing.js";
import { arrowsOfReview, nextMistake, showReport } from "./review.js";
import { Problems } from "./problems.js";
import { sentenceOf } from "./said.js";
import { Follower, deleteGame, fetchGames, fetchInfo, fetchLegal, openGame, saveGame, saveGames } from "./server.js";
import { Settings } from "./settings.js";
import { showHeading, showSharing } from "./share.js";
import { Sound } from "./sound.js";
import { showStatus } from "./status.js";
import { showTables } from "./tables.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** The time after which the page says that the person has to wait, in milliseconds. */
const PATIENCE = 200;

/** Says that the page is busy until an answer comes. */
async function whileBusy(answer) {
  const say = (words) => setText(byId("busy"), words);
  const timer = setTimeout(() => say(t("loading")), PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    say("");
  }
}

class Page {
  /** The game as the program last showed it. */
  view = null;
  /** The number of moves before the position that is shown; null for the last position. */
  ply = null;
  /** The moves that can be made in the position that is shown. */
  chooser = new Chooser([]);
  sound = new Sound();
  /** What is to be said once another game is shown. */
  parting = null;
  /** The number of moves that were shown last, to see which one is new. */
  shown = null;
  /** Whether a review was asked for whose first mistake is to be shown. */
  awaitsReview = false;
  /** What is on its way to the program, and the squares that were chosen meanwhile. */
  underway = 0;
  waiting = [];
  /** The lesson that the person takes, if any. */
  lesson = null;
  /** Whether this is the room for playing, which has nothing of an analysis; else it is the one for analysing. */
  isPlaying = false;
  /** Whether no value of the game has been shown yet. */
  isUnvalued = true;

  async start() {
    await takeCopies();
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
    this.problems = new Problems(this.board, this.info, {
      onChange: () => this.show(),
      onMove: (move) => this.sound.knock(move.captured.length > 0),
      onOpen: (wish) => this.open(wish),
      onClose: () => [this.drawn, this.shown] = [null, null],
    });
    this.notes = new Notes((action) => this.act(action, true));
    this.explorer = new Explorer({
      onTry: (texts) => this.tryLine(texts),
      onOpen: (wish) => this.open(wish),
      onFault: (error) => this.explain(error),
    });
    this.translate();
    this.listen();
    // What fits the page is drawn anew where it has another size, as when a telephone is turned.
    const resized = new ResizeObserver(() => {
      showCurrent(byId("moves"));
      if (this.view) this.showGraph();
    });
    for (const id of ["moves", "graph"]) resized.observe(byId(id));
    addEventListener("hashchange", () => this.follow());
    await this.follow();
  }

  /** Fills in the words that the page chooses itself; the settings have filled in the others. */
  translate() {
    this.sound.isOn = this.settings.get("sound");
    fillDialogs(this.info);
    fillNewGame(this.info, (variant) => showRulesAndHelp(this.info, variant));
    for (const id of ["seat-white", "seat-black"]) fillPlayers(byId(id), this.info, byId(id).value || 0);
    this.show();
  }

  /** Follows the game of the address, or else the latest one, or else a new one. */
  async follow() {
    const asked = location.hash.slice(1);
    if (fragmentIn(location.hash)) return this.followLink(asked);
    if (asked === "") {
      const [latest] = await fetchGames();
      if (latest) location.replace(`#${latest.number}`);
      else await this.open({ variant: this.info.default, white: 2, black: 0 });
      return;
    }
    this.stopClock();
    this.follower?.stop();
    this.panel?.close();
    this.explain(this.parting);
    this.parting = null;
    [this.ply, this.shown, this.isNewHere, this.awaitsReview, this.lesson] = [null, null, true, false, null];
    this.isUnvalued = true;
    for (const id of ["explorer", "notes", "position"]) byId(id).open = false;
    this.follower = new Follower(asked, (view) => this.take(view), (error) => this.lose(error));
  }

  /** Whoever leaves a game does not lose it on time meanwhile. */
  stopClock() {
    const isRunning = this.view?.clocks.some((clock) => clock?.is_running) && this.view.seats.includes(0);
    if (isRunning) this.follower.act({ do: "pause" }).catch(() => {});
  }

  /** Opens the game of a link. Where it cannot be opened, the game that was shown stays, or else the latest one. */
  async followLink(fragment) {
    const before = this.follower?.number;
    history.replaceState(null, "", before ? `#${before}` : location.pathname + location.search);
    this.parting = await this.openLink(fragment);
    if (!this.parting) return;
    if (before) this.parting = null;
    else await this.follow();
  }

  /** Opens the game of a link; why it cannot be opened, or null. */
  async openLink(fragment) {
    try {
      return await this.open(gameOf(fragment, this.info));
    } catch (error) {
      this.explain(error);
      return error;
    }
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

  /** Opens a game; why it cannot be opened, or null. */
  async open(asked) {
    // Where nobody was asked for names, people have the ones that they typed before.
    const known = namesFor([asked.white ?? 0, asked.black ?? 0]);
    const wish = { ...asked, names: known.map((name, side) => asked.names?.[side] || name) };
    try {
      const most = this.info.most_bytes;
      // The program would break the connection off, with no words.
      if (new Blob([JSON.stringify(wish)]).size > most) throw new Error(t("tooLong", { size: most / 1048576 }));
      const { number, games } = await whileBusy(openGame(wish));
      if (games) {
        const game = await askGame(games);
        return game ? await this.open({ ...wish, game }) : null;
      }
      location.hash = `#${number}`;
      this.explain(null);
      return null;
    } catch (error) {
      this.explain(error);
      return error;
    }
  }

  take(view) {
    const before = this.view;
    const lineOf = ({ moves }) => moves.map(({ text }) => text).join();
    const isElsewhere = !before || lineOf(before) !== lineOf(view) || before.is_variation !== view.is_variation;
    this.view = view;
    this.lesson?.take(view);
    this.arrival = performance.now();
    // The person who plays one side sees the board from there.
    const { isNewHere } = this;
    if (isNewHere) {
      this.board.isTurned = view.seats[0] !== 0 && view.seats[1] === 0;
      byId("save").value = this.follower.number;
    }
    this.isNewHere = false;
    if (this.ply !== null && this.ply >= view.moves.length) this.ply = null;
    // Whoever has played a game to its end stays until he goes through a door.
    this.isPlaying = isContested(view) || (this.isPlaying && !isNewHere && Boolean(view.end));
    if (this.isPlaying) byId("analysis").open = false;
    // It was begun in another tab, or before a reload.
    else if (isNewHere) byId("analysis").open = view.is_analysing;
    else if (view.is_analysing && !before?.is_analysing) byId("analysis").open = true;
    this.show();
    if (view.notices.length > 0) this.explain(new Error(view.notices.map(sentenceOf).join(" ")));
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
    if (this.ply !== ply || this.lesson?.shuts(this.view, ply)) return;
    this.offer(legal, ply);
    this.show();
  }

  /** What stands in the place of the game, if anything does. */
  get panel() {
    return [this.editor, this.problems].find((panel) => panel?.isOpen);
  }

  choose(square) {
    if (this.panel) {
      this.panel.choose(square);
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
    if (move && this.lesson?.hides(this.view, this.current)) this.try(move);
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
    const picture = this.panel?.picture ?? this.view.pictures[this.current];
    if (!picture) return;
    const symbol = picture[square - 1];
    const name = (this.panel ?? this.view).shape.names[square - 1];
    const parts = [name, symbol === "." ? t("emptySquare") : t(`squareIs.${symbol}`)];
    const { chooser } = this.panel ?? this;
    if (chooser) {
      if (chooser.path.includes(square)) parts.push(t("chosen"));
      else if (chooser.targets.includes(square)) parts.push(t("canBeMovedTo"));
      else if (chooser.startsAt(square)) parts.push(t("canMove"));
    }
    setText(byId("cursor"), parts.join(", "));
  }

  /** Lets the program judge a move of the lesson. */
  try(move) {
    this.landing = move.path.at(-1);
    return this.hold(() => this.act(this.lesson.attempt(move, this.view)));
  }

  /** The same for a move that was typed. */
  tryTyped(text) {
    const { names } = this.view.shape;
    const move = this.chooser.legal.find((one) => [one.text, squaresOf(one, names)].includes(text));
    if (move) this.try(move);
    else this.explain(new Error(t("error.illegal-move", { token: text })));
  }

  /** Plays a move in the position that is shown. */
  play(move) {
    this.landing = move.path.at(-1);
    return this.playAt(this.current, squaresOf(move, this.view.shape.names));
  }

  /** Plays a move after so many others, or only tries it out; tells whether it was played. */
  playAt(ply, text, isTrial = false) {
    return this.hold(() => this.postMove(ply, text, isTrial));
  }

  async postMove(ply, text, isTrial) {
    this.ply = null;
    const isDone = await this.act({ do: "move", ply, text, is_trial: isTrial });
    // A move that is known already leads into its line: the board goes on by that move, and not to the end.
    if (isDone && this.view.moves.length > ply + 1 && this.view.is_free) await this.go(ply + 1);
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

  /** What is to be seen of the game: no judgement of it where it is played. */
  get seen() {
    return this.isPlaying ? unjudged(this.view) : this.view;
  }

  show() {
    if (this.editor?.isOpen) {
      showBar(byId("bar"), false, null, this.board.isTurned);
      return this.draw(this.editor.scene(this.settings.get("numbers")));
    }
    if (this.problems?.isOpen) {
      showBar(byId("bar"), false, null, this.board.isTurned);
      this.problems.show();
      const shown = this.problems.scene(this.settings.get("numbers"), this.settings.get("frames"));
      return shown && this.draw(shown.scene, shown.from);
    }
    if (!this.view) return;
    document.body.dataset.room = this.isPlaying ? "playing" : "analysing";
    const view = this.seen;
    const ply = this.current;
    if (this.lesson?.shuts(this.view, ply)) this.offer([], ply);
    else if (this.ply === null) this.offer(view.legal, ply);
    else if (this.chooserPly !== ply) this.offer([], ply);
    this.showBoard(ply);
    this.showPlayers();
    showStatus(view, ply, this.chooser.legal);
    showEnd(view, ply);
    showHeading(view);
    byId("end-analyse").hidden = !this.isPlaying;
    showReport(view, ply, Boolean(this.lesson?.hides(this.view, ply)));
    byId("game").classList.toggle("seeking", Boolean(this.lesson?.hides(this.view, ply)));
    showLesson(this.lesson, view);
    showMoves(byId("moves"), view, ply, (place) => this.goToPlace(place));
    this.notes.show(view, ply);
    byId("game").classList.toggle("analysed", byId("analysis").open);
    this.showGraph();
    const analysis = view.analysis?.ply === ply ? view.analysis : null;
    const onTry = (texts) => this.tryLine(texts);
    showLines(byId("best"), byId("depth"), analysis, byId("lines").value, onTry);
    showBook(view, ply, showTables(view, ply, onTry), onTry);
    this.explorer.show(view, ply);
    const solution = view.solution?.ply === ply && !view.is_solving ? view.solution : null;
    showSolution(byId("solution"), byId("solution-line"), solution, onTry);
    setText(byId("solve"), t(view.is_solving ? "stopSolving" : "solve"));
    this.showBar(view, ply, analysis?.lines[0].score ?? view.scores[ply]);
  }

  showBar(view, ply, score) {
    const isOpen = byId("analysis").open;
    if (score) this.isUnvalued = false;
    const isAwaited = isOpen && view.is_analysing && !this.isUnvalued;
    showBar(byId("bar"), isOpen || view.report !== null, score, this.board.isTurned, isAwaited);
  }

  showGraph() {
    const view = this.seen;
    const isWanted = !this.isPlaying && (byId("analysis").open || view.report !== null || view.reviewing !== null);
    showGraph(byId("graph"), view, this.current, isWanted, (wanted) => this.goTo(wanted));
  }

  /** Keeps the squares chosen so far while the moves are the same. */
  offer(legal, ply) {
    const key = JSON.stringify(legal);
    if (this.offered !== key || this.chooserPly !== ply) this.chooser = new Chooser(legal);
    [this.offered, this.chooserPly] = [key, ply];
  }

  showBoard(ply) {
    const { chooser } = this;
    const view = this.seen;
    const last = view.moves[ply - 1] ?? null;
    const isNew = this.shown !== null && this.shown === ply - 1 && this.ply === null;
    if (isNew) this.sound.knock(last.captured.length > 0);
    const isHint = view.hint && this.ply === null;
    // A mistake is drawn as a mistake, also where an analysis shows its lines.
    const isSecret = Boolean(this.lesson?.hides(this.view, ply));
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
      hinted: isSecret ? this.lesson.hinted : null,
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
    if (this.panel) return;
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

  /** Shows a position of the tree. */
  async goToPlace(place) {
    const line = lineTo(this.view, place);
    if (placesOf(this.view)[line.length] === place) return this.go(line.length);
    if (await this.act({ do: "line", line })) await this.go(line.length);
  }

  /** Lets the variation that is shown take the place of the line that it leaves. */
  async promote() {
    const { line } = this.notes;
    if (await this.act({ do: "promote", line })) await this.go(line.length);
  }

  /** Deletes a move of a variation and what goes on from there. */
  async deleteLine() {
    const { line } = this.notes;
    if ((await askDeleteLine()) && (await this.act({ do: "delete", line }))) await this.go(line.length - 1);
  }

  /** The last move of a variation can be taken back too: the board stays there. */
  async takeBack() {
    const { is_variation: isVariation, moves } = this.view;
    if (byId("take-back").disabled) return;
    if ((await this.act({ do: "take-back" })) && isVariation) await this.go(moves.length - 1);
  }

  async describe() {
    if (this.panel) return;
    const action = await askDescription(this.view);
    if (action) await this.act(action);
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
    const acts = { hint: "hint", draw: "draw", restore: "restore" };
    for (const [id, action] of Object.entries(acts)) click(id, () => this.act({ do: action }));
    click("take-back", () => this.takeBack());
    click("promote", () => this.promote());
    click("delete-line", () => this.deleteLine());
    click("describe", () => this.describe());
    for (const name of document.querySelectorAll(".player .name")) name.addEventListener("click", () => this.describe());
    click("resign", async () => (await askResign()) && this.act({ do: "resign" }));
    click("pause", () => this.act({ do: this.view.is_paused ? "resume" : "pause" }));
    for (const id of ["review", "end-review"]) click(id, () => this.review());
    click("end-analyse", () => this.enterAnalysis());
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
    for (const id of ["save", "end-save"]) click(id, () => this.save(saveGame(byId("save").value)));
    click("save-all", () => this.save(saveGames()));
    click("set-up", () => this.setUp());
    click("show-games", () => this.listGames());
    click("show-help", () => this.help());
    click("share", () => this.share());
    click("show-problems", () => this.showProblems());
    click("show-settings", () => showSettings());
    byId("lines").addEventListener("change", () => this.analyse());
    byId("analysis").addEventListener("toggle", () => this.toggleAnalysis());
    byId("typed").addEventListener("submit", (event) => this.takeTyped(event));
    for (const id of ["seat-white", "seat-black"]) byId(id).addEventListener("change", () => this.seat());
    addEventListener("keydown", (event) => this.key(event));
  }

  help() {
    return showRulesAndHelp(this.info, this.view?.variant ?? this.info.default);
  }

  async share() {
    if (this.view) await showSharing(this.view, this.follower.number).catch((error) => this.explain(error));
  }

  save(saved) {
    return whileBusy(saved).catch((error) => this.explain(error));
  }

  openIf(wish) {
    if (wish?.fragment) this.openLink(wish.fragment);
    else if (wish) this.open(wish);
  }

  /** The door to the room for analysing. */
  enterAnalysis() {
    this.isPlaying = false;
    byId("analysis").open = true;
    this.show();
  }

  review() {
    this.isPlaying = false;
    this.awaitsReview = true;
    return this.act({ do: "review" });
  }

  /** Begins a lesson in the mistakes of the one person who plays, or of the side below. */
  async learn() {
    if (this.view.is_variation && !(await this.act({ do: "restore" }))) return;
    const { seats } = this.view;
    const people = ["W", "B"].filter((_, index) => seats[index] === 0);
    const below = this.board.isTurned ? "B" : "W";
    byId("analysis").open = false;
    this.lesson = new Lesson(this.view, people.length === 1 ? people[0] : below);
    this.goTo(this.lesson.ply ?? this.current);
    this.show();
  }

  teach(change) {
    change(this.lesson);
    this.show();
  }

  nextLesson() {
    this.lesson.next();
    this.goTo(this.lesson.ply ?? this.current);
    this.show();
  }

  endLesson() {
    this.lesson = null;
    this.go(this.current);
  }

  /** Sets up a position, beginning with the one that is shown. */
  setUp() {
    if (this.editor.isOpen) return this.editor.close();
    this.stopClock();
    this.panel?.close();
    if (!this.view) return this.editor.open(this.info.default);
    return this.editor.open(this.view.variant, this.view.fens[this.current]);
  }

  /** Shows the problems of the game that is shown. */
  showProblems() {
    const { isOpen } = this.problems;
    this.panel?.close();
    if (isOpen) return;
    this.stopClock();
    this.problems.open(this.view?.variant ?? this.info.default);
  }

  toggleAnalysis() {
    const open = byId("analysis").open && !this.isPlaying;
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
    if (this.lesson?.hides(this.view, this.current)) return this.tryTyped(text);
    if (!this.lesson?.shuts(this.view, this.current) && (this.ply === null || this.view.is_free)) this.playAt(this.current, text);
    else this.explain(new Error(t("earlier")));
  }

  seat() {
    const [white, black] = ["seat-white", "seat-black"].map((id) => Number(byId(id).value));
    this.act({ do: "seats", white, black, names: namesFor([white, black]) });
  }

  key(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") return this.help();
    if (this.editor.isOpen) {
      if (this.editor.key(event.key)) event.preventDefault();
      return;
    }
    if (this.problems.isOpen) return { h: () => this.problems.hint(), f: () => this.problems.turn() }[event.key]?.();
    const keys = {
      ArrowLeft: () => this.go(this.current - 1),
      ArrowRight: () => this.go(this.current + 1),
      u: () => this.takeBack(),
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
