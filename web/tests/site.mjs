// The program and the static folder that the tests use, and a plain file server.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../../', import.meta.url));

/** The program, or an empty text. */
export const engine = [process.env.TRISKELION, ...['release', 'debug'].map((profile) => join(folder, 'target', profile, 'triskelion'))]
  .find((path) => path && existsSync(path)) ?? '';

/** The folder that `web/build` has made. */
export const site = pathToFileURL(`${resolve(process.env.PAGE ?? join(folder, 'target/page'))}/`);

// A plain server: it knows a few types, and nothing of WebAssembly.
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/**
 * Serves the folder below a path, without any other header.
 * @returns {Promise<{url: string, close(): void}>}
 */
export function serveFolder(path = '/some/where/') {
  const root = fileURLToPath(site);
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(root, name.endsWith('/') ? `${name.slice(path.length)}index.html` : name.slice(path.length));
    if (!name.startsWith(path) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({
      url: `http://127.0.0.1:${server.address().port}${path}`,
      close: () => {
        server.close();
        server.closeAllConnections();
      },
    }));
  });
}
