/** The name of a variant: "english", "international", "russian" ...; a board takes other names for it, too. */
export type Variant = string;
export type Side = "white" | "black";

/** The names of all variants. */
export const VARIANTS: readonly Variant[];

/** A text or a position that is not what it should be. */
export class NotationError extends Error {
  /** "illegal" and "ambiguous" are of moves; "freed", of a board after `free`. */
  readonly kind: "illegal" | "ambiguous" | "invalid" | "freed";
}

/** A legal move. Squares have numbers from 1. */
export class Move {
  private constructor();
  readonly from: number;
  /** The same as `from` where a capture runs in a circle. */
  readonly to: number;
  /** The squares of the captured pieces, in rising order. */
  readonly captured: number[];
  readonly isCapture: boolean;
  equals(other: Move): boolean;
  /** The move as Hub writes it: 32-28, 28x19x23. */
  toString(): string;
}

export interface SpelledMove {
  /** As PDN writes it in this variant: 32-28, c3-d4, 28x19; with its way where it would be ambiguous. */
  pdn: string;
  /** As Hub writes it: the squares it begins and ends on, then the captured ones. */
  hub: string;
}

export interface Outcome {
  /** null after a draw. */
  winner: Side | null;
  termination: "no-move" | "kings" | "repetition" | "quiet-moves" | "ending" | "claim";
  /** The article of the rules, in words. */
  article: string;
  /** As PDN writes it: 1-0, 2-0, 1/2-1/2 ... */
  result: string;
}

export type Colour = "blue" | "green" | "orange" | "red";

export interface DrawingOptions {
  /** Black at the bottom. */
  turned?: boolean;
  /** The names of the squares; on unless it is false. */
  coordinates?: boolean;
  arrows?: { squares: number[]; colour?: Colour }[];
  marks?: { square: number; colour?: Colour }[];
  /** The width and height in pixels. */
  size?: number;
}

/** A game: a position, and the moves that led to it. */
export class Board {
  /** At the start position of a variant ("international" unless named), or at that of a FEN. */
  constructor(variant?: Variant, fen?: string);
  readonly variant: Variant;
  readonly turn: Side;
  readonly fen: string;
  legalMoves(): Move[];
  /** The legal move that a text means: 32-28, 28x19, c3-d4, cd4. Throws NotationError. */
  parseMove(text: string): Move;
  /** Plays a legal move, or the one that a text means, and returns it. Throws NotationError. */
  play(move: Move | string): Move;
  /** Takes the last move back. Returns whether there was one. */
  undo(): boolean;
  /** A legal move as text, and the squares that it touches. */
  spell(move: Move): SpelledMove & { route: number[] };
  /** The moves played. */
  history(): SpelledMove[];
  /** How the game has ended; null if it goes on. */
  outcome(): Outcome | null;
  pieces(): { square: number; side: Side; isKing: boolean }[];
  /** The number of lines of legal moves of this length. */
  perft(depth: number): number;
  /** The game as PDN, with these tags. */
  pdn(tags?: Record<string, string>): string;
  /** A drawing of the position. */
  svg(options?: DrawingOptions): string;
  copy(): Board;
  /** Gives the memory back now, and not when the collector finds the board. The board cannot be used then. */
  free(): void;
  /** The board as text, White at the bottom: w, b men, W, B kings. */
  toString(): string;
}

/** The name of a square in the notation of a variant: 32, c3. */
export function squareName(variant: Variant, square: number): string;

export interface PdnGame {
  tags: Record<string, string>;
  /** null if the tags name none that is known; international if they name none. */
  variant: Variant | null;
  /** The position in which it begins. */
  fen: string | null;
  moves: SpelledMove[];
  result: string;
  /** What is wrong with the game behind these moves. */
  error: string | null;
}

/** The games of a text in PDN, each as far as its moves are legal. */
export function readPdn(text: string): PdnGame[];

export interface Limits {
  /** In milliseconds. */
  time?: number;
  nodes?: number;
  /** In plies. */
  depth?: number;
  /** The number of lines to report. */
  multipv?: number;
}

export interface Info {
  /** Of the iteration, in plies. */
  depth?: number;
  /** The rank of the line, from 1. */
  multipv?: number;
  /** In men, for the side to move; from 89 on, a win is near. */
  value?: number;
  nodes?: number;
  /** In milliseconds. */
  time?: number;
  /** The line, as PDN writes its moves. */
  pv?: string[];
  /** In the last report: the move; null if there is none. */
  bestMove?: Move | null;
}

/** The engine, in a worker of its own, for one variant. Its searches come one after another. */
export class Engine {
  /** `level` from 1 to 10, the strongest; `hash`, the size of its table in MiB. */
  constructor(variant?: Variant, options?: { level?: number; hash?: number });
  readonly variant: Variant;
  /** What a search finds, iteration by iteration; without limits until the loop is left. */
  analyse(board: Board, limits?: Limits): AsyncGenerator<Info, void, undefined>;
  /** The move of the engine after a second, or at these limits, with the last report. */
  play(board: Board, limits?: Limits): Promise<Info>;
  close(): void;
}
