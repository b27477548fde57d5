// The two players beside the board: names, clocks, and what they have on it.

import { playerName } from "./names.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** A clock that shows less than this, in seconds, is marked. */
const LOW = 20;

/** The pieces of a side: { men, kings }. */
function armyOf(picture, letter) {
  const count = (wanted) => [...picture].filter((symbol) => symbol === wanted).length;
  return { men: count(letter), kings: count(letter.toUpperCase()) };
}

/** Shows both players at a position; `arrival` is when the program told the clocks. */
export function showPlayers(view, picture, sideToMove, isTurned, arrival) {
  const armies = ["w", "b"].map((letter) => armyOf(picture, letter));
  const totals = armies.map(({ men, kings }) => men + kings);
  [0, 1].forEach((index) => {
    const line = byId((index === 1) !== isTurned ? "player-top" : "player-bottom");
    line.dataset.side = "WB"[index];
    line.querySelector(".disc").className = `disc ${["white", "black"][index]}`;
    setText(line.querySelector(".name"), playerName(view.names[index], "WB"[index]));
    line.querySelector(".name").title = t(`name.${"WB"[index]}`);
    line.classList.toggle("to-move", !view.end && sideToMove === "WB"[index]);
    const lead = totals[index] - totals[1 - index];
    const { men, kings } = armies[index];
    const crowns = kings > 0 ? ` ♛${kings}` : "";
    setText(line.querySelector(".material"), `${men}${crowns}${lead > 0 ? ` (+${lead})` : ""}`);
    line.querySelector(".material").title = t("material", { men, kings });
    showClock(line.querySelector(".clock"), view.clocks[index], arrival);
  });
}

/** The program tells the time only with changes; between them it is counted here. */
function showClock(node, clock, arrival) {
  const since = clock?.is_running ? (performance.now() - arrival) / 1000 : 0;
  const left = clock ? Math.max(0, clock.seconds - since) : null;
  const whole = Math.ceil(left ?? 0);
  setText(node, left === null ? "" : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
  node.classList.toggle("low", left !== null && left < LOW);
}
