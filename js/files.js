// The files of the package, in browsers by `fetch` and in Node.js from the disk.

const node = /** @type {any} */ (globalThis).process;

/**
 * A module of Node.js, or `undefined` in browsers. An `import` would stop bundlers for browsers.
 * @param {'fs'|'worker_threads'} name
 */
export const nodeModule = (name) => node?.versions?.node ? node.getBuiltinModule?.(`node:${name}`) : undefined;

const isOnDisk = (/** @type {string|URL} */ url) => String(url).startsWith('file:') && nodeModule('fs');

async function get(/** @type {string|URL} */ url) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: HTTP status ${response.status}`);
  return response;
}

/** Reads a file. @returns {Promise<Uint8Array>} */
export async function readBytes(/** @type {string|URL} */ url) {
  if (isOnDisk(url)) return nodeModule('fs').promises.readFile(new URL(url));
  return new Uint8Array(await (await get(url)).arrayBuffer());
}

/**
 * Loads and compiles the WebAssembly module.
 * @param {string|URL} url
 * @param {(bytes: number) => void} [onProgress]  gets the bytes loaded so far
 */
export async function compileModule(url, onProgress = () => {}) {
  if (isOnDisk(url)) return WebAssembly.compile(/** @type {BufferSource} */ (await readBytes(url)));
  let loaded = 0;
  const { body: source } = await get(url);
  const body = /** @type {ReadableStream<Uint8Array>} */ (source).pipeThrough(new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, controller) {
      loaded += chunk.length;
      onProgress(loaded);
      controller.enqueue(chunk);
    },
  }));
  // Any host will do, also one that does not know the type of the module.
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'content-type': 'application/wasm' } }));
}

/** Compiles the module at once, from the disk; `null` in browsers. */
export function compileNow(/** @type {string|URL} */ url) {
  return isOnDisk(url) ? new WebAssembly.Module(nodeModule('fs').readFileSync(new URL(url))) : null;
}
