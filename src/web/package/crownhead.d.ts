/**
 * What `new Worker("crownhead.js") as CrownheadWorker` is in a browser. `crownhead.wasm` must lie beside the script.
 * Each message is a line of UCI or Hub without its end, both ways. An object sets for how many milliseconds the engine
 * works between two looks at messages, 40 at first.
 */
export interface CrownheadWorker extends Worker {
  postMessage(message: string | { slice: number }): void;
  onmessage: ((event: MessageEvent<string>) => void) | null;
}
