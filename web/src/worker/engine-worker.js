// The engine in a Web Worker. The page sends `{module, networks}`, the address of the module and the rule sets that have a
// network, and then lines. The worker sends `{loaded}`, the bytes loaded so far, `{ready}`, `{lines}` and `{error}`; after
// an error it is of no more use.

import { EngineModule } from './engine-module.js';

/** @type {EngineModule|null} */
let engine = null;

const post = (/** @type {object} */ message) => self.postMessage(message);
const fail = (/** @type {unknown} */ error) => post({ error: error instanceof Error ? error.message : String(error) });

async function get(/** @type {string|URL} */ url) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: HTTP status ${response.status}`);
  return response;
}

async function load(/** @type {string} */ url, /** @type {string[]} */ networks) {
  const { body: source } = await get(url);
  let loaded = 0;
  const body = /** @type {ReadableStream<Uint8Array>} */ (source).pipeThrough(new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, controller) {
      loaded += chunk.length;
      post({ loaded });
      controller.enqueue(chunk);
    },
  }));
  // Any host will do, also one that does not know the type of the module.
  const module = await WebAssembly.compileStreaming(new Response(body, { headers: { 'content-type': 'application/wasm' } }));
  const loadNetwork = async (/** @type {string} */ variant) => networks.includes(variant)
    ? new Uint8Array(await (await get(new URL(`networks/${variant}.net`, url))).arrayBuffer()) : null;
  engine = await EngineModule.start(module, loadNetwork, (lines) => post({ lines }), fail);
  post({ ready: true });
}

self.onmessage = ({ data }) => {
  if (typeof data === 'string') engine?.send(data);
  else load(data.module, data.networks).catch(fail);
};
