// How the page reaches the engine: the only module that knows that a program answers by HTTP. In the build for browsers
// alone, src/web/page.js has its place.

/** Sends a request; with a body, as POST. Returns the status and the text of the answer. */
export async function send(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const response = await fetch(path, options);
  return { status: response.status, text: await response.text() };
}

/** Whether an error says that the program cannot be reached. */
export const isUnreachable = (error) => error instanceof TypeError;
