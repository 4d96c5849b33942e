// The workshop: the text of a game on the left, what it describes on the right: the board, the moves of each piece, and what
// games of the engine against itself say. The page loads it when it is opened.

import { button, download, h, select } from '../dom.js';
import { createFlatView } from '../flat-view.js';
import { packText, rulesLink } from '../link.js';
import { gameName } from '../names.js';
import { Engine } from '../engine.js';
import { createViewButton } from '../view-button.js';
import { positionModel, startPieces } from './board.js';
import { gameText, openGallery } from './gallery.js';
import { createPiecesPanel } from './pieces.js';
import { loadStyles } from './styles.js';
import { createSurveyPanel } from './survey.js';
import { ARMIES, SIZES, derived, template } from './templates.js';
import { createTextEditor, helpAt, helpText } from './text-editor.js';

/** @typedef {import('../view-model.js').BoardView} BoardView */
/** @typedef {import('../types.d.ts').GameCheck} GameCheck */

/**
 * What the workshop needs of the page.
 * @typedef {{connect: () => import('../types.d.ts').EngineConnection, variants: string[], theme: () => 'dark'|'light',
 *   store: {read(key: string): any, write(key: string, value: any): void}, notify: (text: string, isError?: boolean) => void,
 *   play: (source: string) => Promise<void>, learn: (source: string, title: string) => Promise<void>,
 *   edit: (source: string) => void}} Host
 */

const ALL_TABS = /** @type {const} */ (['board', 'pieces', 'measure']);
const TITLES = { board: 'Board', pieces: 'Pieces', measure: 'Measure' };

/** What a view draws of a geometry, as a text to compare. */
const shapeOf = (/** @type {import('../view-model.js').Geometry} */ { cells, pieces }) => JSON.stringify([cells, pieces]);

/** Opens another text in the workshop that is open. @type {((text: string) => void)|null} */
let openNext = null;

/**
 * @param {Host} host
 * @param {string|null} given  the text to open, otherwise the one of the last time
 * @param {string|null} played  the text of the game on the board, which is opened if it does not come from here
 */
export async function openWorkshop(host, given, played = null) {
  if (openNext) {
    if (given !== null) openNext(given);
    return;
  }
  openNext = () => {};
  await loadStyles();
  const first = template({ files: 5, ranks: 5, levels: 3, army: 'chess' });
  const foreign = played === host.store.read('workshop.played') ? null : played;
  let source = given ?? foreign ?? host.store.read('workshop') ?? first;
  /** @type {GameCheck|null} the last check of a text without errors */
  let good = null;
  let checked = '';
  let isChecking = false;
  let isOpen = false;
  /** @type {typeof ALL_TABS[number]} */
  let tab = 'board';
  let position = 0;

  const engine = new Engine(host.connect());
  const help = h('p', { class: 'key-help' });
  const notes = h('p', { class: 'text-notes' });
  const errors = h('ul', { class: 'text-errors', 'aria-label': 'Errors' });
  const editorBox = h('div', { class: 'text-box' });
  /** @type {ReturnType<typeof createTextEditor>} */
  let editor;

  // The board

  const [flatBox, spaceBox] = [h('div', { class: 'workshop-flat' }), h('div', { class: 'workshop-space', hidden: true })];
  /** @type {BoardView[]} */
  const views = [createFlatView(flatBox)];
  const viewButton = createViewButton(views, flatBox, spaceBox, draw);
  const facts = h('p', { class: 'facts' });
  const boardPanel = h('div', { class: 'board-panel' }, h('div', { class: 'row' }, facts, h('span', { class: 'gap' }), viewButton), h('div', { class: 'workshop-boards' }, flatBox, spaceBox));
  const pieces = createPiecesPanel(engine, host.theme);
  const survey = createSurveyPanel(host.connect, () => source, pieces.setReport);
  const panels = { board: boardPanel, pieces: pieces.element, measure: survey.element };

  function draw() {
    const { rules, geometry } = good ?? {};
    if (!rules || !geometry) return;
    const model = positionModel(geometry, startPieces(rules), host.theme());
    for (const view of views) view.update(model);
  }

  // Checks

  /** Shows what a check says. */
  async function show(/** @type {GameCheck} */ check) {
    editor.setErrors(check.errors.filter(({ file }) => !file));
    notes.textContent = check.notes.map((note) => `Note: ${note}.`.replace('?.', '?').replace(/`/g, '')).join(' ');
    errors.replaceChildren(...check.errors.slice(0, 6).map(({ file, line, key, message }) => h('li', {}, button(
      `${file || 'Line'} ${line}`, () => { editor.goTo(line); editor.focus(); }, '', 'quiet'), `${key && `${key}: `}${message}`)));
    dialog.dataset.errors = String(check.errors.length);
    for (const action of actions) action.disabled = check.errors.length > 0;
    const { rules, geometry } = check;
    if (!rules || !geometry) return;
    // Views build their cells again for another object only.
    const current = good?.geometry && shapeOf(good.geometry) === shapeOf(geometry) ? good.geometry : geometry;
    good = { ...check, geometry: current };
    const count = (/** @type {'w'|'b'} */ side) => rules.pieces.reduce((sum, { start }) => sum + start[side].length, 0);
    facts.textContent = `${rules.title || rules.name}: ${geometry.cells.length} cells, ${rules.pieces.length} kinds of pieces, ${count('w')} of each side`;
    if (tab === 'board') draw();
    await pieces.update(rules, current);
  }

  /** Checks the text, and again until nothing has changed meanwhile. */
  async function check() {
    if (isChecking || !isOpen) return;
    isChecking = true;
    try {
      while (checked !== source) {
        const text = source;
        const started = performance.now();
        const result = await engine.checkGame(text);
        checked = text;
        await show(result);
        performance.measure('workshop', { start: started });
      }
    } catch {
      // The connection is lost; the text is checked again with the next one.
      checked = '';
    } finally {
      isChecking = false;
    }
  }

  function showHelp() {
    const found = helpAt(editor.text(), position);
    help.replaceChildren(...(found ? [h('b', {}, found.key), ': ', helpText(found.help), ...(found.word ? [' ', h('b', {}, found.word), ': ', helpText(found.wordHelp ?? '')] : [])]
      : ['Ctrl+Space shows what can stand here.']));
    const letter = /^pieces\.([A-Z])/.exec(editor.tableAtCursor())?.[1];
    if (letter) pieces.choose(letter);
  }

  /** Replaces the text and what could be undone. */
  function openText(/** @type {string} */ text) {
    source = text;
    editor?.dispose();
    editor = createTextEditor({
      text, onCursor: (at) => {
        position = at;
        showHelp();
      }, onChange: (changed) => {
        source = changed;
        host.store.write('workshop', source);
        check();
      },
    });
    editorBox.replaceChildren(editor.element);
    position = 0;
    showHelp();
    host.store.write('workshop', source);
    check();
  }

  // Where texts come from and go to

  const file = h('input', { type: 'file', accept: '.toml,.txt', hidden: true, onchange: async () => {
    const [chosen] = file.files ?? [];
    if (chosen) openText(await chosen.text());
    file.value = '';
  } });
  const games = host.variants.map((name) => /** @type {[string, string]} */ ([name, gameName(name)[0]]));
  const start = h('select', { 'aria-label': 'Start from', onchange: async () => {
    const { value } = start;
    start.value = '';
    if (value === 'template') openTemplate();
    else if (value) {
      const text = await gameText(value);
      if (text === null) host.notify(`${gameName(value)[0]} moves its boards, so no text describes it.`, true);
      else openText(derived(text));
    }
  } }, h('option', { value: '' }, 'Start from …'), h('option', { value: 'template' }, 'a new game'), ...games.map(([name, title]) => h('option', { value: name }, title)));

  /** Asks for the size and the army of a new game. */
  function openTemplate() {
    let [size, army] = ['5x5x3', 'chess'];
    const ask = h('dialog', { class: 'confirm', 'aria-label': 'A new game', onclose: () => ask.remove() }, h('h2', {}, 'A new game'), h('div', { class: 'fields' },
      h('label', {}, 'Board', select('Board', SIZES, size, (value) => { size = value; })),
      h('label', {}, 'Army', select('Army', ARMIES, army, (value) => { army = value; }))),
    h('div', { class: 'row end' }, button('Cancel', () => ask.close(), '', 'quiet'), button('Begin', () => {
      const [files, ranks, levels] = size.split('x').map(Number);
      ask.close();
      openText(template({ files, ranks, levels, army: /** @type {import('./templates.js').Choice['army']} */ (army) }));
    }, '', 'primary')));
    document.body.append(ask);
    ask.showModal();
  }

  async function copyLink() {
    const link = new URL(rulesLink(await packText(source)), location.href).href;
    linkBox.value = link;
    linkBox.hidden = false;
    linkBox.select();
    navigator.clipboard?.writeText(link).then(() => host.notify('The link is copied. Whoever opens it can play the game.'), () => {});
  }
  const linkBox = h('input', { type: 'text', readOnly: true, hidden: true, 'aria-label': 'Address of the game' });

  const title = () => good?.rules?.title || good?.rules?.name || 'The game';
  const leave = (/** @type {() => Promise<void>} */ act) => () => {
    dialog.close();
    act().catch((error) => host.notify(error.message, true));
  };
  const actions = [
    button('Play', leave(() => {
      host.store.write('workshop.played', source);
      return host.play(source);
    }), 'Play the game on the board', 'primary'),
    button('Rules', () => host.learn(source, title()), 'Rules as lessons'),
    button('Link', copyLink, 'Link to the game'),
  ];

  // The frame

  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'What the text describes' }, ...ALL_TABS.map((name) => h('button', {
    type: 'button', role: 'tab', id: `workshop-${name}`, 'aria-controls': 'workshop-panel', onclick: () => showTab(name) }, TITLES[name])));
  const panel = h('div', { id: 'workshop-panel', role: 'tabpanel' });

  function resize() {
    for (const view of views) view.resize();
    pieces.resize();
    survey.resize();
  }

  function showTab(/** @type {typeof ALL_TABS[number]} */ name) {
    tab = name;
    for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (tabs.children)) item.setAttribute('aria-selected', String(item.id === `workshop-${name}`));
    panel.setAttribute('aria-labelledby', `workshop-${name}`);
    panel.replaceChildren(panels[name]);
    if (name === 'board') draw();
    resize();
  }

  const dialog = h('dialog', { class: 'workshop', 'aria-label': 'Workshop', onclose: () => {
    openNext = null;
    survey.stop();
    for (const view of views) view.dispose();
    pieces.dispose();
    editor.dispose();
    engine.connection.close();
    dialog.remove();
  } },
  h('div', { class: 'row workshop-head' }, h('h2', {}, 'Workshop'), start, button('Open', () => file.click(), 'Open a file'), button('Save', () => download(`${good?.rules?.name ?? 'game'}.toml`, source), 'Save as a file'), file,
    button('Gallery', () => openGallery(host), 'Gallery: the games of the program'), h('span', { class: 'gap' }), ...actions, button('Close', () => dialog.close(), '', 'quiet')),
  linkBox,
  h('div', { class: 'workshop-body' }, h('section', { class: 'workshop-text', 'aria-label': 'Text of the game' }, editorBox, help, notes, errors), h('section', { class: 'workshop-view', 'aria-label': 'The game' }, tabs, panel)));
  document.body.append(dialog);
  dialog.showModal();
  openText(source);
  openNext = openText;
  showTab('board');
  engine.onState((on) => {
    isOpen = on;
    if (on) check();
  });
}
