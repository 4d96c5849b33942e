// All tests in one process, so that they share a browser. None of these modules may wait for anything while it is loaded:
// the runner would take the tests so far for all of them and stop the browser.

import { after } from 'node:test';
import { stop } from './browser.mjs';
import './page.test.mjs';
import './endings.test.mjs';
import './games.test.mjs';
import './learn.test.mjs';
import './space.test.mjs';
import './workshop-text.test.mjs';
import './workshop.test.mjs';
import './module.test.mjs';
import './static.test.mjs';

after(stop);
