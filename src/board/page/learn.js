// Learning from a review: the person looks for a better move where a mistake was made, and the engine judges it.

import { criticismAt } from "./review.js";
import { markedText, sideAt, squaresOf } from "./moves.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

export class Lesson {
  /** Where the person is: `seeks`, `knows` (found or shown), or `ended`. */
  state = "seeks";
  /** How many were found at once: without a hint, and without a try that was no good. */
  found = 0;
  words = "";
  /** The square that a hint has named, if one has. */
  hinted = null;
  /** The move that is judged; the program shows its judgement with it. */
  tried = null;

  /** A lesson in the mistakes of a side, `W` or `B`. */
  constructor(view, side) {
    // The page may show a variation later, which does not have these moves.
    this.tasks = view.report.mistakes.filter((ply) => sideAt(view, ply) === side).map((ply) => ({
      ply, side, move: markedText(view, ply), from: criticismAt(view, ply).better.moves[0].path[0],
    }));
    this.place = -1;
    this.next();
  }

  /** The position to look at. */
  get ply() {
    return this.tasks[this.place]?.ply;
  }

  /** Whether no move is played in the position after so many moves: a lesson is no part of the game. */
  shuts(view, ply) {
    return this.state !== "ended" && !this.hides(view, ply);
  }

  /** Whether the answer must not be seen in the position after so many moves. */
  hides(view, ply) {
    return this.state === "seeks" && ply === this.ply && !view.is_variation;
  }

  /** The person plays a move. Returns what to ask of the program. */
  attempt(move, view) {
    this.tried = move.text;
    this.words = t("judging", { move: move.text });
    return { do: "judge", ply: this.ply, text: squaresOf(move, view.shape.names) };
  }

  /** Takes the judgement of the program, if it is that of the move. */
  take(view) {
    if (this.tried === null || view.trial?.ply !== this.ply || view.trial.text !== this.tried) return;
    const move = this.tried;
    this.tried = null;
    const isGood = view.trial.mark === "fine";
    this.words = t(isGood ? "isGood" : "isBad", { move });
    if (!isGood) {
      this.isHelped = true;
      return;
    }
    this.state = "knows";
    if (!this.isHelped) this.found += 1;
  }

  hint(view) {
    [this.hinted, this.isHelped] = [this.tasks[this.place].from, true];
    this.words = t("pieceOn", { square: view.shape.names[this.hinted - 1] });
  }

  reveal() {
    [this.state, this.words, this.tried] = ["knows", "", null];
  }

  next() {
    this.place += 1;
    [this.words, this.tried, this.hinted, this.isHelped] = ["", null, null, false];
    this.state = this.place < this.tasks.length ? "seeks" : "ended";
  }
}

/** Shows the lesson beside the position after so many moves, or the button that begins one. */
export function showLesson(lesson, view) {
  const canBegin = !lesson && view.is_free && (view.report?.mistakes.length ?? 0) > 0;
  byId("learn").hidden = !canBegin;
  byId("lesson").hidden = !lesson;
  if (!lesson) return;
  byId("next-mistake").hidden = true;
  const { state, tasks, place } = lesson;
  const all = tasks.length;
  const task = state === "ended" ? t("found", { n: lesson.found, all }) : t(`task.${tasks[place].side}`, {
    move: tasks[place].move, n: place + 1, all,
  });
  // Whoever knows the answer has done the task.
  setText(byId("lesson-task"), state === "knows" ? "" : task);
  setText(byId("lesson-words"), lesson.words);
  for (const id of ["lesson-hint", "lesson-show"]) byId(id).hidden = state !== "seeks";
  byId("lesson-next").hidden = state === "ended";
  byId("lesson-next").classList.toggle("main", state === "knows");
}
