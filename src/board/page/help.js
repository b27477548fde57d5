// The rules of each game, and a help to the page.

import { Board } from "./board.js";
import { fillVariants } from "./dialogs.js";
import { rulesOf } from "./rules.js";
import { fetchPosition } from "./server.js";
import { setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);

/** The keys of the page, and the texts that say what they do. */
const KEYS = [
  ["← →", "help.go"], ["u", "takeBack"], ["h", "hint"], ["f", "turnBoard"], ["?", "help.title"],
  ["← ↑ → ↓", "help.cursor"], ["Enter", "help.choose"], ["Esc", "help.close"],
];

/** The buttons of the two pages. */
const DOORS = { rules: "show-rules", help: "show-help-page" };

const made = (name, text) => Object.assign(document.createElement(name), { textContent: text });

/** Paragraphs beneath a head. */
const section = (head, sentences) => [made("h3", head), ...sentences.map((sentence) => made("p", sentence))];

/** The board of the start position, drawn when it is first shown. */
let board = null;

async function showRules(info) {
  const variant = byId("help-variant").value;
  const rules = info.rules.find((one) => one.variant === variant);
  byId("rules").replaceChildren(...rulesOf(rules).flatMap(({ head, sentences }) => section(head, [sentences.join(" ")])));
  const ignore = () => {};
  board ??= new Board(byId("rules-board"), { onChoose: ignore, onCursor: ignore, onThrow: ignore });
  const { shape, picture } = await fetchPosition({ variant });
  if (byId("help-variant").value !== variant) return;
  board.show({ shape, picture, numbers: true, last: null, movable: [], chosen: [], targets: [], arrows: [] });
}

function showHelp() {
  const keys = document.createElement("dl");
  keys.append(...KEYS.flatMap(([key, name]) => [made("dt", key), made("dd", t(name))]));
  byId("help").replaceChildren(
    made("h3", t("help.keys")), keys,
    ...section(t("help.moving"), [t("help.move"), t("help.frames")]),
    ...section(t("setUpTitle"), [t("setUpHelp")]),
    ...section(t("help.files"), [t("help.load"), t("help.share"), t("help.kept")]),
  );
}

/** Shows the rules of a variant, with the help behind them. */
export function showRulesAndHelp(info, variant) {
  const dialog = byId("help-dialog");
  fillVariants(byId("help-variant"), info, variant);
  byId("help-variant").onchange = () => showRules(info);
  const turn = (page) => {
    byId("rules-page").hidden = page !== "rules";
    byId("help").hidden = page !== "help";
    for (const [name, id] of Object.entries(DOORS)) byId(id).setAttribute("aria-pressed", name === page);
    dialog.scrollTop = 0;
  };
  for (const [name, id] of Object.entries(DOORS)) byId(id).onclick = () => turn(name);
  showHelp();
  turn("rules");
  setText(byId("help-title"), t("help.title"));
  if (!dialog.open) dialog.showModal();
  return showRules(info);
}
