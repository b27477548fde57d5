// Learning from a review: the person looks for a better move where a mistake was made, and the engine judges it.

import { criticismAt } from "./review.js";
import { markedText, sideAt, squaresOf } from "./moves.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

export class Lesson {
  /** Where the person is: `seeks`, `knows` (found or shown), or `ended`. */
  state = "seeks";
  found = 0;
  words = "";
  /** The move that is judged; the program shows its judgement with it. */
  tried = null;

  /** A lesson in the mistakes of a side, `W` or `B`. */
  constructor(view, side) {
    this.plies = view.report.mistakes.filter((ply) => sideAt(view, ply) === side);
    this.place = 0;
    if (this.plies.length === 0) this.state = "ended";
  }

  /** The position to look at. */
  get ply() {
    return this.plies[this.place];
  }

  /** Whether the answer must not be seen in the position after so many moves. */
  hides(ply) {
    return this.state === "seeks" && ply === this.ply;
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
    if (!isGood) return;
    this.state = "knows";
    this.found += 1;
  }

  hint(view) {
    const [from] = criticismAt(view, this.ply).better.moves[0].path;
    this.words = t("pieceOn", { square: view.shape.names[from - 1] });
  }

  reveal() {
    [this.state, this.words, this.tried] = ["knows", "", null];
  }

  next() {
    this.place += 1;
    this.words = "";
    this.state = this.place < this.plies.length ? "seeks" : "ended";
  }
}

/** Shows the lesson beside the position after so many moves, or the button that begins one. */
export function showLesson(lesson, view) {
  const canBegin = !lesson && view.is_free && (view.report?.mistakes.length ?? 0) > 0;
  byId("learn").hidden = !canBegin;
  byId("lesson").hidden = !lesson;
  if (!lesson) return;
  byId("next-mistake").hidden = true;
  const { state } = lesson;
  const all = lesson.plies.length;
  const task = state === "ended" ? t("found", { n: lesson.found, all }) : t(`task.${sideAt(view, lesson.ply)}`, {
    move: markedText(view, lesson.ply), n: lesson.place + 1, all,
  });
  // Whoever knows the answer has done the task.
  setText(byId("lesson-task"), state === "knows" ? "" : task);
  setText(byId("lesson-words"), lesson.words);
  for (const id of ["lesson-hint", "lesson-show"]) byId(id).hidden = state !== "seeks";
  byId("lesson-next").hidden = state === "ended";
  byId("lesson-next").classList.toggle("main", state === "knows");
}
