// The room in which a game is played: until the game is over, nothing there tells how good a move is.

/** Whether somebody plays this game against an opponent: an engine, or another person by the clock. */
export function isContested(view) {
  return !view.is_free && !view.is_loaded && view.seats.includes(0);
}

/** The game without what an analysis or a review has found out of it. */
export function unjudged(view) {
  return {
    ...view,
    marks: view.marks.map(() => "fine"),
    tree: view.tree.map((node) => ({ ...node, mark: "fine" })),
    scores: view.scores.map(() => null),
    report: null, criticisms: [], reviewing: null, analysis: null, solution: null, known: null, known_moves: null, book: null,
  };
}
