// Crownhead in a Web Worker. Lines of UCI or Hub go in and out as strings: protocol.md describes them. The page of the
// board sends objects: src/web.rs lists them.
"use strict";

// A thread of Node has neither the names of a worker nor `fetch` for files. By this function no bundler follows them.
const nodeModule = typeof self === "undefined" ? globalThis.process.getBuiltinModule : null;
if (nodeModule) {
  const { parentPort } = nodeModule("node:worker_threads");
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.self = { set onmessage(take) { parentPort.on("message", (data) => take({ data })); } };
}

/** The nodes that the core searches between two looks at messages: some hundredths of a second. */
let slice = 40_000;

/** The exports of the core, once it is there; the messages that came before. */
let core = null;
const early = [];

const text = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/** What the core asks of its host. */
const page = {
  steady_millis: () => performance.now(),
  date_millis: () => Date.now(),
  write_log: (start, bytes, isError) => console[isError ? "error" : "warn"](read(start, bytes)),
};

const read = (start, bytes) => text.decoder.decode(new Uint8Array(core.memory.buffer, start, bytes));

async function start() {
  const { instance } = await WebAssembly.instantiate(await bytesOfCore(), { page });
  core = instance.exports;
  early.splice(0).forEach(take);
}

/** In a single file the core comes with this script, and else it lies beside it. */
async function bytesOfCore() {
  if (nodeModule) return nodeModule("node:fs").readFileSync(`${__dirname}/crownhead.wasm`);
  const packed = self.crownheadCore;
  delete self.crownheadCore;
  // The browser unpacks the text in a fraction of the time and of the memory that a script takes.
  const url = packed === undefined ? new URL("crownhead.wasm", self.location) : `data:application/wasm;base64,${packed}`;
  return (await fetch(url)).arrayBuffer();
}

function take(message) {
  if (typeof message === "string") {
    for (const line of message.split("\n")) send({ line });
  } else if (message.slice) {
    ({ slice } = message);
  } else {
    send(message);
  }
  answer();
  workAfter(0);
}

function send(message) {
  const bytes = text.encoder.encode(JSON.stringify(message));
  const room = core.message_room(bytes.length);
  if (room === 0) throw new Error(`a message of ${bytes.length} bytes`);
  new Uint8Array(core.memory.buffer, room, bytes.length).set(bytes);
  core.take_message();
}

function answer() {
  for (let bytes = core.next_reply(); bytes > 0; bytes = core.next_reply()) {
    const reply = JSON.parse(read(core.reply_start(), bytes));
    postMessage(reply.line ?? reply);
  }
}

/** Calls itself by a message, so that those of the page come between. A timer would lose some milliseconds. */
const turns = new MessageChannel();
let timer = 0;
let isTurnComing = false;

function workAfter(millis) {
  clearTimeout(timer);
  if (millis > 0) {
    timer = setTimeout(work, millis);
  } else if (millis === 0 && !isTurnComing) {
    isTurnComing = true;
    // Node would take a thousand of its own messages before one from elsewhere.
    if (nodeModule) setImmediate(work);
    else turns.port2.postMessage(null);
  }
}

turns.port1.onmessage = work;

function work() {
  isTurnComing = false;
  const rest = core.work(slice);
  answer();
  workAfter(rest);
}

self.onmessage = ({ data }) => (core ? take(data) : early.push(data));
start().catch((error) => setTimeout(() => { throw error; }));
