// An instance of the WebAssembly module: passes lines and files to it and collects what it prints. The exports and
// imports of the module are described in `web/engine/src/lib.rs`.

/**
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   input(length: number): number,
 *   receive(): void,
 *   set_network(): void,
 *   run_slice(interval: number): number|Promise<number>,
 * }} ModuleExports
 */

// JavaScript Promise Integration suspends a search while messages are handled.
const Wasm = /** @type {any} */ (WebAssembly);
export const canSuspend = 'Suspending' in Wasm && 'promising' in Wasm;

export class ModuleInstance {
  /** @type {ModuleExports} */
  #exports = /** @type {any} */ (null);
  /** The end of the output, without the end of its line. */
  #rest = '';
  /** @type {string[]} */
  #lines = [];
  #panic = '';

  /**
   * Starts an instance whose searches and counts are run to their end without a turn of the host. Browsers do not
   * allow this for large modules.
   * @param {WebAssembly.Module} module
   */
  static startNow(module) {
    const instance = new ModuleInstance();
    instance.#use(new WebAssembly.Instance(module, instance.#imports(() => 0)));
    return instance;
  }

  /**
   * Starts an instance.
   * @param {WebAssembly.Module} module
   * @param {(() => Promise<number>)|null} turn  handles messages of the host and returns 1 if a line waits for the
   *   engine. Where it cannot suspend a search, the search is paused instead. `null`: as for `startNow`
   */
  static async start(module, turn = null) {
    const instance = new ModuleInstance();
    const canTurn = turn && canSuspend;
    const imported = canTurn ? new Wasm.Suspending(turn) : () => (turn ? 1 : 0);
    const started = await WebAssembly.instantiate(module, instance.#imports(imported));
    instance.#use(started);
    if (canTurn) instance.#exports.run_slice = Wasm.promising(started.exports.run_slice);
    return instance;
  }

  /** @param {() => number} turn */
  #imports(turn) {
    const text = (/** @type {number} */ address, /** @type {number} */ length) =>
      new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
    return {
      triskelion: {
        now: () => performance.now(),
        print: (/** @type {number} */ address, /** @type {number} */ length) => {
          const lines = (this.#rest + text(address, length)).split('\n');
          this.#rest = lines.pop() ?? '';
          this.#lines.push(...lines);
        },
        turn,
        report_panic: (/** @type {number} */ address, /** @type {number} */ length) => { this.#panic = text(address, length); },
      },
    };
  }

  #use(/** @type {WebAssembly.Instance} */ { exports }) {
    this.#exports = { .../** @type {any} */ (exports) };
  }

  /** Handles a line. */
  receive(/** @type {string} */ line) {
    this.#write(new TextEncoder().encode(line));
    this.#exports.receive();
  }

  /** Takes a file as the evaluation network of the rule set. */
  setNetwork(/** @type {Uint8Array} */ file) {
    this.#write(file);
    this.#exports.set_network();
  }

  #write(/** @type {Uint8Array} */ bytes) {
    // The call can replace the memory, so the view is made after it.
    const address = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
  }

  /** Runs a search with turns of the host every `interval` milliseconds. The value is 0 if there is nothing more to do. */
  runSlice(/** @type {number} */ interval) {
    return this.#exports.run_slice(interval);
  }

  /** The lines printed since the last call. */
  takeLines() {
    return this.#lines.splice(0);
  }

  /** The panic behind an error of the module, or the error itself. After both the instance must not be used again. */
  explain(/** @type {unknown} */ error) {
    return this.#panic ? new Error(this.#panic) : error;
  }
}
