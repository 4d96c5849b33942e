// The connection to an engine in the Web Worker of the npm package, for a page without a server, and the choice.

import { connectWebSocket } from './transport.js';

/** @typedef {import('./transport.js').EngineConnection} EngineConnection */

/**
 * Starts an engine in a worker. A worker that has failed is started again.
 * @param {string} module  the address of the WebAssembly module
 * @param {Record<string, string>} networks  the addresses of the networks by rule set
 * @param {(bytes: number) => void} onProgress  gets the bytes of the module loaded so far
 * @param {(error: string) => void} onError
 * @returns {EngineConnection}
 */
export function connectWorker(module, networks, onProgress, onError) {
  /** @type {(line: string) => void} */
  let lineListener = () => {};
  /** @type {(state: 'open'|'closed') => void} */
  let stateListener = () => {};
  let closed = false;
  let ready = false;
  let attempts = 0;
  /** @type {Worker} */
  let worker;
  const start = () => {
    if (closed) return;
    worker = new Worker(new URL('../triskelion/worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => {
      if (data.lines) {
        for (const line of data.lines) lineListener(line);
      } else if (data.ready) {
        ready = true;
        attempts = 0;
        stateListener('open');
      } else if (data.error) fail(data.error);
      else onProgress(data.loaded);
    };
    worker.onerror = (event) => fail(event.message || 'The worker could not be started.');
    worker.postMessage({ module, networks });
  };
  const fail = (/** @type {string} */ error) => {
    worker.terminate();
    ready = false;
    onError(error);
    stateListener('closed');
    setTimeout(start, Math.min(8000, 500 * 2 ** attempts++));
  };
  start();
  return {
    send: (line) => {
      if (ready) worker.postMessage(line);
    },
    onLine: (cb) => { lineListener = cb; },
    onState: (cb) => { stateListener = cb; },
    close: () => {
      closed = true;
      worker.terminate();
    },
  };
}

/**
 * Connects to the engine: to the module that the page names (`web/build`), otherwise to the program that serves the page.
 * @param {(text: string) => void} show  shows the progress of loading
 * @returns {EngineConnection}
 */
export function connectEngine(show) {
  const meta = /** @type {HTMLMetaElement|null} */ (document.querySelector('meta[name="engine"]'));
  if (!meta) return connectWebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/engine`);
  // Without a service worker the page only does not work offline: in private windows, on hosts without https.
  navigator.serviceWorker?.register('sw.js').catch(() => {});
  const size = Number(meta.dataset.bytes);
  const progress = (/** @type {number} */ bytes) => show(`Loading the engine: ${Math.min(100, Math.floor((100 * bytes) / size))} %`);
  progress(0);
  const url = (/** @type {string} */ file) => new URL(file, document.baseURI).href;
  const networks = Object.fromEntries((meta.dataset.networks ?? '').split(' ').map((name) => [name, url(`networks/${name}.net`)]));
  return connectWorker(url(meta.content), networks, progress, (error) => show(`The engine has failed: ${error}`));
}
