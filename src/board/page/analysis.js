// The score bar and the best lines of an analysis.

/** The share of White in the bar, in percent: 50 at 0 men, 88 at 2 men. */
function share(men) {
  return 100 / (1 + Math.exp(-men));
}

/** Shows the value of a position in the bar; hides it where there is none. */
export function showBar(bar, score, isTurned) {
  bar.toggleAttribute("hidden", !score);
  bar.classList.toggle("turned", isTurned);
  if (!score) return;
  bar.firstElementChild.style.height = `${share(score.men)}%`;
  bar.setAttribute("aria-label", `Value for White: ${score.text}`);
}

/** Lists the lines; `onTry(texts)` is called with the moves up to the one that is clicked. */
export function showLines(list, depth, analysis, onTry) {
  depth.textContent = analysis
    ? `Depth ${analysis.depth}, ${thousands(analysis.nodes)} nodes, ${analysis.seconds.toFixed(1)} s`
    : "";
  list.replaceChildren();
  for (const line of analysis?.lines ?? []) {
    const item = document.createElement("li");
    const score = document.createElement("span");
    score.className = "score";
    score.textContent = line.score.text;
    item.append(score);
    line.moves.slice(0, 10).forEach((move, index) => {
      const button = document.createElement("button");
      button.textContent = move.text;
      button.title = "Play the line up to here, as a variation";
      button.addEventListener("click", () => onTry(line.moves.slice(0, index + 1).map(({ text }) => text)));
      item.append(button);
    });
    list.append(item);
  }
}

function thousands(number) {
  return number.toLocaleString("en");
}

/** The arrows of the first moves of the lines. */
export function arrowsOf(analysis) {
  return (analysis?.lines ?? []).map((line, rank) => ({ path: line.moves[0].path, kind: "best", rank }));
}
