// The engine as a WebAssembly module, in a Web Worker or in Node.js: lines in both directions, and searches in slices.

import { ModuleInstance, canSuspend } from './instance.js';

/** @typedef {(variant: string) => Promise<Uint8Array|null>} LoadNetwork  the network of a rule set, if it has one */

/** Returns after all messages that are waiting. Timers would wait for some milliseconds. */
const nextTurn = (() => {
  // A port of Node.js would handle its own messages before those of the owner.
  const { setImmediate } = /** @type {any} */ (globalThis);
  if (setImmediate) return () => new Promise((/** @type {(value: void) => void} */ resolve) => { setImmediate(resolve); });
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  port1.onmessage = () => waiting.shift()?.();
  return () => new Promise((/** @type {(value: void) => void} */ resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
})();

export class EngineModule {
  /** @type {ModuleInstance} */
  #instance = /** @type {any} */ (null);
  /** @type {string[]} lines for the engine */
  #waiting = [];
  #isRunning = false;
  /** @type {string[]} lines that were printed and not yet passed on */
  #printed = [];
  /**
   * The milliseconds between two turns of the host: the longest time that a line waits. Where a search is paused and not
   * suspended, it searches some nodes again when it continues; so slices are longer.
   */
  interval = canSuspend ? 25 : 120;

  /**
   * Starts an engine.
   * @param {WebAssembly.Module} module
   * @param {LoadNetwork} loadNetwork
   * @param {(lines: string[]) => void} onLines
   * @param {(error: unknown) => void} onError  after an error the engine is of no more use
   */
  static async start(module, loadNetwork, onLines, onError) {
    const engine = new EngineModule(loadNetwork, onLines, onError);
    engine.#instance = await ModuleInstance.start(module, async () => {
      engine.#flush();
      await nextTurn();
      return engine.#waiting.length > 0 ? 1 : 0;
    });
    // The reply says which rule set a new engine plays.
    engine.#instance.receive('geometry');
    await engine.#setNetwork(JSON.parse(engine.#instance.takeLines()[0].slice('geometry '.length)).variant);
    return engine;
  }

  /**
   * @param {LoadNetwork} loadNetwork
   * @param {(lines: string[]) => void} onLines
   * @param {(error: unknown) => void} onError
   */
  constructor(loadNetwork, onLines, onError) {
    this.loadNetwork = loadNetwork;
    this.onLines = onLines;
    this.onError = onError;
  }

  /** Sends a line to the engine. */
  send(/** @type {string} */ line) {
    this.#waiting.push(line);
    if (!this.#isRunning) this.#run();
  }

  /** Handles lines and runs searches until there is nothing to do. */
  async #run() {
    this.#isRunning = true;
    try {
      let continues;
      do {
        for (const line of this.#waiting.splice(0)) {
          this.#instance.receive(line);
          const replies = this.#instance.takeLines();
          this.#printed.push(...replies);
          for (const reply of replies) {
            const [, variant = ''] = /^info string variant (\S+)/.exec(reply) ?? [];
            if (variant) await this.#setNetwork(variant);
          }
        }
        continues = await this.#instance.runSlice(this.interval) !== 0;
        this.#flush();
        if (continues) await nextTurn();
      } while (continues || this.#waiting.length);
      this.#isRunning = false;
    } catch (error) {
      this.onError(this.#instance.explain(error));
    }
  }

  /** Loads the network of a rule set. Without it the engine plays, but more weakly. */
  async #setNetwork(/** @type {string} */ variant) {
    try {
      const file = await this.loadNetwork(variant);
      if (file) this.#instance.setNetwork(file);
    } catch (error) {
      this.#printed.push(`info string error: network of ${variant}: ${/** @type {Error} */ (error).message}`);
    }
  }

  #flush() {
    this.#printed.push(...this.#instance.takeLines());
    if (this.#printed.length) this.onLines(this.#printed.splice(0));
  }
}
