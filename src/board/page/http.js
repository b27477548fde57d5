// How the page reaches the engine: the only module that knows that a program answers by HTTP. In the build for browsers
// alone, src/web/page.js has its place.

/** Where this tab keeps the token: no other port of this machine can read it there, nor is it sent by itself. */
const PLACE = "crownhead-token";

let token = null;

/** The link that the program has printed ends in the token, which leaves the address and the history. */
function takeToken() {
  const given = /^#token=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (given) history.replaceState(null, "", location.pathname);
  try {
    if (given) sessionStorage.setItem(PLACE, given);
    token = given ?? sessionStorage.getItem(PLACE);
  } catch {
    // Where the browser keeps nothing for this page, the token lasts until it is loaded again.
    token = given ?? token;
  }
}

takeToken();
// The link of another run of the program, in the same tab. The page comes to know of it after this.
addEventListener("hashchange", takeToken);

/** A tab that the browser opens has no token. One that the page opens itself has a copy of what this one keeps. */
function openAside(event) {
  const link = event.target.closest?.("a[href^='#']");
  const isAside = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || !isAside) return;
  event.preventDefault();
  event.stopPropagation();
  open(link.href);
}

for (const kind of ["click", "auxclick"]) document.addEventListener(kind, openAside, true);

/** Sends a request; with a body, as POST. Returns the status and the text of the answer. */
export async function send(path, body) {
  const headers = { Authorization: `Bearer ${token}` };
  const options = body === undefined ? { headers } : { method: "POST", headers, body };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, options);
  return { status: response.status, text: await response.text() };
}

/** Whether the program is on the machine of the person, and so remembers him and nobody else. */
const isOwn = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** What the program remembers of the person, by names; nothing if it cannot tell. */
export async function fetchCopies() {
  if (!isOwn) return {};
  const { status, text } = await send("api/memory").catch(() => ({}));
  return status === 200 ? JSON.parse(text) : {};
}

/** Lets the program remember something too. Where that fails, this browser still does. */
export function keepCopy(name, value) {
  if (isOwn) send("api/memory", JSON.stringify({ [name]: value })).catch(() => {});
}

/** Whether an error says that the program cannot be reached. */
export const isUnreachable = (error) => error instanceof TypeError;
