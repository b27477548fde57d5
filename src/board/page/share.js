// What a person gives to others: a link that holds the game, a picture of the position, and a print.

import { dateText } from "./games.js";
import { linkTo } from "./link.js";
import { variantName } from "./names.js";
import { fetchPosition, saveAs } from "./server.js";
import { endText, setText, t } from "./text.js";

const byId = (id) => document.getElementById(id);
/** The width of a picture, in pixels. */
const WIDTH = 1000;

/** What of the style of each part of the board a picture must have itself. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "stop-color", "stop-opacity", "font-size", "font-family", "text-anchor", "display",
];

/** The board as a picture for itself, without what helps a person to move. */
function pictureOf(svg) {
  const copy = svg.cloneNode(true);
  const parts = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((part, index) => {
    const style = getComputedStyle(parts[index]);
    STYLES.forEach((name) => part.style.setProperty(name, style.getPropertyValue(name)));
  });
  copy.querySelectorAll(".movable, .must, .hinted, .edge, .chosen, .front > *").forEach((part) => part.remove());
  for (const name of ["id", "class", "tabindex", "role", "aria-label", "data-label"]) copy.removeAttribute(name);
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", WIDTH], ["height", WIDTH]]) {
    copy.setAttribute(name, value);
  }
  return new XMLSerializer().serializeToString(copy);
}

/** A picture of SVG in the dots of PNG. */
async function dotsOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: WIDTH });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, WIDTH);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Copies the link; where the browser keeps its clipboard to itself, the link is chosen, to be copied by hand. */
async function copy() {
  const field = byId("share-link");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  setText(byId("share-copied"), t("sharing.copied"));
}

/** What a print says of the game, above its players and their board. */
export function showHeading(view) {
  const { event, round, date } = view.description;
  const parts = [variantName(view.variant), event, round, dateText(date), view.end && endText(view.end)];
  setText(byId("heading"), parts.filter(Boolean).join(" · "));
}

/** Shows what can be given to others of the game. */
export async function showSharing(view, number) {
  const { fen } = await fetchPosition({ variant: view.variant });
  byId("share-link").value = linkTo(view, fen);
  setText(byId("share-copied"), "");
  const name = `crownhead-${number}`;
  byId("share-copy").onclick = copy;
  const svg = () => pictureOf(byId("board"));
  byId("share-svg").onclick = () => saveAs(new Blob([svg()], { type: "image/svg+xml" }), `${name}.svg`);
  byId("share-png").onclick = async () => saveAs(await dotsOf(svg()), `${name}.png`);
  byId("share-print").onclick = () => {
    byId("share-dialog").close();
    print();
  };
  byId("share-dialog").showModal();
}
