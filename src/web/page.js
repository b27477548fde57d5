// How the page reaches the engine where a Web Worker answers, in place of the module that asks a program by HTTP: the
// same requests, as messages. The games are kept in the storage of the browser.

/** A request to which there was no answer, because the worker has ended. */
class Unreachable extends Error {}

/** Whether an error says so. */
export const isUnreachable = (error) => error instanceof Unreachable;

/** The page has one address: its browser remembers all by itself. */
export const fetchCopies = async () => ({});
export const keepCopy = () => {};

const PREFIX = "crownhead-game-";

let worker = null;
let requests = 0;
/** The requests that have no answer yet, by their numbers. */
const open = new Map();

/** Sends a request, with a body to change something. Returns the status and the text of the answer. */
export function send(path, body) {
  worker ??= start();
  return new Promise((resolve, reject) => {
    open.set(++requests, { resolve, reject });
    worker.postMessage({ id: requests, path, body: body ?? null });
  });
}

/** Where the script of the worker is, once it was started. */
export let url = null;

/** In a single file, the script of the worker and the core are in the page, which then has no use for their text. */
function urlOfWorker() {
  const script = document.getElementById("core");
  if (!script) return "crownhead.js";
  const blob = new Blob([script.textContent], { type: "text/javascript" });
  script.textContent = "";
  return URL.createObjectURL(blob);
}

function start() {
  url ??= urlOfWorker();
  const started = new Worker(url);
  started.onmessage = ({ data }) => take(data);
  started.onerror = () => {
    // A fault of ours. The games are kept, and the next request starts another worker.
    started.terminate();
    if (worker === started) worker = null;
    for (const { reject } of open.values()) reject(new Unreachable());
    open.clear();
  };
  for (const [number, game] of kept()) started.postMessage({ number, game });
  return started;
}

function take({ id, status, text, number, game }) {
  if (number !== undefined) return keep(number, game);
  open.get(id)?.resolve({ status, text });
  open.delete(id);
}

/** The games in the storage, the latest first; none where the browser has no storage for this page. */
function kept() {
  try {
    const numbers = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map(numberOf);
    return numbers.sort((one, other) => other - one).map((number) => [number, localStorage.getItem(PREFIX + number)]);
  } catch {
    return [];
  }
}

const numberOf = (key) => Number(key.slice(PREFIX.length));

/** The numbers of the games that the storage did not take the last time. */
const unkept = new Set();

/** No game gives way to another one: the person is told that the storage is full, and chooses. */
function keep(number, game) {
  try {
    if (game === null) localStorage.removeItem(PREFIX + number);
    else localStorage.setItem(PREFIX + number, game);
    if (unkept.delete(number)) worker?.postMessage({ number, fault: "" });
  } catch (error) {
    unkept.add(number);
    worker?.postMessage({ number, fault: faultOf(error) });
  }
}

function faultOf(error) {
  const isFull = error instanceof DOMException && error.name.includes("Quota");
  if (!isFull) return `the browser has no storage for this page: ${error.message}`;
  return "the storage of the browser is full: delete others under Games, or save this one as PDN";
}

// Another tab has kept a game.
addEventListener("storage", ({ key, newValue }) => {
  if (key?.startsWith(PREFIX)) worker?.postMessage({ number: numberOf(key), game: newValue });
});

// Without the network too, once it was there.
if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("service-worker.js");
