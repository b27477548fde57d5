// What `tsc --strict` has to accept, and what it has to reject.

import { Board, Engine, Move, NotationError, VARIANTS, readPdn, squareName, type Info, type Outcome } from "crownhead";

const board = new Board("russian", "W:Wc3:Bd6");
const moves: Move[] = board.legalMoves();
const played: Move = board.play("c3-d4");
const numbers: number[] = [played.from, played.to, ...played.captured];
const outcome: Outcome | null = board.outcome();
const text: string = outcome?.article ?? board.pdn({ White: "a" });
board.svg({ arrows: [{ squares: [22, 18], colour: "blue" }], turned: true });
// @ts-expect-error: this is no colour.
board.svg({ marks: [{ square: 1, colour: "pink" }] });
// @ts-expect-error: moves are made by boards.
new Move();
// @ts-expect-error: a move is no number.
board.play(5);
// @ts-expect-error: nobody sets whose turn it is.
board.turn = "white";

async function think(): Promise<Info> {
  const engine = new Engine(VARIANTS[0], { level: 3 });
  for await (const info of engine.analyse(board, { time: 100, multipv: 2 })) if (info.bestMove) return info;
  return engine.play(board);
}

export const all = [moves, numbers, text, think, readPdn("").map((game) => game.moves[0]?.pdn), squareName("english", 1)];
export const kind = (error: unknown) => (error instanceof NotationError ? error.kind : null);
