/**
 * The worker: `new Worker("crownhead.js") as CrownheadWorker`. `crownhead.wasm` must lie beside the script.
 * Each message is a line of UCI or Hub without its end, both ways.
 */
export interface CrownheadWorker extends Worker {
  postMessage(line: string): void;
  onmessage: ((event: MessageEvent<string>) => void) | null;
}
