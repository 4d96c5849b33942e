// The package as npm installs it: its files, the examples of README.md, and its types for a program that uses it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { install, root, skip } from './support.mjs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the installed package', { skip, timeout: 300_000 }, async (t) => {
  const { folder, remove } = install();
  t.after(remove);
  const target = join(folder, 'node_modules/triskelion');

  await t.test('has its files and no others', () => {
    const files = readdirSync(target, { recursive: true }).filter((file) => !file.startsWith('dist/networks/'));
    assert.deepEqual(files.sort(), [
      'LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'board.js', 'client.js', 'dist', 'dist/engine.wasm', 'dist/networks', 'engine-module.js',
      'engine.js', 'files.js', 'index.d.ts', 'index.js', 'instance.js', 'package.json', 'replies.d.ts', 'session.js', 'thread.js', 'worker.js',
    ]);
    const { version } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
    assert.ok(readFileSync(join(root, 'Cargo.toml'), 'utf8').includes(`\nversion = "${version}"\n`));
  });

  // A line that prints has what it prints as its comment.
  for (const [index, [, code]] of [...readme.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
    await t.test(`example ${index + 1} of README.md`, () => {
      const file = join(folder, `example-${index}.mjs`);
      writeFileSync(file, code);
      const printed = execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
      const expected = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
      const lines = printed.split('\n');
      for (const text of expected) {
        if (text === 'a diagram') assert.match(lines.splice(0, lines.indexOf('')).join('\n'), /level/);
        else assert.equal(lines.shift(), text);
      }
      assert.deepEqual(lines, ['']);
    });
  }

  const tsc = join(root, 'web/node_modules/.bin/tsc');
  await t.test('has types', { skip: !existsSync(tsc) && 'TypeScript is missing (npm ci in web/)' }, () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'use.ts'), "import { Board, Engine } from 'triskelion';\nexport const fen: string = new Board().fen;\nexport const move: Promise<string | null> = new Engine().search(new Board(), { depth: 1 }).then(({ move }) => move);\n");
    for (const resolution of ['nodenext', 'bundler']) {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      execFileSync(tsc, ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom', '--types', '', 'use.ts'], { cwd: folder, encoding: 'utf8' });
    }
  });
});
