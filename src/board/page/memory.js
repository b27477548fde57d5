// What the page remembers of its person. The browser keeps it; but a program has another address at each start, which the
// browser takes for another page, so the program keeps a copy.

import { fetchCopies, keepCopy } from "./http.js";

/** What a browser that stores nothing holds for as long as the page is open. */
const held = new Map();

/** What was remembered under a name; null if nothing was. */
export function recall(name) {
  try {
    const text = localStorage.getItem(name);
    if (text !== null) return JSON.parse(text);
  } catch {
    // The browser stores nothing for this page.
  }
  return held.get(name) ?? null;
}

function hold(name, value) {
  held.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It is held.
  }
}

export function remember(name, value) {
  hold(name, value);
  keepCopy(name, value);
}

/** Recalls what the program has a copy of and this browser does not. */
export async function takeCopies() {
  for (const [name, value] of Object.entries(await fetchCopies())) {
    if (recall(name) === null) hold(name, value);
  }
}
