// What the page asks of the engine, and how it follows a game.

import { send } from "./http.js";
import { sentenceOf } from "./said.js";
import { t } from "./text.js";

/** An error that the program has explained in words. */
export class Refused extends Error {}

/** Sends a request, with a body to change something. Returns the answer, or null if there is nothing new. */
async function request(path, body) {
  const { status, text } = await send(path, body && JSON.stringify(body));
  if (status === 204) return null;
  if (status < 400) return JSON.parse(text);
  throw Object.assign(new Refused(explanation(status, text)), { isGone: [400, 404].includes(status) });
}

function explanation(status, text) {
  // Only the token is lacking: the program answers in words, before it knows the page.
  if (status === 403) return t("error.forbidden");
  try {
    return sentenceOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The variants and the levels. */
export const fetchInfo = () => request("api/info");

/** The games, the latest first. */
export const fetchGames = () => request("api/games");

/** The moves that can be made after so many moves of a game. */
export const fetchLegal = (number, ply) => request(`api/games/${number}/legal/${ply}`);

/** A position that is set up: { variant } for the start, with { fen }, or with { picture, side }. */
export const fetchPosition = (position) => request("api/position", position);

/** The problems of { variant }, or of a text with { pdn } or { file }. */
export const fetchProblems = (wish) => request("api/problems", wish);

/** Judges the last of the moves that were made in a problem: { variant, fen, moves }. */
export const judgeAttempt = (attempt) => request("api/problems/judge", attempt);

/** Opens a game: its { number }, or of a file with several, whose { games } to choose from. */
export function openGame(wish) {
  return request("api/games", wish);
}

/** Reads the games to explore: of { pdn } or { file }, or the person's own; says how many. */
export const explore = (games) => request("api/explorer", games);

/** What the explored games played in a position, { variant, fen }. */
export const fetchPassages = (position) => request("api/explorer/position", position);

/** Deletes a game. */
export const deleteGame = (number) => request(`api/games/${number}/delete`, {});

/** Saves a text or a picture under a name. */
export function saveAs(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves the text at a path. A link there would not have the token, nor reach a worker. */
async function saveText(path, name) {
  const { status, text } = await send(path);
  if (status !== 200) throw new Refused(explanation(status, text));
  saveAs(new Blob([text], { type: "text/plain" }), name);
}

/** Saves a game as PDN, or all of them. */
export const saveGame = (number) => saveText(`api/games/${number}/pdn`, `crownhead-${number}.pdn`);
export const saveGames = () => saveText("api/pdn", "crownhead.pdn");

/** The time between two looks at a game, in milliseconds: short while something happens there. */
const BUSY = 150;
const CALM = 700;

/**
 * Follows one game: asks for its changes again and again and passes them on.
 * Short requests are used rather than one long stream, because a browser keeps only six connections
 * to a host, and every tab would take one.
 */
export class Follower {
  #timer = 0;

  constructor(number, onView, onLost) {
    this.number = number;
    this.path = `api/games/${number}`;
    this.version = 0;
    this.onView = onView;
    this.onLost = onLost;
    this.isBusy = true;
    this.#look();
  }

  stop() {
    clearTimeout(this.#timer);
    this.onView = this.onLost = () => {};
    this.isStopped = true;
  }

  async act(action) {
    this.#take(await request(this.path, action));
  }

  #take(view) {
    // Answers can overtake each other.
    if (!view || view.version <= this.version) return;
    this.version = view.version;
    this.isBusy = view.is_thinking || view.is_analysing || view.is_hinting || view.is_solving || view.reviewing !== null;
    this.onView(view);
  }

  async #look() {
    try {
      this.#take(await request(`${this.path}?since=${this.version}`));
      this.onLost(null);
    } catch (error) {
      this.onLost(error);
    }
    if (!this.isStopped) this.#timer = setTimeout(() => this.#look(), this.isBusy ? BUSY : CALM);
  }
}
