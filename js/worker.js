// The engine in a Web Worker, or in a worker thread of Node.js. The owner sends `{module, networks}`: the WebAssembly
// module or its address, and the addresses of the networks by rule set; and then lines, or other `{networks}`. The worker
// sends `{loaded}`, the bytes of the module loaded so far, `{ready}`, `{lines}` and `{error}`; after an error it is of no
// more use.

import { EngineModule } from './engine-module.js';
import { compileModule, nodeModule, readBytes } from './files.js';

/** @type {EngineModule|null} */
let engine = null;
/** @type {Record<string, string>} */
let networks = {};

const port = nodeModule('worker_threads')?.parentPort ?? self;
const post = (/** @type {object} */ message) => port.postMessage(message);
const fail = (/** @type {unknown} */ error) => post({ error: error instanceof Error ? error.message : String(error) });

async function start(/** @type {WebAssembly.Module|string} */ source) {
  const module = typeof source === 'string' ? await compileModule(source, (loaded) => post({ loaded })) : source;
  const loadNetwork = async (/** @type {string} */ variant) => Object.hasOwn(networks, variant) ? readBytes(networks[variant]) : null;
  engine = await EngineModule.start(module, loadNetwork, (lines) => post({ lines }), fail);
  post({ ready: true });
}

port.onmessage = (/** @type {{data: any}} */ { data }) => {
  if (typeof data === 'string') engine?.send(data);
  else {
    networks = data.networks;
    if (data.module) start(data.module).catch(fail);
  }
};
