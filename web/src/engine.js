// The engine of the page: the client of the npm package, with a connection to the program or to the module in a worker. Only
// this file imports the package, from its place in the repository; the servers have it there, and `build` changes the address.

import { Client } from '../../js/client.js';

/** @import { EngineConnection, Events } from './types.d.ts' */

/** An engine whose connection, once lost, is opened again. @extends {Client<EngineConnection>} */
export class Engine extends Client {
  /** Reports when the engine is there or lost. @param {(isOpen: boolean, reason?: string) => void} listener */
  onState(listener) {
    this.connection.onState((state, reason) => {
      if (state === 'closed') this.reset();
      listener(state === 'open', reason);
    });
  }
}

/**
 * Keeps a connection open until it is closed.
 * @param {(events: Events) => {send(line: string): void, close(): void}} open
 * @returns {EngineConnection}
 */
function keepOpen(open) {
  /** @type {Parameters<EngineConnection['onLine']>[0]} */
  let lineListener = () => {};
  /** @type {Parameters<EngineConnection['onState']>[0]} */
  let stateListener = () => {};
  let isOpen = false;
  let closed = false;
  let attempts = 0;
  const start = () => {
    if (!closed) connection = open(events);
  };
  const events = {
    onLine: (/** @type {string} */ line) => lineListener(line),
    onOpen: () => {
      isOpen = true;
      attempts = 0;
      stateListener('open');
    },
    onClosed: (/** @type {string|undefined} */ reason) => {
      isOpen = false;
      stateListener('closed', reason);
      setTimeout(start, Math.min(8000, 500 * 2 ** attempts++));
    },
  };
  let connection = open(events);
  return {
    send: (line) => {
      if (isOpen) connection.send(line);
    },
    onLine: (cb) => { lineListener = cb; },
    onState: (cb) => { stateListener = cb; },
    close: () => {
      closed = true;
      connection.close();
    },
  };
}

/** Connects to an engine behind a WebSocket, one text frame a line. */
const connectWebSocket = (/** @type {string} */ url) => keepOpen(({ onLine, onOpen, onClosed }) => {
  const socket = new WebSocket(url);
  socket.onopen = onOpen;
  socket.onmessage = ({ data }) => onLine(String(data));
  socket.onclose = ({ reason }) => onClosed(reason);
  return socket;
});

/**
 * Starts an engine in a worker, as `startEngine` of the package does.
 * @param {string} module
 * @param {Record<string, string>} networks
 * @param {(bytes: number) => void} onProgress
 * @param {(error: string) => void} onError
 */
export const connectWorker = (module, networks, onProgress, onError) => keepOpen(({ onLine, onOpen, onClosed }) => {
  const fail = (/** @type {Error} */ { message }) => {
    onError(message);
    onClosed();
  };
  // A page with a server does without this file.
  const starting = import('../../js/thread.js').then(({ startEngine }) => startEngine(module, networks, { onLine, onOpen, onProgress, onError: fail }));
  starting.catch(fail);
  return {
    send: (line) => { starting.then((engine) => engine.send(line)); },
    close: () => { starting.then((engine) => engine.close(), () => {}); },
  };
});

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
