// The tests that CI runs: all but the games in both views and the tests of the view in space, which take minutes and
// depend on the speed of the machine. The rules of `all.mjs` apply.

import { after } from 'node:test';
import { stop } from './browser.mjs';
import './page.test.mjs';
import './learn.test.mjs';

after(stop);
