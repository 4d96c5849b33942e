// What games of the engine against itself say of a game: while they are played, as plots and in words.

import { button, download, h, select } from '../dom.js';
import { Engine } from '../engine.js';
import { plural } from '../learn/describe.js';
import { listText } from '../learn/words.js';

/** @typedef {{value: number, error: number|null}} Estimate  the error is half of the 95 % interval, `null` if it is not known */
/** @typedef {{count: number, share: number, interval: [number, number]}} Share */

/**
 * The report of a survey, as the engine's command `survey` prints it.
 * @typedef {{games: number, of: number, complete: boolean, plies: Estimate, moves: Estimate, most_moves: number, captures: Estimate, checks: Estimate,
 *   white_wins: Share, draws: Share, black_wins: Share, white_score: Estimate, white_elo: Estimate, ends: [string, Share][],
 *   pieces: {letter: string, name: string, assumed: number, elo: Estimate|null, pawns: Estimate|null}[],
 *   moves_by_ply: [number, number][], lengths: number[]}} Report
 */

/** The times to choose from, in seconds. @type {[string, string][]} */
const TIMES = [['10', '10 seconds'], ['30', '30 seconds'], ['120', '2 minutes'], ['600', '10 minutes']];
/** The nodes of a move. @type {[string, string][]} */
const NODES = [['100', 'very fast'], ['500', 'fast'], ['2000', 'better play']];
const MAX_GAMES = 10_000;
/** How long a report waits until it is drawn, in milliseconds. */
const DRAW_DELAY = 300;

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;

/** The 95 % interval of a share (E. B. Wilson, 1927). @returns {[number, number]} */
function wilson(/** @type {number} */ count, /** @type {number} */ all) {
  const z = 1.96 ** 2 / all;
  const share = count / all;
  const half = (1.96 / Math.sqrt(all)) * Math.sqrt(share * (1 - share) + z / 4) / (1 + z);
  const center = (share + z / 2) / (1 + z);
  return [center - half, center + half];
}

/** What stands out in a report, in sentences. @returns {string[]} */
export function verdict(/** @type {Report} */ report) {
  const { games, white_wins: white, black_wins: black, draws, ends, plies, moves, lengths, pieces } = report;
  if (games < 10) return [`After ${plural(games, 'game')} nothing is certain.`];
  const sentences = [];
  const decided = white.count + black.count;
  const [low, high] = wilson(white.count, Math.max(1, decided));
  if (decided > 0 && (low > 0.5 || high < 0.5)) {
    const [side, share, ends95] = low > 0.5 ? ['White', white.count / decided, [low, high]] : ['Black', black.count / decided, [1 - high, 1 - low]];
    sentences.push(`${side} wins ${percent(/** @type {number} */ (share))} of the decided games (${/** @type {number[]} */ (ends95).map((end) => Math.round(100 * end)).join(' to ')} %): ${side === 'White' ? 'the first move is worth too much' : 'to move first is a burden'}.`);
  }
  if (draws.interval[0] > 0.5) sentences.push(`${percent(draws.share)} of the games are drawn.`);
  /** @type {Record<string, string>} */
  const known = { 'fifty-moves': 'by the fifty-move rule', repetition: 'by repetition', stalemate: 'by stalemate', 'maximum-length': 'because they are too long', 'bare-king': 'with a bare king', 'dead-position': 'because nobody can win' };
  for (const [name, share] of ends) {
    if (name in known && share.share >= 0.25) sentences.push(`${percent(share.share)} of the games end ${known[name]}.`);
  }
  const median = lengths[Math.floor(lengths.length / 2)];
  if (median < 30) sentences.push(`The games are short: half of them end before move ${Math.ceil(median / 2) + 1}.`);
  if (median > 250) sentences.push(`The games are long: half of them take more than ${Math.floor(median / 2)} moves.`);
  if (moves.value < 12) sentences.push(`There is little choice: ${moves.value.toFixed(0)} moves in a position.`);
  if (moves.value > 120) sentences.push(`There is much choice: ${moves.value.toFixed(0)} moves in a position.`);
  const useless = pieces.filter(({ elo }) => elo?.error && elo.value + elo.error < 0).map(({ name }) => name);
  if (useless.length) sentences.push(`One more ${listText(useless)} lowers the chances of a side.`);
  const wrong = pieces.filter(({ pawns, assumed }) => pawns?.error && Math.abs(pawns.value - assumed) > pawns.error && pawns.error < pawns.value);
  if (wrong.length) sentences.push(`${listText(wrong.map(({ name, pawns, assumed }) => `the ${name} is worth ${pawns?.value.toFixed(1)} pawns and not ${assumed.toFixed(1)}`), 'and').replace(/^t/, 'T')}: the key value changes what the engine assumes.`);
  return sentences.length ? sentences : [`Nothing stands out in ${plural(games, 'game')} of ${plies.value.toFixed(0)} plies: White scores ${percent(report.white_score.value)}, ${percent(draws.share)} are drawn.`];
}

/** The numbers of lengths in some equal parts: the plies at which each part begins, and the games in it. */
function histogram(/** @type {number[]} */ lengths) {
  const width = Math.max(2, Math.ceil((lengths[lengths.length - 1] + 1) / 24));
  /** @type {number[]} */
  const counts = Array(Math.floor(lengths[lengths.length - 1] / width) + 1).fill(0);
  for (const length of lengths) counts[Math.floor(length / width)] += 1;
  // At least two parts, so that the first two show the width.
  while (counts.length < 2) counts.push(0);
  return [counts.map((_, index) => index * width), counts];
}

const color = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A small plot that is drawn again with each report. `title` says what it shows, `bars` whether as bars. */
function createPlot(/** @type {string} */ title, /** @type {boolean} */ bars) {
  const element = h('figure', { class: 'plot' }, h('figcaption', {}, title));
  /** @type {any} */
  let plot = null;
  let drawn = '';
  return {
    element,
    /** Destroys the plot, so that the next one has the present size and colors. */
    clear() { plot?.destroy(); plot = null; },
    update(/** @type {number[][]} */ data, /** @type {number} */ end) {
      const uPlot = /** @type {any} */ (globalThis).uPlot;
      if (!uPlot || !element.clientWidth) return;
      const look = `${element.clientWidth} ${color('--accent')} ${end}`;
      if (plot && look === drawn) {
        plot.setData(data);
        return;
      }
      plot?.destroy();
      drawn = look;
      const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
      plot = new uPlot({
        width: element.clientWidth, height: 130, legend: { show: false }, cursor: { show: false }, scales: { x: { time: false, range: [0, end] }, y: { range: [0, null] } },
        axes: [{ ...axis, size: 22 }, { ...axis, size: 34 }],
        series: [{}, { stroke: color('--accent'), fill: bars ? color('--chart-fill') : undefined, width: 1.5, points: { show: false }, ...(bars ? { paths: uPlot.paths.bars({ size: [0.9], align: 1 }) } : {}) }],
      }, data, element);
    },
  };
}

const estimate = (/** @type {Estimate|null} */ value, /** @type {number} */ digits) =>
  (value ? `${value.value.toFixed(digits)}${value.error === null ? '' : ` ± ${value.error.toFixed(digits)}`}` : '–').replace('-', '−');

/**
 * The panel. It has an engine of its own, so that the others can be asked meanwhile.
 * @param {() => import('../types.d.ts').EngineConnection} connect
 * @param {() => string} source  the text of the game
 * @param {(report: Report) => void} onReport
 */
export function createSurveyPanel(connect, source, onReport) {
  let time = '30';
  let nodes = '500';
  /** @type {Engine|null} */
  let engine = null;
  let timer = 0;
  /** The timer of the next drawing; 0 if none waits. */
  let drawing = 0;
  /** @type {Report|null} */
  let last = null;
  const status = h('p', { class: 'survey-status', role: 'status' });
  const words = h('ul', { class: 'survey-words' });
  const bar = h('div', { class: 'survey-results', role: 'img' });
  const [lengths, moves] = [createPlot('Length of the games, in plies', true), createPlot('Legal moves by ply', false)];
  const table = h('table', { class: 'survey-pieces' });
  const result = h('div', { class: 'survey-result', hidden: true }, words, bar, h('div', { class: 'survey-plots' }, lengths.element, moves.element), table);
  const start = button('Play games', run, '', 'primary');
  const save = button('Save report', () => download('survey.json', `${JSON.stringify(last, null, 2)}\n`));
  save.hidden = true;
  const element = h('div', { class: 'survey' },
    h('p', {}, 'The engine plays against itself. This shows who wins, how long it takes, and what the pieces are worth.'),
    h('div', { class: 'row' }, select('Time', TIMES, time, (value) => { time = value; }), select('Strength of play', NODES, nodes, (value) => { nodes = value; }), start, save), status, result);

  /** Keeps a report, and draws the newest one soon: a slow machine cannot draw every game. */
  function receive(/** @type {Report} */ report) {
    last = report;
    drawing ||= window.setTimeout(draw, DRAW_DELAY);
  }

  function draw() {
    clearTimeout(drawing);
    drawing = 0;
    if (last) show(last);
  }

  function show(/** @type {Report} */ report) {
    onReport(report);
    result.hidden = false;
    const parts = [['White', report.white_wins, 'white'], ['drawn', report.draws, 'draw'], ['Black', report.black_wins, 'black']];
    bar.replaceChildren(...parts.map(([name, share, kind]) => {
      const part = h('div', { class: /** @type {string} */ (kind) }, `${name} ${percent(/** @type {Share} */ (share).share)}`);
      part.style.flexGrow = String(/** @type {Share} */ (share).count);
      return part;
    }));
    bar.setAttribute('aria-label', parts.map(([name, share]) => `${name} ${percent(/** @type {Share} */ (share).share)}`).join(', '));
    words.replaceChildren(...verdict(report).map((sentence) => h('li', {}, sentence)));
    const [plies, counts] = histogram(report.lengths);
    lengths.update([plies, counts], plies[plies.length - 1] + plies[1]);
    const byPly = report.moves_by_ply;
    moves.update([byPly.map(([ply]) => ply), byPly.map(([, count]) => count)], byPly[byPly.length - 1]?.[0] ?? 1);
    table.replaceChildren(h('tr', {}, ...['Piece', 'in Elo', 'in pawns', 'assumed'].map((text) => h('th', {}, text))),
      ...report.pieces.map(({ letter, name, elo, pawns, assumed }) => h('tr', {}, h('td', {}, `${letter} ${name}`), h('td', {}, estimate(elo, 0)), h('td', {}, estimate(pawns, 1)), h('td', {}, assumed.toFixed(1)))));
    status.textContent = `${plural(report.games, 'game')}; ${report.moves.value.toFixed(0)} moves in a position, ${percent(report.captures.value)} of them captures; ${report.plies.value.toFixed(0)} plies a game.`;
    element.dataset.games = String(report.games);
  }

  /** Ends the games that are played. */
  function stop() {
    clearTimeout(timer);
    engine?.send('stop');
  }

  async function run() {
    if (engine) {
      stop();
      return;
    }
    const own = new Engine(connect());
    engine = own;
    start.textContent = 'Stop';
    status.textContent = 'The first game …';
    last = null;
    result.hidden = true;
    save.hidden = true;
    delete element.dataset.done;
    try {
      await new Promise((resolve, reject) => own.onState((isOpen, reason) => {
        if (isOpen) resolve(null);
        else reject(new Error(reason || 'No connection to the engine.'));
      }));
      await own.setVariant(await own.loadGame(source()), false, '');
      timer = window.setTimeout(stop, 1000 * Number(time));
      await own.survey(MAX_GAMES, Number(nodes), receive);
      draw();
      save.hidden = last === null;
    } catch (error) {
      status.textContent = /** @type {Error} */ (error).message;
    } finally {
      clearTimeout(timer);
      clearTimeout(drawing);
      drawing = 0;
      own.connection.close();
      engine = null;
      start.textContent = 'Play games';
      element.dataset.done = 'true';
    }
  }

  return {
    element, stop,
    /** Draws the plots again after a change of size or theme. */
    resize() {
      lengths.clear();
      moves.clear();
      if (last && !result.hidden) show(last);
    },
  };
}
