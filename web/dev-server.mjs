// Serves the page and relays `/engine` to one engine process a page, for development and tests:
// node dev-server.mjs [--engine ../target/release/triskelion] [--port 8080]

import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';

const folder = fileURLToPath(new URL('.', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.json': 'application/json', '.png': 'image/png',
};

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The value of a command-line option. */
const option = (name, value) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? value : process.argv[index + 1];
};

/**
 * Starts the server. `port` 0 selects a free one, `args` are those of the engine.
 * @returns {Promise<{url: string, close(): void}>}
 */
export function serve(engine, port = 0, /** @type {string[]} */ args = []) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    // The texts of games and the npm package lie beside the folder of the page.
    const isBeside = /^\/(games\/[\w-]+\.toml|js\/[\w-]+\.js)$/.test(path);
    const file = join(folder, isBeside ? '..' : '', path.endsWith('/') ? `${path}index.html` : path);
    if (!(isBeside || file.startsWith(folder)) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    // The same policy as that of `triskelion serve`; the pages of the tests have scripts of their own.
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-store', ...(path.includes('tests') ? {} : { 'content-security-policy': POLICY }),
    });
    createReadStream(file).pipe(response);
  });
  // A busy machine may take long to send a request.
  Object.assign(server, { requestTimeout: 0, headersTimeout: 0 });
  const sockets = new WebSocketServer({ server, path: '/engine' });
  sockets.on('connection', (socket) => {
    const child = spawn(engine, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) socket.send(line);
    });
    child.on('error', (error) => { console.error(`error: ${engine}: ${error.message}`); socket.close(); });
    child.on('exit', () => socket.close());
    child.stdin.on('error', () => {});
    socket.on('message', (data) => child.stdin.write(`${data}\n`));
    socket.on('close', () => child.kill());
  });
  return new Promise((resolve, reject) => {
    // The server for sockets passes on the errors of the server.
    sockets.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      resolve({ url, close: () => { sockets.clients.forEach((socket) => socket.terminate()); server.close(); server.closeAllConnections(); } });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const engine = option('engine', join(folder, '../target/release/triskelion'));
  const port = option('port', '8080');
  await serve(engine, Number(port)).then(
    ({ url }) => console.log(`Serving ${url}`),
    (error) => {
      console.error(`error: port ${port}: ${error.message}; select another with --port`);
      process.exitCode = 2;
    },
  );
}
