// The styles of the workshop, which are loaded with it.

import { h } from '../dom.js';

/** Loads the styles once. */
export function loadStyles() {
  const href = new URL('workshop.css', import.meta.url).href;
  if ([...document.querySelectorAll('link')].some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve) => { document.head.append(h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve })); });
}
