// The engine in a Web Worker, or in a worker thread of Node.js, as its owner sees it.

import { nodeModule } from './files.js';

function startWorker() {
  if (new URL(import.meta.url).origin === location.origin) {
    // Bundlers find the file by this form.
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  }
  // A page starts no worker from another origin, but a worker of its own may import one.
  const code = `import ${JSON.stringify(new URL('./worker.js', import.meta.url).href)};`;
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}

/**
 * Starts an engine in a worker. After an error the worker has ended.
 * @param {WebAssembly.Module|string} module  the module or its address
 * @param {Record<string, string>} networks  the addresses of the networks by rule set
 * @param {{onLine(line: string): void, onOpen(): void, onError(error: Error): void, onProgress?(bytes: number): void}} events
 *   `onOpen` says that the engine takes lines, `onProgress` gets the bytes of the module loaded so far
 */
export function startEngine(module, networks, { onLine, onOpen, onError, onProgress = () => {} }) {
  const threads = nodeModule('worker_threads');
  // The arguments of this process can be wrong for the file.
  const worker = threads ? new threads.Worker(new URL('./worker.js', import.meta.url), { execArgv: [] }) : startWorker();
  const fail = (/** @type {Error} */ error) => {
    worker.terminate();
    onError(error);
  };
  const receive = (/** @type {any} */ { lines = [], ready, error, loaded }) => {
    for (const line of lines) onLine(line);
    if (ready) onOpen();
    if (error) fail(new Error(error));
    if (loaded) onProgress(loaded);
  };
  if (threads) worker.on('message', receive).on('error', fail);
  else {
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => receive(data);
    worker.onerror = (/** @type {ErrorEvent} */ { message }) => fail(new Error(message || 'The worker could not be started.'));
  }
  worker.postMessage({ module, networks });
  return {
    /** Sends a line, or the addresses of other networks. */
    send: (/** @type {string|{networks: Record<string, string>}} */ message) => worker.postMessage(message),
    close: () => { worker.terminate(); },
    /** Whether a process of Node.js waits for the end of the worker. */
    keepAlive: (/** @type {boolean} */ on) => { if (threads) worker[on ? 'ref' : 'unref'](); },
  };
}
