// Opens a page in Chromium by its driver, and waits until it holds some texts: node page.mjs URL TEXT... A page that never
// does is written to standard error. What a page does behind its script takes as long as the machine needs.

import { spawn } from "node:child_process";

const [url, ...texts] = process.argv.slice(2);
const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => driver.kill());
const port = await new Promise((resolve, reject) => {
  driver.on("error", reject);
  driver.stdout.on("data", (said) => {
    const port = /successfully on port (\d+)/.exec(said)?.[1];
    if (port) resolve(port);
  });
});

const ask = async (method, path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value;
};

const options = { args: ["--headless", "--no-sandbox", "--disable-gpu"] };
const { sessionId } = await ask("POST", "", { capabilities: { alwaysMatch: { "goog:chromeOptions": options } } });
await ask("POST", `/${sessionId}/url`, { url });
let page = "";
const missing = () => texts.filter((text) => !page.includes(text));
for (let tries = 0; tries < 300 && missing().length > 0; tries++) {
  page = await ask("GET", `/${sessionId}/source`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}
await ask("DELETE", `/${sessionId}`);
driver.kill(); // The script ends with it.
if (missing().length > 0) {
  console.error(`the page never shows ${missing().join(" and ")}:\n${page}`);
  process.exitCode = 1;
}
