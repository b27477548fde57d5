// Finds the move that a person means by choosing squares.

export class Chooser {
  constructor(legal) {
    this.legal = legal;
    this.path = [];
  }

  /** The moves that begin with the squares chosen so far. */
  get candidates() {
    return this.legal.filter((move) => this.path.every((square, index) => move.path[index] === square));
  }

  /** Whether a move begins on this square. */
  startsAt(square) {
    return this.legal.some((move) => move.path[0] === square);
  }

  /** The squares that can be chosen next. */
  get targets() {
    if (this.path.length === 0) return [];
    const next = this.path.length;
    const targets = this.candidates.flatMap((move) => [move.path[next], move.path.at(-1)]);
    return [...new Set(targets)].filter((square) => next > 1 || square !== this.path[0]);
  }

  clear() {
    this.path = [];
  }

  /** Chooses a square. Returns the move if only one is meant now. */
  choose(square) {
    if (this.path.length > 0) {
      const move = this.#continue(square);
      if (move !== undefined) return move;
    }
    const isSame = this.path.length === 1 && this.path[0] === square;
    this.path = this.startsAt(square) && !isSame ? [square] : [];
    return null;
  }

  /** As choose; undefined if the square does not continue the path. */
  #continue(square) {
    const next = this.path.length;
    const candidates = this.candidates;
    const stepping = candidates.filter((move) => move.path[next] === square);
    const complete = stepping.find((move) => move.path.length === next + 1);
    if (complete) return complete;
    if (stepping.length > 0) {
      this.path.push(square);
      return null;
    }
    // A capture can end where it begins. Choosing that square again at once means another piece.
    if (next === 1 && square === this.path[0]) return undefined;
    const ending = candidates.filter((move) => move.path.at(-1) === square);
    if (ending.length === 1) return ending[0];
    // Several captures end here: the squares between tell them apart.
    return ending.length > 1 ? null : undefined;
  }
}
