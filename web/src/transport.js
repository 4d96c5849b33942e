// The connection to an engine: lines of text in both directions.

/**
 * @typedef {{
 *   send(line: string): void,
 *   onLine(cb: (line: string) => void): void,
 *   onState(cb: (state: 'open'|'closed', reason?: string) => void): void,
 *   close(): void,
 * }} EngineConnection
 */

/**
 * Connects to an engine behind a WebSocket, one text frame a line. A lost connection is opened again.
 * @param {string} url
 * @returns {EngineConnection}
 */
export function connectWebSocket(url) {
  /** @type {(line: string) => void} */
  let lineListener = () => {};
  /** @type {(state: 'open'|'closed', reason?: string) => void} */
  let stateListener = () => {};
  let closed = false;
  let attempts = 0;
  /** @type {WebSocket} */
  let socket;
  const open = () => {
    socket = new WebSocket(url);
    socket.onopen = () => {
      attempts = 0;
      stateListener('open');
    };
    socket.onmessage = (event) => lineListener(String(event.data));
    socket.onclose = (event) => {
      stateListener('closed', event.reason);
      if (!closed) setTimeout(open, Math.min(8000, 500 * 2 ** attempts++));
    };
  };
  open();
  return {
    send: (line) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(line);
    },
    onLine: (cb) => { lineListener = cb; },
    onState: (cb) => { stateListener = cb; },
    close: () => {
      closed = true;
      socket.close();
    },
  };
}
