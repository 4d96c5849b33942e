// Wires the parts: engine, game, views and panels.

import { connectEngine } from './engine.js';
import { button, byId, h, iconButton, icon, select } from './dom.js';
import { createFlatView } from './flat-view.js';
import { Game } from './game.js';
import { positionLink, readLink, unpackText } from './link.js';
import { buildModel, isSelectable, leadsTo, movedPieces } from './model.js';
import { endingText } from './names.js';
import { createAnalysisPanel } from './panels/analysis.js';
import { createChart } from './panels/chart.js';
import { createEndingLine } from './panels/ending.js';
import { createMovesPanel, walks } from './panels/moves.js';
import { createPlayerCard } from './panels/players.js';
import { Engine } from './engine.js';
import { formatScore, share } from './score.js';
import { SecondEngine } from './second-engine.js';

/** @typedef {import('./view-model.js').Geometry} Geometry */
/** @typedef {import('./view-model.js').ViewModel} ViewModel */
/** @typedef {import('./view-model.js').BoardView} BoardView */
/** @typedef {BoardView & {setCamera(preset: 'front'|'side'|'top'|'white'|'black'|'reset'): void}} SpaceView */
/** @typedef {import('./tree.js').Node} Node */

const store = {
  read: (/** @type {string} */ key) => {
    try {
      return JSON.parse(localStorage.getItem(`triskelion.${key}`) ?? 'null');
    } catch {
      return null;
    }
  },
  write: (/** @type {string} */ key, /** @type {any} */ value) => {
    try {
      localStorage.setItem(`triskelion.${key}`, JSON.stringify(value));
    } catch {
      // A full or forbidden store: the game is not kept.
    }
  },
};

const settings = {
  theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark', muted: false,
  view: matchMedia('(min-width: 1000px)').matches ? 'both' : 'flat', orientation: /** @type {'white'|'black'} */ ('white'),
  notation: '', tab: 'moves', lines: 3, hints: false, ...store.read('settings'),
};
const motion = matchMedia('(prefers-reduced-motion: reduce)');

/** Opens a connection to an engine. `show` gets the progress of loading it. */
const connect = (/** @type {(text: string) => void} */ show = () => {}) => connectEngine(show);
/** Shows what the game waits for, or how it has ended. A long text may not fit. */
const showState = (/** @type {string} */ text) => Object.assign(byId('state'), { textContent: text, title: text });
const engine = new Engine(connect(showState));
const game = new Game(engine, onGame);
const second = new SecondEngine(game, connect, onGame);
game.notation = settings.notation;
game.lineCount = settings.lines;
game.hints = settings.hints;

/** @type {string|null} */
let selected = null;
/** @type {number|null} */
let level = null;
/** @type {Node|null} the position that was drawn last */
let drawn = null;
/** @type {SpaceView|null} */
let space = null;
let ready = false;

// Messages

let toastTimer = 0;
/** Shows a short message. */
function notify(/** @type {string} */ text, isError = false) {
  const toast = byId('toast');
  toast.textContent = text;
  toast.className = `shown${isError ? ' error' : ''}`;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { toast.className = ''; }, 2500 + text.length * 45);
}

const announce = (/** @type {string} */ text) => { byId('announcer').textContent = text; };

// Views

const flat = createFlatView(byId('flat-box'));
/** @type {BoardView[]} */
const views = [flat];

let spaceOpened = false;
/** Loads the 3-D view when it is needed first. */
async function openSpace() {
  if (spaceOpened) return;
  spaceOpened = true;
  try {
    const { createSpaceView } = await import('./space/view.js');
    space = /** @type {SpaceView} */ (createSpaceView(byId('space')));
    views.push(space);
    connectView(space);
    drawn = null;
    draw();
  } catch (error) {
    console.info('No 3-D view:', error);
    settings.view = 'flat';
    applySettings();
    notify('This browser cannot show the 3-D view.', true);
  }
}

function connectView(/** @type {BoardView} */ view) {
  view.onPick(pick);
  view.onDrag((from, to) => {
    if (editor?.active) editor.move(from, to);
    else if (canMove()) {
      selected = from;
      attempt(from, to);
    }
  });
}

/** The legal moves from a cell or post. */
const legalFrom = (/** @type {string|null} */ from) => (from ? game.position?.moves.filter((move) => move.from === from) ?? [] : []);

/** @returns {ViewModel|null} */
function viewModel() {
  const model = buildModel(game, { selected, orientation: settings.orientation, level, theme: settings.theme, reducedMotion: motion.matches });
  return model && editor?.active ? editor.apply(model) : model;
}

function draw() {
  const model = viewModel();
  if (!model) return;
  const moved = editor?.active || !drawn ? [] : movedPieces(model.geometry, drawn, game.node);
  drawn = game.node;
  for (const view of views) view.update(model, moved);
  if (!byId('stage').dataset.fen) performance.mark('board');
  byId('stage').dataset.fen = game.position?.board.fen;
}

// Picking and moving

function canMove() {
  const { node } = game;
  if (!game.position || game.ending(node)) return false;
  if (!game.connected) {
    notify('There is no connection to the engine.', true);
    return false;
  }
  if (node === game.tip && game.players[game.sideToMove(node)].engine && !game.paused) {
    notify('It is the engine’s turn.');
    return false;
  }
  return true;
}

async function attempt(/** @type {string} */ from, /** @type {string} */ to) {
  const moves = legalFrom(from).filter((move) => leadsTo(game.geometry, move, to));
  const { node } = game;
  if (!moves.length) {
    if (!game.position?.board.pieces[from] && !(from in (game.position?.board.platforms ?? {}))) return;
    selected = null;
    notify(await game.refusal(from + to), true);
    draw();
    return;
  }
  const choose = async () => (await import('./panels/choice.js')).chooseMove(/** @type {Geometry} */ (game.geometry), moves, node.position?.board.pieces[from] ?? '', game.sideToMove(node) === 'white');
  const move = moves.length === 1 ? moves[0] : await choose();
  selected = null;
  if (move && game.node === node) await game.play(move);
  else draw();
}

function pick(/** @type {string} */ place) {
  if (editor?.active) {
    editor.pick(place);
    return;
  }
  if (!game.position || game.ending(game.node)) return;
  const isTarget = legalFrom(selected).some((move) => leadsTo(game.geometry, move, place));
  const mine = isSelectable(game.position, place);
  if (selected && selected !== place && (isTarget || !mine)) {
    if (canMove()) attempt(selected, place);
    if (!isTarget) selected = null;
  } else {
    selected = mine && selected !== place && canMove() ? place : null;
  }
  if (selected) {
    const { length } = legalFrom(selected);
    announce(`Selected, ${length} legal move${length === 1 ? '' : 's'}.`);
  }
  draw();
}

function playText(/** @type {string} */ text) {
  if (canMove()) game.playText(text).catch((error) => notify(error.message, true));
}

// The parts of the page

const cards = { white: createPlayerCard(game, 'white'), black: createPlayerCard(game, 'black') };
const movesPanel = createMovesPanel(game, playText);
const analysisPanel = createAnalysisPanel(game, second);
const chart = createChart(game);
const endingLine = createEndingLine(game);
/** @type {ReturnType<typeof import('./panels/editor.js').createEditor>|null} */
let editor = null;
/** @type {string[]} */
const variants = [];

/** @typedef {{element: HTMLElement, update(): void}} Part */
/** `load` gets the parts that are loaded when they are needed. @type {Record<string, {title: string, parts: Part[], load?: () => Promise<Part>}>} */
const tabs = {
  moves: { title: 'Moves', parts: [endingLine, movesPanel, chart] },
  analysis: { title: 'Analysis', parts: [endingLine, analysisPanel, chart] },
  editor: { title: 'Editor', parts: [], load: loadEditor },
  record: { title: 'Share', parts: [], load: async () => (await import('./panels/record.js')).createRecordPanel(game, variants, notify) },
};

async function loadEditor() {
  const { createEditor } = await import('./panels/editor.js');
  const created = createEditor(game, () => {
    selected = null;
    drawn = null;
    draw();
    created.update();
  });
  // The tab may have been opened again meanwhile.
  editor ??= created;
  return editor;
}

function showTab(/** @type {string} */ name) {
  settings.tab = name in tabs ? name : 'moves';
  if (settings.tab !== 'editor') editor?.leave();
  for (const tab of byId('tabs').children) {
    const on = tab.id === `tab-${settings.tab}`;
    tab.setAttribute('aria-selected', String(on));
    /** @type {HTMLElement} */ (tab).tabIndex = on ? 0 : -1;
  }
  const panel = byId('tab-panel');
  panel.setAttribute('aria-labelledby', `tab-${settings.tab}`);
  const { parts, load } = tabs[settings.tab];
  panel.replaceChildren(...parts.map((part) => part.element));
  for (const part of parts) part.update();
  if (!parts.length) load?.().then((part) => fillTab(name, part));
  store.write('settings', settings);
}

/** Adds a part that was loaded for a tab. */
function fillTab(/** @type {string} */ name, /** @type {Part} */ part) {
  if (tabs[name].parts.length) return;
  tabs[name].parts = [part];
  if (settings.tab === name) showTab(name);
}

const setup = async () => (await import('./panels/setup.js')).openSetup(game, variants, () => {
  const { white, black } = game.players;
  settings.orientation = white.engine && !black.engine ? 'black' : 'white';
  showTab('moves');
  applySettings();
});

const learn = async () => (await import('./learn/learn.js')).openLearn({
  variant: game.variant, source: game.source, title: game.title, variants, connect, theme: () => settings.theme, tour });
const help = async () => (await import('./panels/help.js')).openHelp();
const tour = async () => (await import('./learn/tour.js')).startTour({ game, connect, theme: () => settings.theme, learn });

/** Starts a game between a person and a weak engine by the text of its rules. */
async function playSource(/** @type {string} */ source) {
  await game.start({ variant: '', source, players: { white: { engine: false, level: '0' }, black: { engine: true, level: '4' } } });
  settings.orientation = 'white';
  showTab('moves');
  applySettings();
}

/** Shows the rules of a text. */
const learnSource = async (/** @type {string} */ source, /** @type {string} */ title) => (await import('./learn/learn.js')).openLearn({
  variant: '', source, title, variants, connect, theme: () => settings.theme, tour });

/** What the workshop, the gallery and the page of a link need of this page. */
const host = { connect, variants, theme: () => settings.theme, store, notify, play: playSource, learn: learnSource, edit: (/** @type {string} */ text) => workshop(text) };
const workshop = async (/** @type {string|null} */ text = null) => (await import('./workshop/workshop.js')).openWorkshop(host, text, game.source);
const introduce = async (/** @type {string} */ source) => (await import('./workshop/introduction.js')).openIntroduction(host, source);

const viewSelect = select('View', [['both', 'Both'], ['space', '3-D'], ['flat', 'Flat']], settings.view, (value) => {
  settings.view = value;
  applySettings();
});
const levelSelect = h('select', { 'aria-label': 'Level in use', onchange: () => {
  level = levelSelect.value ? Number(levelSelect.value) : null;
  draw();
} });
const soundButton = iconButton('sound', 'Sound', () => { settings.muted = !settings.muted; applySettings(); });
const flip = () => {
  settings.orientation = settings.orientation === 'white' ? 'black' : 'white';
  applySettings();
};
byId('tools').append(button('New game', setup, '', 'primary'), button('Learn', learn), button('Workshop', () => workshop()), viewSelect, iconButton('flip', 'Flip the board (F)', flip), soundButton,
  iconButton('theme', 'Dark or light', () => { settings.theme = settings.theme === 'dark' ? 'light' : 'dark'; applySettings(); }),
  iconButton('help', 'Keys (?)', help));
/** @type {['front'|'side'|'top'|'white'|'black'|'reset', string][]} */
const presets = [['front', 'Front'], ['side', 'Side'], ['top', 'Top'], ['white', 'White'], ['black', 'Black'], ['reset', 'Reset']];
byId('camera').append(...presets.map(([preset, text]) => button(text, () => space?.setCamera(preset), `Camera: ${text}`)), levelSelect);
for (const [name, { title }] of Object.entries(tabs)) {
  byId('tabs').append(h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'tab-panel', onclick: () => showTab(name) }, title));
}
byId('tabs').addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.stopPropagation();
  const names = Object.keys(tabs);
  showTab(names[(names.indexOf(settings.tab) + step + names.length) % names.length]);
  byId(`tab-${settings.tab}`).focus();
});

const pauseButton = iconButton('pause', 'Pause', () => game.setPaused(!game.paused));
const hintButton = iconButton('hint', 'Hints (H)', () => game.setHints(!game.hints));
byId('actions').append(
  pauseButton, hintButton, iconButton('undo', 'Take back (U)', () => game.takeBack()), iconButton('draw', 'Offer a draw', offerDraw), iconButton('flag', 'Resign', resign));

/** Asks before something that cannot be undone. */
function confirm(/** @type {string} */ question, /** @type {string} */ yes, no = 'Cancel') {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'confirm', 'aria-label': question, onclose: () => { dialog.remove(); resolve(dialog.returnValue === 'yes'); } },
      h('p', {}, question), h('div', { class: 'row end' }, button(no, () => dialog.close(''), '', 'quiet'), button(yes, () => dialog.close('yes'), '', 'primary')));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** The side of the person: the only one, or the one to move. */
function person() {
  const { white, black } = game.players;
  return white.engine === black.engine ? game.sideToMove(game.tip) : white.engine ? 'black' : 'white';
}

async function resign() {
  const side = person();
  if (game.ending(game.tip)) return;
  const name = side === 'white' ? 'White' : 'Black';
  if (await confirm(`Resign for ${name}?`, 'Resign')) game.end(side === 'white' ? 'p2win' : 'p1win', `${name} resigns`);
}

async function offerDraw() {
  if (game.ending(game.tip)) return;
  const { white, black } = game.players;
  if (white.engine !== black.engine) {
    const scores = game.tip.path().map((node) => node.score).filter((score) => score !== null);
    const last = scores[scores.length - 1];
    const forEngine = last === undefined ? 1000 : white.engine ? last : -last;
    if (game.tip.ply < 20 || forEngine > 20) notify('The engine declines the draw.');
    else game.end('draw', 'agreement');
  } else if (await confirm('Do both sides agree to a draw?', 'Draw')) game.end('draw', 'agreement');
}

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => game.goto(walks.back(game.node)), ArrowRight: () => game.goto(walks.next(game.node)),
  ArrowUp: () => game.goto(walks.first(game.node)), ArrowDown: () => game.goto(walks.last(game.node)),
  Escape: () => { selected = null; draw(); }, u: () => { game.takeBack(); }, f: flip, a: () => game.setAnalyzing(!game.analyzing), t: () => { game.findThreat(); }, h: () => game.setHints(!game.hints), l: learn,
  n: setup, m: () => { settings.muted = !settings.muted; applySettings(); }, '?': help,
  v: () => { settings.view = { both: 'space', space: 'flat', flat: 'both' }[/** @type {string} */ (settings.view)] ?? 'flat'; applySettings(); },
  '/': () => { showTab('moves'); /** @type {HTMLElement|null} */ (document.querySelector('.typed input'))?.focus(); },
};
presets.forEach(([preset], index) => { keys[String(index + 1)] = () => space?.setCamera(preset); });
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (target.matches('input:not([type=checkbox]), textarea, select') || !game.position || (editor?.active && event.key !== 'Escape')) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// Updates

function applySettings() {
  document.documentElement.dataset.theme = settings.theme;
  const wanted = settings.view;
  byId('space').hidden = wanted === 'flat';
  byId('camera').hidden = wanted === 'flat';
  byId('flat-box').hidden = wanted === 'space';
  byId('views').dataset.view = wanted;
  viewSelect.value = wanted;
  soundButton.replaceChildren(icon(settings.muted ? 'mute' : 'sound'));
  soundButton.setAttribute('aria-pressed', String(!settings.muted));
  const isFlipped = settings.orientation === 'black';
  byId('top-player').replaceChildren(cards[isFlipped ? 'white' : 'black'].element);
  byId('bottom-player').replaceChildren(cards[isFlipped ? 'black' : 'white'].element);
  store.write('settings', settings);
  if (ready && wanted !== 'flat') openSpace();
  draw();
  for (const view of views) view.resize();
  chart.update();
}

function showEvaluation() {
  const bar = byId('eval');
  const { node } = game;
  const info = game.analysis.node === node ? game.analysis.infos[0] : undefined;
  const score = info ? game.whiteScore(node, info) : node.score;
  bar.hidden = !game.analyzing;
  if (score === null) return;
  const text = formatScore(score);
  const [fill, label] = [/** @type {HTMLElement} */ (bar.children[0]), /** @type {HTMLElement} */ (bar.children[1])];
  fill.style.setProperty('--share', String(share(score)));
  bar.classList.toggle('flipped', settings.orientation === 'black');
  label.textContent = text;
  bar.setAttribute('aria-label', `Evaluation for White: ${text}`);
}

function update() {
  const { node } = game;
  const ending = game.ending(node);
  const side = game.sideToMove(node) === 'white' ? 'White' : 'Black';
  const name = game.title + (game.chess960 ? ' 960' : '');
  byId('game-name').textContent = name;
  document.title = game.variant ? `${name} – Triskelion` : 'Triskelion';
  showState(!game.connected ? 'No connection to the engine …' : ending ? endingText(ending)
    : game.paused ? 'Paused' : game.isThinking && node === game.tip ? `${side} is thinking …` : `${side} to move${game.position?.board.in_check ? ', in check' : ''}`);
  byId('state').classList.toggle('over', ending !== null);
  cards.white.update();
  cards.black.update();
  for (const part of tabs[settings.tab].parts) part.update();
  const engines = game.players.white.engine || game.players.black.engine;
  pauseButton.hidden = !engines && !game.clock;
  pauseButton.replaceChildren(icon(game.paused ? 'play' : 'pause'));
  pauseButton.setAttribute('aria-label', game.paused ? 'Go on' : 'Pause');
  hintButton.setAttribute('aria-pressed', String(game.hints));
  showEvaluation();
  const levels = [...new Set(game.geometry?.cells.map((cell) => cell.level) ?? [])];
  if (levelSelect.options.length !== levels.length + 1) {
    levelSelect.replaceChildren(h('option', { value: '' }, 'All levels'), ...levels.sort((a, b) => a - b).map((value) => h('option', { value: String(value) }, `Level ${value}`)));
    level = null;
  }
  levelSelect.hidden = levels.length < 2;
}

let queued = 0;
/** @type {string|undefined} */
let drawnArrows;
function onGame(/** @type {'change'|'info'|'move'|'score'} */ event) {
  if (event === 'move') onMove();
  if (event === 'info') {
    queued ||= requestAnimationFrame(() => {
      queued = 0;
      analysisPanel.showLines();
      showEvaluation();
      const arrows = JSON.stringify(viewModel()?.arrows);
      if (arrows !== drawnArrows) draw();
      drawnArrows = arrows;
    });
    return;
  }
  if (event === 'score') {
    for (const part of tabs[settings.tab].parts) part.update();
    showEvaluation();
  } else {
    if (drawn !== game.node) selected = null;
    update();
    draw();
  }
  if (ready && game.position && game.connected) save();
}

function onMove() {
  const { tip } = game;
  const board = tip.position?.board;
  if (!board) return;
  const { white, black } = game.players;
  if (white.engine || black.engine) second.score(tip);
  const before = Object.keys(tip.parent?.position?.board.pieces ?? {}).length;
  const captured = Object.keys(board.pieces).length < before;
  const ending = game.ending(tip);
  if (!settings.muted) import('./sound.js').then(({ playSound }) => playSound(ending ? 'end' : board.in_check ? 'check' : captured ? 'capture' : 'move'));
  const mover = game.sideToMove(tip) === 'white' ? 'Black' : 'White';
  announce(`${mover}: ${tip.display}.${ending ? ` ${endingText(ending)}.` : board.in_check ? ' Check.' : ''}`);
}

let saving = 0;
/** The last addresses of the game, the newest last. That of the page may be a link which is not opened yet. @type {string[]} */
let addresses = [];
const saveGame = () => store.write('game', { ...game.save(), addresses });
function save() {
  clearTimeout(saving);
  saving = window.setTimeout(() => {
    const hash = positionLink(game);
    if (!editor?.active) history.replaceState(null, '', hash);
    settings.notation = game.notation;
    settings.lines = game.lineCount;
    settings.hints = game.hints;
    if (addresses.at(-1) !== location.hash) addresses = [...addresses, location.hash].slice(-8);
    saveGame();
    store.write('settings', settings);
  }, 150);
}
window.addEventListener('pagehide', () => {
  if (ready && game.position) saveGame();
});

/** Opens what an address names, after a question if a game would be lost. @param {ReturnType<typeof readLink>} link */
async function openLink(link) {
  if (!link || !(link.packed || variants.includes(link.variant))) return false;
  const source = link.packed ? await unpackText(link.packed).catch(() => null) : null;
  if (link.packed && source === null) {
    notify('The link is damaged.', true);
    return false;
  }
  if (source !== null && link.fen === null) {
    introduce(source);
    return false;
  }
  const [verb, thing] = link.fen === null ? ['Start', 'game'] : ['Open', 'position'];
  if (game.root.children.length && !await confirm(`${verb} the ${thing} of the link? It replaces the game on the board.`, verb, 'Keep the game')) {
    save();
    return false;
  }
  const players = { white: { ...game.players.white, engine: false }, black: { ...game.players.black, engine: false } };
  try {
    await game.start({ ...link, source, ...(link.fen !== null && { players }) });
    return true;
  } catch (error) {
    notify(`The link has no valid position: ${/** @type {Error} */ (error).message}`, true);
    return false;
  }
}
window.addEventListener('hashchange', () => { if (location.hash !== positionLink(game)) openLink(readLink(location.hash)); });

setInterval(() => {
  cards.white.tick();
  cards.black.tick();
  const side = game.sideToMove(game.tip);
  if (game.isRunning && game.remaining(side) === 0) game.end(side === 'white' ? 'p2win' : 'p1win', 'time');
}, 100);

/** Starts with the position of the address, the saved game, or a new game. */
async function begin() {
  const options = engine.request('uci', 'uciok');
  const saved = store.read('game');
  addresses = saved?.addresses ?? [];
  // A reload shows an older address of the game if the page has written a new one while the browser began to load.
  const isReload = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType('navigation')[0]).type === 'reload';
  const isOwn = isReload ? addresses.includes(location.hash) : addresses.at(-1) === location.hash;
  const link = isOwn ? null : readLink(location.hash);
  let resumed = saved !== null && await game.start(saved).then(() => true, () => false);
  await options;
  variants.splice(0, Infinity, ...(engine.options.get('UCI_Variant')?.choices ?? []));
  resumed &&= game.source !== null || variants.includes(saved.variant);
  const named = link && !link.packed && link.fen === null && variants.includes(link.variant) ? link : null;
  const { variant, chess960 } = named ?? { variant: engine.options.get('UCI_Variant')?.default ?? variants[0], chess960: false };
  const isFirst = saved === null && (!link || named !== null) && !store.read('tour');
  if (isFirst) {
    game.hints = true;
    await game.start({ variant, chess960, players: { white: { engine: false, level: '0' }, black: { engine: true, level: '0' } } });
  } else if (!resumed && !await openLink(link)) await game.start({ variant });
  ready = true;
  document.documentElement.dataset.ready = 'true';
  applySettings();
  update();
  save();
  // The name of the game on the board is no reason to start it again.
  const isSame = named !== null && game.source === null && variant === game.variant && chess960 === game.chess960;
  if (resumed && !isSame) await openLink(link);
  if (isFirst) {
    await tour();
    store.write('tour', true);
  }
}

window.addEventListener('unhandledrejection', (event) => {
  notify(event.reason?.message ?? String(event.reason), true);
  event.preventDefault();
});
for (const view of views) connectView(view);
showTab(settings.tab);
applySettings();
engine.onState((isOpen, reason) => {
  game.setConnected(isOpen);
  if (reason) notify(reason, true);
  if (isOpen && !ready) begin().catch((error) => notify(error.message, true));
});
