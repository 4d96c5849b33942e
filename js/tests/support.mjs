// What the tests share: why they are skipped, the program, the reference data, the package as npm makes it, and a server.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program, or an empty text. */
export const program = [process.env.TRISKELION, ...['release', 'debug'].map((profile) => join(root, 'target', profile, 'triskelion'))]
  .find((path) => path && existsSync(path)) ?? '';

/** Why a test cannot run, or false: the values of the option `skip`. */
export const skip = !existsSync(join(root, 'js/dist/engine.wasm')) && 'js/dist is missing (js/build)';
export const skipWithoutProgram = skip || (!program && 'the program is missing (cargo build --release, or set TRISKELION)');

// Nothing is skipped where a change is checked.
if (skipWithoutProgram && process.env.CI) throw new Error(skipWithoutProgram);

/** The lines that the program prints. */
export const native = (/** @type {string[]} */ commands) =>
  execFileSync(program, { input: `${commands.join('\n')}\nquit\n`, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');

/** Numbers below `n` that are the same in each run. */
export function random(/** @type {number} */ seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** The lines of a file of `tests/perft`. */
export const reference = (/** @type {string} */ file) =>
  readFileSync(join(root, 'tests/perft', file), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));

/** A new folder with the package in `node_modules`, as npm installs it. `remove` deletes it. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), 'triskelion-'));
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'js'), encoding: 'utf8' }));
  const target = join(folder, 'node_modules/triskelion');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', target]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const types = { '.html': 'text/html', '.js': 'text/javascript' };

/** A plain server that knows nothing of WebAssembly, as `http://127.0.0.1:PORT`. @returns {Promise<{url: string, close(): void}>} */
export function serve(/** @type {string} */ folder, headers = {}) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers }).end(readFileSync(file));
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({ url: `http://127.0.0.1:${server.address().port}`, close: () => { server.close(); server.closeAllConnections(); } }));
  });
}
