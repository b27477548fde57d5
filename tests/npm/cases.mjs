// The table of cases that every library reads, data/cases/cases.json, and what the package promises besides:
//
//     node tests/npm/cases.mjs FOLDER            the folder of the package, as scripts/web makes it
//     node tests/npm/cases.mjs FOLDER --figures  also measure: leaves a second

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...options] = process.argv.slice(2);
const { Board, Engine, Move, NotationError, VARIANTS, readPdn, squareName } = await import(
  pathToFileURL(resolve(folder, "index.mjs"))
);
const table = JSON.parse(readFileSync(new URL("../../data/cases/cases.json", import.meta.url), "utf8"));
const boardOf = ({ variant, fen }) => new Board(variant, fen ?? undefined);

/** What a call throws. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert(error instanceof NotationError, error);
    return error;
  }
  return null;
}

const checks = {
  perft(one) {
    one.counts.forEach((count, place) => assert.equal(boardOf(one).perft(place + 1), count));
  },
  moves(one) {
    assert.deepEqual(boardOf(one).legalMoves().map(String).sort(), one.moves);
  },
  texts(one) {
    const board = boardOf(one);
    const fault = thrown(() => board.parseMove(one.text));
    if (fault !== null || one.error) {
      assert.deepEqual([fault?.kind, fault?.message], [one.error, one.message]);
      return;
    }
    const move = board.parseMove(one.text);
    assert.deepEqual({ hub: String(move), ...board.spell(move) }, { hub: one.hub, pdn: one.pdn, route: one.route });
  },
  fens(one) {
    const fault = thrown(() => new Board(one.variant, one.text));
    if (fault) assert.equal(fault.message, one.message);
    else assert.equal(new Board(one.variant, one.text).fen, one.fen);
  },
  ends(one) {
    const board = boardOf(one);
    one.moves.forEach((move) => board.play(move));
    const found = board.outcome() ?? { termination: null };
    for (const name of Object.keys(found)) assert.equal(found[name], one[name] ?? null);
  },
  pdn(one) {
    const [game] = readPdn(one.text);
    assert.equal(game.variant, one.variant ?? null);
    assert.deepEqual(game.moves.map((move) => move.hub), one.moves);
    assert.equal(game.error === null, (one.error ?? null) === null, game.error);
    assert((game.error ?? "").startsWith(one.error ?? ""), game.error);
    assert.equal(game.result, one.result);
  },
};

for (const [kind, cases] of Object.entries(table)) {
  if (!Array.isArray(cases)) continue;
  assert(kind in checks, `no check for cases of ${kind}`);
  for (const one of cases) {
    try {
      checks[kind](one);
    } catch (error) {
      error.message = `${JSON.stringify(one)}: ${error.message}`;
      throw error;
    }
  }
  console.log(`${cases.length} cases of ${kind}`);
}

// Games at random: what is played can be taken back, and what is written is read.
let seed = 7;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
for (const variant of VARIANTS) {
  const board = new Board(variant);
  const fens = [];
  for (let ply = 0; ply < 150 && board.outcome() === null; ply += 1) {
    fens.push(board.fen);
    const moves = board.legalMoves();
    assert.equal(board.perft(1), moves.length);
    const move = moves[random(moves.length)];
    assert(moves.filter((other) => other.equals(move)).length === 1 && move instanceof Move);
    const { pdn, route } = board.spell(move);
    assert.equal(squareName(variant, route[0]), squareName(variant, move.from));
    assert(board.parseMove(pdn).equals(move), pdn);
    board.play(move);
  }
  const [read] = readPdn(board.pdn({ White: 'a "b"', Black: "c" }));
  assert.deepEqual(read.moves, board.history(), variant);
  assert.equal(read.tags.White, 'a "b"');
  assert(board.svg({ turned: true, size: 300, marks: [{ square: 1, colour: "red" }] }).startsWith("<svg "));
  assert.equal(board.pieces().length, [...board.toString()].filter((letter) => /[wbWB]/.test(letter)).length);
  const copy = board.copy();
  for (const fen of fens.reverse()) {
    assert(board.undo());
    assert.equal(board.fen, fen);
  }
  assert(!board.undo() && copy.history().length === fens.length);
}

// What is wrong is said, and harms nothing.
for (const call of [
  () => new Board("ludo"),
  () => new Board("russian", "W:Wz9"),
  () => new Board().play("32-22"),
  () => new Board().play(new Board("russian").legalMoves()[0]),
  () => new Board().svg({ marks: [{ square: 51 }] }),
  () => new Board().svg({ arrows: [{ squares: [1, 2], colour: "pink" }] }),
  () => {
    const board = new Board();
    board.free();
    board.legalMoves();
  },
]) {
  assert(thrown(call)?.message.length > 10);
}
assert.throws(() => squareName("ludo", 1), NotationError);

// The engine: two searches at a time, a loop that is left, a position without a move, an end.
const board = new Board("russian", "W:Wc3,e3:Bd4,h8");
const engine = new Engine("russian", { level: 10, hash: 8 });
const [first, second] = await Promise.all([engine.play(board, { depth: 6 }), engine.play(board, { nodes: 500 })]);
assert(first.bestMove.isCapture && second.bestMove.isCapture && first.value > 0, JSON.stringify(first));
let reports = 0;
for await (const info of engine.analyse(new Board("russian"), { multipv: 2 })) {
  assert(typeof info.value === "number" && info.pv.length > 0);
  if ((reports += 1) === 6) break;
}
assert.equal(reports, 6);
await assert.rejects(engine.play(new Board("english")), RangeError);
assert.equal((await engine.play(new Board("russian", "W:Wa1:Bb2,c3"), { depth: 3 })).bestMove, null);
await engine.close();
await assert.rejects(engine.play(board));
console.log("the engine answers");

function leaves(board, depth) {
  const moves = board.legalMoves();
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.play(move);
    count += leaves(board, depth - 1);
    board.undo();
  }
  return count;
}

if (options.includes("--figures")) {
  for (const [variant, depth] of [["international", 6], ["english", 8], ["russian", 7]]) {
    const board = new Board(variant);
    leaves(board, depth - 2);
    // The machine may have other work.
    const start = process.cpuUsage();
    const count = leaves(board, depth);
    const { user, system } = process.cpuUsage(start);
    assert.equal(count, board.perft(depth));
    console.log(`${variant}: ${(count / (user + system)).toFixed(2)} M leaves a second`);
  }
}
