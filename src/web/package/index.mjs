// Boards of twenty draughts games, and the engine, in browsers, in workers and in Node: index.d.mts describes them.

// By this function no bundler follows the names of Node.
const nodeModule = globalThis.process?.getBuiltinModule;
const here = (name) => new URL(name, import.meta.url);

async function load() {
  if (nodeModule) return nodeModule("node:fs").readFileSync(here("rules.wasm"));
  return (await fetch(here("rules.wasm"))).arrayBuffer();
}

const core = (await WebAssembly.instantiate(await load())).instance.exports;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text or a position that is not what it should be. `kind` is "illegal" or "ambiguous" for moves, else "invalid". */
export class NotationError extends Error {
  constructor({ kind, message }) {
    super(message);
    this.name = "NotationError";
    this.kind = kind;
  }
}

function give(text) {
  const bytes = encoder.encode(text);
  const room = core.room(bytes.length);
  if (room === 0) throw new RangeError(`a text of ${bytes.length} bytes`);
  new Uint8Array(core.memory.buffer, room, bytes.length).set(bytes);
}

function taken(bytes) {
  return decoder.decode(new Uint8Array(core.memory.buffer, core.answer(), bytes));
}

function checked(result) {
  if (result < 0) throw new NotationError(JSON.parse(taken(core.answer_bytes())));
  return result;
}

const answered = (bytes) => taken(checked(bytes));
const parsed = (bytes) => JSON.parse(answered(bytes));

/** The boards of the variants. */
const BOARDS = new Map(parsed(core.variants()).map((variant) => [variant.name, variant]));

/** The names of the variants. */
export const VARIANTS = Object.freeze([...BOARDS.keys()]);

const SIDES = ["white", "black"];

/** The words of a list of moves, whose view is made anew when the memory has grown. */
let words = new Uint32Array(core.memory.buffer, core.moves_start(), 4 * 512);
function listed() {
  if (words.byteLength === 0) words = new Uint32Array(core.memory.buffer, core.moves_start(), 4 * 512);
  return words;
}

/** A legal move. Squares have numbers from 1. */
export class Move {
  /** `words` as crates/js lists them; for a quiet move, the first is enough. */
  constructor(first, words) {
    this._first = first;
    this._words = words;
  }

  get from() {
    return (this._first & 0xff) + 1;
  }

  get to() {
    return ((this._first >> 8) & 0xff) + 1;
  }

  get isCapture() {
    return this._words !== null;
  }

  /** The squares of the captured pieces, in rising order. */
  get captured() {
    const squares = [];
    this._words?.slice(1).forEach((word, place) => {
      for (let bit = 0; bit < 32; bit += 1) if ((word >>> bit) & 1) squares.push(32 * place + bit + 1);
    });
    return squares;
  }

  equals(other) {
    return String(this._words ?? this._first) === String(other._words ?? other._first);
  }

  /** The move as Hub writes it: 32-28, 28x19x23. */
  toString() {
    return this.isCapture ? [this.from, this.to, ...this.captured].join("x") : `${this.from}-${this.to}`;
  }
}

const boards = new FinalizationRegistry((handle) => core.free(handle));

/** A game: a position, and the moves that led to it. */
export class Board {
  #handle;

  constructor(variant = "international", fen = undefined) {
    if (variant instanceof Board) {
      this.#handle = checked(core.copy(variant.#handle));
    } else {
      give(fen === undefined ? variant : `${variant}\n${fen}`);
      this.#handle = checked(core.make());
    }
    this.variant = answered(core.variant_of(this.#handle));
    boards.register(this, this.#handle, this);
  }

  copy() {
    return new Board(this);
  }

  /** Gives the memory back now, and not when the collector finds the board. The board cannot be used then. */
  free() {
    boards.unregister(this);
    core.free(this.#handle);
    this.#handle = -1;
  }

  get turn() {
    return SIDES[checked(core.turn(this.#handle))];
  }

  get fen() {
    return answered(core.fen_of(this.#handle));
  }

  legalMoves() {
    const moves = new Array(checked(core.moves(this.#handle)));
    const list = listed();
    for (let place = 0, at = 0; place < moves.length; place += 1, at += 4) {
      const first = list[at];
      moves[place] = new Move(first, (first & 0xff0000) === 0 ? null : list.slice(at, at + 4));
    }
    return moves;
  }

  /** The legal move that a text means: 32-28, 28x19, c3-d4, cd4. */
  parseMove(text) {
    give(text);
    return this.legalMoves()[checked(core.find(this.#handle))];
  }

  /** Plays a legal move, or the one that a text means, and returns it. */
  play(move) {
    const found = typeof move === "string" ? this.parseMove(move) : move;
    const words = found._words;
    const isQuiet = words === null;
    checked(core.play(this.#handle, found._first, isQuiet ? 0 : words[1], isQuiet ? 0 : words[2], isQuiet ? 0 : words[3]));
    return found;
  }

  /** Takes the last move back. Returns whether there was one. */
  undo() {
    return checked(core.undo(this.#handle)) === 1;
  }

  /** A legal move as PDN writes it, as Hub does, and the squares that it touches. */
  spell(move) {
    return parsed(core.spell(this.#handle, ...(move._words ?? [move._first, 0, 0, 0])));
  }

  /** The moves played, each as PDN and as Hub write it. */
  history() {
    return parsed(core.history(this.#handle));
  }

  /** How the game has ended; null if it goes on. */
  outcome() {
    return parsed(core.outcome(this.#handle));
  }

  /** The pieces, each with its square. */
  pieces() {
    return [...answered(core.pieces(this.#handle))].flatMap((letter, place) =>
      letter === "."
        ? []
        : [{ square: place + 1, side: SIDES[+(letter.toLowerCase() === "b")], isKing: letter < "a" }],
    );
  }

  /** The number of lines of legal moves of this length. */
  perft(depth) {
    return core.perft(this.#handle, depth);
  }

  /** The game as PDN, with these tags. */
  pdn(tags = {}) {
    give(JSON.stringify(tags));
    return answered(core.pdn_of(this.#handle));
  }

  /** A drawing of the position. */
  svg(options = {}) {
    give(JSON.stringify(options));
    return answered(core.svg(this.#handle));
  }

  /** The board as text, White at the bottom. */
  toString() {
    const { rows, columns, places } = BOARDS.get(this.variant);
    const lines = Array.from({ length: rows }, () => Array(columns).fill(" "));
    [...answered(core.pieces(this.#handle))].forEach((letter, place) => {
      const [row, column] = places[place];
      lines[row][column] = letter;
    });
    return lines.map((line) => line.join(" ").trimEnd()).join("\n");
  }
}

/** The name of a square in the notation of a variant: 32, c3. */
export function squareName(variant, square) {
  let found = BOARDS.get(variant);
  if (found === undefined) {
    // It can be another name of a variant.
    const board = new Board(variant);
    found = BOARDS.get(board.variant);
    board.free();
  }
  return found.names[square - 1];
}

/** The games of a text in PDN, each as far as its moves are legal, with what is wrong with it. */
export function readPdn(text) {
  give(text);
  return parsed(core.read_pdn());
}

/** The worker of the engine: lines of UCI in, lines out. */
function startWorker(take, fail) {
  if (nodeModule) {
    const worker = new (nodeModule("node:worker_threads").Worker)(here("crownhead.js"));
    worker.on("message", take);
    worker.on("error", fail);
    return worker;
  }
  const worker = new Worker(here("crownhead.js"));
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = (event) => fail(new Error(event.message));
  return worker;
}

/** The engine, in a worker of its own, for one variant. */
export class Engine {
  #worker;
  #lines = [];
  #fault = null;
  #wake = () => {};
  #busy = Promise.resolve();
  #ready;

  constructor(variant = "international", { level = undefined, hash = undefined } = {}) {
    const board = new Board(variant);
    this.variant = board.variant;
    board.free();
    this.#worker = startWorker((line) => this.#hear(line), (fault) => this.#hear(null, fault));
    this.#say("uci", `setoption name UCI_Variant value ${this.variant}`);
    if (level !== undefined) this.#say(`setoption name Skill Level value ${level}`);
    if (hash !== undefined) this.#say(`setoption name Hash value ${hash}`);
    this.#ready = this.#askIsReady();
    // Who never asks anything has no use for the fault.
    this.#ready.catch(() => {});
  }

  #say(...lines) {
    for (const line of lines) this.#worker.postMessage(line);
  }

  #hear(line, fault = null) {
    if (line !== null) this.#lines.push(line);
    this.#fault ??= fault;
    this.#wake();
  }

  async #nextLine() {
    while (this.#lines.length === 0) {
      if (this.#fault) throw this.#fault;
      await new Promise((wake) => (this.#wake = wake));
    }
    return this.#lines.shift();
  }

  async #askIsReady() {
    this.#say("isready");
    while ((await this.#nextLine()) !== "readyok");
  }

  /** One search after another. */
  async #turn() {
    const before = this.#busy;
    let leave;
    this.#busy = new Promise((resolve) => (leave = resolve));
    await before;
    await this.#ready;
    return leave;
  }

  /** What a search finds, depth by depth; the last has `bestMove`. Leaving the loop stops the search. */
  async *analyse(board, limits = {}) {
    if (board.variant !== this.variant) throw new RangeError(`a board of ${board.variant}: expected ${this.variant}`);
    const { time, nodes, depth, multipv = 1 } = limits;
    const wanted = [["movetime", time], ["nodes", nodes], ["depth", depth]].filter(([, limit]) => limit !== undefined);
    // Whoever asks may play on while the engine thinks.
    const root = board.copy();
    const [start, moves] = startOf(root);
    const leave = await this.#turn();
    let isOver = false;
    try {
      const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
      this.#say(`setoption name MultiPV value ${multipv}`, `position fen ${start}${played}`);
      this.#say(`go ${wanted.length === 0 ? "infinite" : wanted.flat().join(" ")}`);
      for (;;) {
        const found = report(root, await this.#nextLine());
        isOver = found !== null && "bestMove" in found;
        if (found !== null) yield found;
        if (isOver) return;
      }
    } finally {
      if (!isOver && !this.#fault) {
        this.#say("stop");
        while (!(await this.#nextLine()).startsWith("bestmove"));
      }
      root.free();
      leave();
    }
  }

  /** The move of the engine, with what it thinks of it. */
  async play(board, limits = { time: 1000 }) {
    let info = {};
    for await (const found of this.analyse(board, limits)) info = { ...info, ...found };
    return info;
  }

  close() {
    this.#fault = new Error("the engine is closed");
    this.#wake();
    return this.#worker.terminate();
  }
}

/** The position in which a game begins, and its moves. */
function startOf(board) {
  const first = board.copy();
  const moves = board.history().map((move) => move.hub);
  while (first.undo());
  const start = first.fen;
  first.free();
  return [start, moves];
}

/** What a line of UCI says; null if it is of no interest. */
function report(board, line) {
  const words = line.split(" ");
  if (words[0] === "bestmove") return { bestMove: words[1] === "(none)" ? null : board.parseMove(words[1]) };
  if (words[0] !== "info" || !words.includes("pv")) return null;
  const after = (name) => words[words.indexOf(name) + 1];
  const info = { pv: words.slice(words.indexOf("pv") + 1) };
  for (const name of ["depth", "multipv", "value", "nodes", "time"]) if (words.includes(name)) info[name] = Number(after(name));
  return info;
}
