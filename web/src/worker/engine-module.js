// The engine as a WebAssembly module, in a Web Worker or in Node.js: lines in both directions. The exports and imports
// of the module are described in `web/engine/src/lib.rs`.

/**
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   input(length: number): number,
 *   receive(): void,
 *   set_network(): void,
 *   run_slice(interval: number): number|Promise<number>,
 * }} ModuleExports
 */

/** @typedef {(variant: string) => Promise<Uint8Array|null>} LoadNetwork  the network of a rule set, if it has one */

// JavaScript Promise Integration suspends a search while messages are handled. Without it a search is paused, and
// searches some nodes again when it continues; so slices are longer.
const Wasm = /** @type {any} */ (WebAssembly);
const canSuspend = 'Suspending' in Wasm && 'promising' in Wasm;

/** Returns after all messages that are waiting. Timers would wait for some milliseconds. */
const nextTurn = (() => {
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  // Without this Node.js ends while a port waits.
  const keepAlive = (/** @type {boolean} */ on) => /** @type {any} */ (port1)[on ? 'ref' : 'unref']?.();
  port1.onmessage = () => {
    waiting.shift()?.();
    if (!waiting.length) keepAlive(false);
  };
  keepAlive(false);
  return () => new Promise((/** @type {(value: void) => void} */ resolve) => {
    waiting.push(resolve);
    keepAlive(true);
    port2.postMessage(null);
  });
})();

export class EngineModule {
  /** @type {ModuleExports} */
  #exports;
  /** @type {string[]} lines for the engine */
  #waiting = [];
  #isRunning = false;
  /** The milliseconds between two turns of the host: the longest time that a line waits. */
  interval = canSuspend ? 25 : 120;
  /** The end of the output, without the end of its line. */
  #rest = '';
  /** @type {string[]} */
  #printed = [];

  /**
   * Starts an engine.
   * @param {WebAssembly.Module} module
   * @param {LoadNetwork} loadNetwork
   * @param {(lines: string[]) => void} onLines
   * @param {(error: unknown) => void} onError  after an error the engine is of no more use
   */
  static async start(module, loadNetwork, onLines, onError) {
    const engine = new EngineModule(loadNetwork, onLines, onError);
    await engine.#instantiate(module);
    // The reply says which rule set a new engine plays.
    engine.#receive('geometry');
    await engine.#setNetwork(JSON.parse(engine.#printed.splice(0)[0].slice('geometry '.length)).variant);
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
    this.#exports = /** @type {ModuleExports} */ ({});
  }

  async #instantiate(/** @type {WebAssembly.Module} */ module) {
    const text = (/** @type {number} */ address, /** @type {number} */ length) =>
      new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
    const turn = async () => {
      this.#flush();
      await nextTurn();
      return this.#waiting.length > 0 ? 1 : 0;
    };
    let panic = '';
    const { exports } = await WebAssembly.instantiate(module, {
      triskelion: {
        now: () => performance.now(),
        print: (/** @type {number} */ address, /** @type {number} */ length) => {
          const lines = (this.#rest + text(address, length)).split('\n');
          this.#rest = lines.pop() ?? '';
          this.#printed.push(...lines);
        },
        turn: canSuspend ? new Wasm.Suspending(turn) : () => 1,
        report_panic: (/** @type {number} */ address, /** @type {number} */ length) => { panic = text(address, length); },
      },
    });
    this.#exports = { .../** @type {any} */ (exports) };
    if (canSuspend) this.#exports.run_slice = Wasm.promising(exports.run_slice);
    const { onError } = this;
    this.onError = (/** @type {unknown} */ error) => onError(panic ? new Error(panic) : error);
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
          const printed = this.#printed.length;
          this.#receive(line);
          for (const reply of this.#printed.slice(printed)) {
            const [, variant = ''] = /^info string variant (\S+)/.exec(reply) ?? [];
            if (variant) await this.#setNetwork(variant);
          }
        }
        continues = await this.#exports.run_slice(this.interval) !== 0;
        this.#flush();
        if (continues) await nextTurn();
      } while (continues || this.#waiting.length);
      this.#isRunning = false;
    } catch (error) {
      this.onError(error);
    }
  }

  #receive(/** @type {string} */ line) {
    this.#write(new TextEncoder().encode(line));
    this.#exports.receive();
  }

  /** Loads the network of a rule set. Without it the engine plays, but more weakly. */
  async #setNetwork(/** @type {string} */ variant) {
    try {
      const file = await this.loadNetwork(variant);
      if (!file) return;
      this.#write(file);
      this.#exports.set_network();
    } catch (error) {
      this.#printed.push(`info string error: network of ${variant}: ${/** @type {Error} */ (error).message}`);
    }
  }

  #write(/** @type {Uint8Array} */ bytes) {
    // The call can replace the memory, so the view is made after it.
    const address = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
  }

  #flush() {
    if (this.#printed.length) this.onLines(this.#printed.splice(0));
  }
}
