// The page: shows one game and passes on what the person does.

import { arrowsOf, showBar, showLines } from "./analysis.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { askLoad, askNewGame, fillPlayers, prepare, variantName } from "./dialogs.js";
import { showGraph, showMoves, sideAt } from "./moves.js";
import { Follower, request } from "./server.js";
import { Sound } from "./sound.js";
import { setText } from "./text.js";

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

  async start() {
    this.info = await request("api/info");
    this.board = new Board(byId("board"), (square) => this.choose(square), (square) => this.tell(square));
    prepare(this.info);
    for (const id of ["seat-white", "seat-black"]) fillPlayers(byId(id), this.info, 0);
    this.listen();
    addEventListener("hashchange", () => this.follow());
    await this.follow();
  }

  /** Follows the game of the address, or else the latest one, or else a new one. */
  async follow() {
    const number = Number(location.hash.slice(1));
    const games = await request("api/games");
    this.showGames(games);
    if (!games.some((game) => game.number === number)) {
      if (games.length > 0) location.replace(`#${games[0].number}`);
      else await this.open({ variant: this.info.default, white: 2, black: 0 });
      return;
    }
    this.follower?.stop();
    [this.ply, this.shown, this.isNewHere] = [null, null, true];
    byId("save").href = `api/games/${number}/pdn`;
    this.follower = new Follower(number, (view) => this.take(view), (error) => this.lose(error));
  }

  async open(wish) {
    try {
      const most = this.info.most_bytes;
      // The program would break the connection off, with no words.
      if (new Blob([JSON.stringify(wish)]).size > most) {
        throw new Error(`The text is too long: at most ${most / 1024} KiB can be loaded. Save one game alone.`);
      }
      const { number } = await request("api/games", wish);
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
    this.arrival = performance.now();
    // The person who plays one side sees the board from there.
    const { isNewHere } = this;
    if (isNewHere) this.board.isTurned = view.seats[0] !== 0 && view.seats[1] === 0;
    this.isNewHere = false;
    if (this.ply !== null && this.ply >= view.moves.length) this.ply = null;
    // It was begun in another tab, or before a reload.
    if (view.is_analysing && (isNewHere || !before?.is_analysing)) byId("analysis").open = true;
    this.show();
    if (view.notice) this.explain(new Error(view.notice));
    // Other moves lead to and from an earlier position that is shown, and the analysis has gone on to the last one.
    if (isElsewhere && this.ply !== null) this.go(this.ply);
    // An analysis ends by itself where there is nothing more to find.
    else if ((isNewHere || isElsewhere) && byId("analysis").open && !view.is_analysing) this.analyse();
  }

  /** Where the program does not answer, says so; null once it does. */
  lose(error) {
    const text = "The program does not answer. Is `crownhead board` still running?";
    if (error) this.explain(error instanceof TypeError ? new Error(text) : error);
    else if (byId("message").textContent === text) this.explain(null);
  }

  explain(error) {
    byId("message").hidden = !error;
    setText(byId("message"), error?.message ?? "");
  }

  /** Carries out an action; tells whether the program did. */
  async act(action) {
    this.explain(null);
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
    if (this.ply !== null && this.view.is_free) {
      this.chooser = new Chooser(await request(`${this.follower.path}/legal/${wanted}`));
      this.chooserPly = wanted;
      this.show();
    }
  }

  choose(square) {
    const move = this.chooser.choose(square);
    if (move) this.play(move);
    else this.show();
    if (!move) this.tell(square);
  }

  /** Says what is on a square, for those who do not see the board. */
  tell(square) {
    const names = { w: "white man", b: "black man", W: "white king", B: "black king", ".": "empty" };
    const parts = [square, names[this.view.pictures[this.current][square - 1]]];
    if (this.chooser.path.includes(square)) parts.push("chosen");
    else if (this.chooser.targets.includes(square)) parts.push("can be moved to");
    else if (this.chooser.startsAt(square)) parts.push("can move");
    setText(byId("cursor"), parts.join(", "));
  }

  /** Plays a move in the position that is shown. The exact squares tell captures apart. */
  play(move) {
    return this.playAt(this.current, move.path.join(move.captured.length > 0 ? "x" : "-"));
  }

  /** Plays a move after so many others, or only tries it out; tells whether it was played. */
  async playAt(ply, text, isTrial = false) {
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
    return this.act({ do: "analyse", ply: this.current, lines: Number(byId("lines").value) });
  }

  show() {
    const { view } = this;
    if (!view) return;
    const ply = this.current;
    if (this.ply === null) this.offer(view.legal, ply);
    else if (this.chooserPly !== ply) this.offer([], ply);
    this.showBoard(ply);
    this.showPlayers(ply);
    this.showState(ply);
    showMoves(byId("moves"), view, ply, (wanted) => this.go(wanted));
    showGraph(byId("graph"), view, ply, (wanted) => this.go(wanted));
    const analysis = view.analysis?.ply === ply ? view.analysis : null;
    showLines(byId("best"), byId("depth"), analysis, (texts) => this.tryLine(texts));
    const isOpen = byId("analysis").open;
    showBar(byId("bar"), isOpen ? (analysis?.lines[0].score ?? view.scores[ply]) : null, this.board.isTurned);
    byId("known").textContent = view.known && view.known_ply === ply ? `Endgame table, for the side to move: ${view.known}` : "";
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
    const arrows = view.analysis?.ply === ply ? arrowsOf(view.analysis) : [];
    if (isHint) arrows.push({ path: view.hint.path, kind: "hint", rank: 0 });
    const must = chooser.legal.some((move) => move.captured.length > 0);
    const scene = {
      shape: view.shape,
      picture: view.pictures[ply],
      numbers: byId("numbers").checked,
      last,
      movable: [...new Set(chooser.legal.map((move) => move.path[0]))],
      must,
      chosen: chooser.path,
      targets: chooser.targets,
      arrows,
    };
    // Drawing again would cut a move short that is being shown.
    const key = JSON.stringify([scene, this.board.isTurned]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.shown = ply;
    this.board.show({ ...scene, from: isNew ? view.pictures[ply - 1] : null });
  }

  showPlayers(ply) {
    const { view } = this;
    const side = sideAt(view, ply);
    ["white", "black"].forEach((colour, index) => {
      const isTop = (index === 1) !== this.board.isTurned;
      const line = byId(isTop ? "player-top" : "player-bottom");
      line.querySelector(".name").textContent = `${index === 0 ? "White" : "Black"}: ${view.names[index]}`;
      line.classList.toggle("to-move", !view.result && side === "WB"[index]);
      setText(line.querySelector(".clock"), this.clockText(view.clocks[index]));
      byId(`seat-${colour}`).value = view.seats[index];
    });
    clearTimeout(this.ticking);
    if (view.clocks.some((clock) => clock?.is_running)) this.ticking = setTimeout(() => this.showPlayers(this.current), 200);
  }

  /** The program tells the time only with changes; between them it is counted here. */
  clockText(clock) {
    if (!clock) return "";
    const since = clock.is_running ? (performance.now() - this.arrival) / 1000 : 0;
    const whole = Math.ceil(Math.max(0, clock.seconds - since));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  showState(ply) {
    const { view } = this;
    const side = (after) => (sideAt(view, after) === "W" ? "White" : "Black");
    const last = view.moves.length;
    const isOver = Boolean(view.result) && !view.is_variation;
    const parts = [variantName(view.variant)];
    if (view.is_variation) parts.push("variation");
    if (ply > 0) parts.push(`${side(ply - 1)} has played ${view.moves[ply - 1].text}`);
    if (isOver) parts.push(view.result);
    else if (view.end_of_variation && ply === last) parts.push(view.end_of_variation);
    else if (view.is_thinking) parts.push(`${side(last)}: Crownhead thinks`);
    else parts.push(`${side(ply)} to move`);
    if (this.chooser.legal.some((move) => move.captured.length > 0)) parts.push("a capture is compulsory");
    if (view.is_hinting) parts.push("looking for a hint");
    if (view.hint && ply === last) parts.push(`hint: ${view.hint.text}`);
    setText(byId("status"), `${parts.join("; ")}.`);
    setText(byId("reviewing"), view.reviewing === null ? "" : `Reviewing, ${view.reviewing} positions to go`);
    byId("fen").value = view.fens[ply];
    byId("restore").hidden = !view.is_variation;
    const isPlayed = !view.result && !view.is_variation;
    for (const id of ["resign", "draw"]) byId(id).disabled = !isPlayed;
    byId("take-back").disabled = !view.can_take_back;
    for (const id of ["seat-white", "seat-black"]) byId(id).disabled = Boolean(view.result);
    byId("hint").disabled = view.legal.length === 0;
  }

  showGames(games) {
    const item = (game) => {
      const link = document.createElement("a");
      link.href = `#${game.number}`;
      const end = game.result ?? `${game.plies} moves`;
      link.textContent = `${game.number}. ${variantName(game.variant)}: ${game.names.join(" - ")}, ${end}`;
      const line = document.createElement("li");
      line.append(link);
      return line;
    };
    byId("game-list").replaceChildren(...games.map(item));
  }

  /** Plays the moves of a line as a variation of the position that is shown. */
  async tryLine(texts) {
    if (!this.view.is_free) return this.explain(new Error("Lines can be tried once the game is over."));
    let ply = this.current;
    for (const text of texts) {
      if (!(await this.playAt(ply, text, true))) return;
      ply += 1;
    }
  }

  turn() {
    this.board.isTurned = !this.board.isTurned;
    this.show();
  }

  listen() {
    const click = (id, run) => byId(id).addEventListener("click", run);
    click("take-back", () => this.act({ do: "take-back" }));
    click("hint", () => this.act({ do: "hint" }));
    click("draw", () => this.act({ do: "draw" }));
    click("resign", () => this.act({ do: "resign" }));
    click("restore", () => this.act({ do: "restore" }));
    click("review", () => this.act({ do: "review" }));
    click("turn", () => this.turn());
    click("first", () => this.go(0));
    click("back", () => this.go(this.current - 1));
    click("forward", () => this.go(this.current + 1));
    click("last", () => this.go(Infinity));
    click("new-game", async () => this.openIf(await askNewGame()));
    click("load", async () => this.openIf(await askLoad()));
    byId("numbers").addEventListener("change", () => this.show());
    byId("sound").addEventListener("change", (event) => (this.sound.isOn = event.target.checked));
    byId("lines").addEventListener("change", () => this.analyse());
    byId("analysis").addEventListener("toggle", () => this.toggleAnalysis());
    byId("games").addEventListener("toggle", async () => this.showGames(await request("api/games")));
    byId("typed").addEventListener("submit", (event) => this.takeTyped(event));
    for (const id of ["seat-white", "seat-black"]) byId(id).addEventListener("change", () => this.seat());
    addEventListener("keydown", (event) => this.key(event));
  }

  openIf(wish) {
    if (wish) this.open(wish);
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
    if (!text) return;
    if (this.ply === null || this.view.is_free) this.playAt(this.current, text);
    else this.explain(new Error("This is an earlier position: go to the last one to move."));
  }

  seat() {
    const [white, black] = ["seat-white", "seat-black"].map((id) => Number(byId(id).value));
    this.act({ do: "seats", white, black });
  }

  key(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
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

new Page().start();
