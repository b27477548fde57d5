// The dialogs that open a game.

/** The titles of the variants by their names. */
const titles = new Map();

export function variantName(variant) {
  return titles.get(variant) ?? variant;
}

const byId = (id) => document.getElementById(id);

function fill(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
}

/** Lets a select offer a person and every level. */
export function fillPlayers(select, info, chosen) {
  const level = ({ number }) => [number, `Crownhead, level ${number}${suffix(number, info)}`];
  fill(select, [[0, "Human"], ...info.levels.map(level)], chosen);
}

function suffix(number, info) {
  if (number === 1) return " (beginner)";
  return number === info.levels.length ? " (full strength)" : "";
}

function levelNote(info, number) {
  const level = info.levels[number - 1];
  if (!level) return "";
  const nodes = level.nodes ? `at most ${level.nodes.toLocaleString("en")} positions a move` : "no limit of positions";
  return `Level ${number}: ${nodes}, ${level.random} % of the moves at random, estimated rating ${level.rating}.`;
}

/** Fills the dialogs once. */
export function prepare(info) {
  const variants = info.variants.map((variant, place) => [variant, info.titles[place]]);
  for (const [variant, title] of variants) titles.set(variant, title);
  fill(byId("new-variant"), variants, info.default);
  fill(byId("load-variant"), variants, info.default);
  fillPlayers(byId("new-white"), info, 2);
  fillPlayers(byId("new-black"), info, 0);
  const note = () => {
    const numbers = [byId("new-white"), byId("new-black")].map((select) => Number(select.value));
    byId("level-note").textContent = [...new Set(numbers)].map((number) => levelNote(info, number)).join(" ");
  };
  for (const id of ["new-white", "new-black"]) byId(id).addEventListener("change", note);
  note();
}

/** Shows a dialog and waits until it is closed. Whether it was confirmed. */
function confirmed(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
  });
}

/** Asks for a new game; null if cancelled. */
export async function askNewGame() {
  if (!(await confirmed(byId("new-dialog")))) return null;
  return {
    variant: byId("new-variant").value,
    white: Number(byId("new-white").value),
    black: Number(byId("new-black").value),
    time: byId("new-time").value,
  };
}

/** The text of a file, line by line in UTF-8 or else in Latin-1, as the program reads files itself. */
async function textOf(file) {
  const unicode = new TextDecoder("utf-8", { fatal: true });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const lines = [];
  // A mark at the beginning of a file in UTF-8, which other lines of it need not be in.
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = hasMark ? 3 : 0; start <= bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    try {
      lines.push(unicode.decode(line));
    } catch {
      lines.push(Array.from(line, (byte) => String.fromCharCode(byte)).join(""));
    }
    start = end + 1;
  }
  return lines.join("\n");
}

/** Asks for a PDN or FEN text; null if cancelled. */
export async function askLoad() {
  const file = byId("load-file");
  file.value = "";
  if (!(await confirmed(byId("load-dialog")))) return null;
  const variant = byId("load-variant").value;
  const text = (file.files.length > 0 ? await textOf(file.files[0]) : byId("load-text").value).trim();
  // A FEN begins with the side to move; a PDN with a tag or a move.
  return /^[WB]:/i.test(text) ? { variant, fen: text } : { variant, pdn: text };
}
