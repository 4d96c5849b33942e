// All tests in one process, so that they share a browser.

import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { stop } from './browser.mjs';

after(stop);
await import('./page.test.mjs');
const space = new URL('./space.test.mjs', import.meta.url);
if (existsSync(space)) await import(space.href);
