// The gallery: the games of the program that come from texts, each with a picture, in three sentences, with what a survey says.

import { button, h } from '../dom.js';
import { plural, summary } from '../learn/describe.js';
import { Engine } from '../engine.js';
import { createPicture } from './board.js';
import { loadStyles } from './styles.js';
import { derived } from './templates.js';

/** @typedef {import('./workshop.js').Host} Host */
/** @typedef {import('../learn/describe.js').Rules} Rules */

/** The text of a game of the program; `null` if it has none. */
export async function gameText(/** @type {string} */ name) {
  const response = await fetch(new URL(`../../games/${name}.toml`, import.meta.url));
  return response.ok ? response.text() : null;
}

/** What a survey says, in a line. */
const numbers = (/** @type {Rules} */ { survey }) => (survey
  ? `${plural(survey.games, 'game')}: White scores ${survey.white} ± ${survey.error} %, ${survey.drawn} % drawn, ${survey.plies} plies, ${survey.moves} moves in a position` : '');

/** @param {Host} host */
export async function openGallery(host) {
  await loadStyles();
  const engine = new Engine(host.connect());
  const list = h('div', { class: 'gallery-list' });
  /** @type {(() => void)[]} */
  const disposals = [];
  const dialog = h('dialog', { class: 'gallery', 'aria-label': 'Gallery', onclose: () => {
    for (const dispose of disposals) dispose();
    engine.connection.close();
    dialog.remove();
  } }, h('div', { class: 'row' }, h('h2', {}, 'Gallery'), h('span', { class: 'gap' }), button('Close', () => dialog.close(), '', 'quiet')), list);
  document.body.append(dialog);
  dialog.showModal();

  async function show() {
    for (const name of host.variants) {
      const geometry = await engine.setVariant(name, false, '');
      /** @type {Rules|null} */
      const rules = await engine.json('rules');
      if (!rules || !dialog.open) continue;
      const source = async () => {
        const text = await gameText(name);
        if (text === null) throw new Error(`The text of ${name} could not be loaded.`);
        return text;
      };
      const then = (/** @type {(text: string) => unknown} */ act) => async () => {
        try {
          const text = await source();
          dialog.close();
          await act(text);
        } catch (error) {
          host.notify(/** @type {Error} */ (error).message, true);
        }
      };
      const picture = createPicture(geometry, rules, host.theme());
      disposals.push(picture.dispose);
      const title = rules.title || name;
      list.append(h('article', { class: 'gallery-game', 'data-game': name, 'aria-label': title }, picture.element, h('div', {}, h('h3', {}, title),
        ...summary(rules).map((text) => h('p', {}, text)), h('p', { class: 'gallery-numbers' }, numbers(rules)),
        h('div', { class: 'row' }, button('Play', then(host.play), `Play ${title}`, 'primary'), button('Rules', then((text) => host.learn(text, title)), `Rules of ${title}`), button('Change it', then((text) => host.edit(derived(text))), `Change it: ${title} in the workshop`)))));
      picture.resize();
    }
    dialog.dataset.ready = 'true';
  }
  engine.onState((isOpen) => {
    if (isOpen && !list.children.length) show().catch((error) => host.notify(error.message, true));
  });
}
