// The analysis: lines with scores, depth and speed, threats, what each piece is worth, and the review of a game.

import { button, h, select } from '../dom.js';
import { formatCount, formatScore } from '../score.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('../types.d.ts').Info} Info */
/** @typedef {import('../second-engine.js').SecondEngine} SecondEngine */

/** The moves of a line that are shown. */
const LENGTH = 10;

export function createAnalysisPanel(/** @type {Game} */ game, /** @type {SecondEngine} */ second) {
  const toggle = h('input', { type: 'checkbox', id: 'analyze', onchange: () => game.setAnalyzing(toggle.checked) });
  const count = select('Number of lines', ['1', '2', '3', '4', '5'].map((value) => [value, `${value} line${value === '1' ? '' : 's'}`]),
    String(game.lineCount), (value) => game.setLineCount(Number(value)));
  const status = h('p', { class: 'status' });
  const lines = h('ol', { class: 'lines' });
  const threat = button('Show threat', () => game.findThreat());
  const threatText = h('span', { class: 'threat-text' });
  const worths = h('input', { type: 'checkbox', id: 'worths', onchange: () => game.setShowsWorths(worths.checked) });
  const terms = h('ul', { class: 'terms' });
  let nodes = 20_000;
  const depth = select('Thoroughness', [['5000', 'Quick'], ['20000', 'Normal'], ['150000', 'Deep']], String(nodes), (value) => { nodes = Number(value); });
  const review = button('Analyze game', () => (game.review ? game.stopReview() : game.analyzeGame(nodes)));
  const progress = h('progress', { 'aria-label': 'Progress' });
  const summary = h('div', { class: 'summary' });
  const element = h('div', { class: 'analysis-panel' },
    h('div', { class: 'row' }, h('label', { class: 'switch', for: 'analyze' }, toggle, h('span', {}, 'Analyze')), count),
    status, lines, h('div', { class: 'row' }, threat, threatText),
    h('div', { class: 'row' }, h('label', { class: 'switch', for: 'worths' }, worths, h('span', {}, 'What each piece is worth'))), terms,
    h('div', { class: 'row' }, review, depth, progress), summary);

  /** The list of the analysis that the lines on display come from. @type {Info[]} */
  let source = [];
  /** The lines on display. Newer ones replace them when these are written. @type {Info[]} */
  let current = [];

  function lineElement(/** @type {Info} */ info, /** @type {string[]} */ texts) {
    const { node } = game.analysis;
    const score = formatScore(game.whiteScore(node, info));
    const moves = texts.map((text, index) => button(text, () => game.follow(node, [...info.pv], index + 1), '', index ? 'step' : 'step best'));
    return h('li', {}, h('span', { class: 'score' }, score), h('span', { class: 'pv' }, ...moves));
  }

  /** Shows the lines. */
  function showLines() {
    const infos = game.analysis.node === game.node ? game.analysis.infos : [];
    const [best] = infos;
    status.textContent = !game.analyzing ? 'Let the engine look at the position on the board.'
      : game.isThinking ? 'The engine is playing; the analysis goes on after its move.'
        : !best ? (game.ending(game.node) ? 'The game is over.' : 'Searching …')
          : `Depth ${best.depth}/${best.seldepth} · ${formatCount(best.nodes)} nodes · ${formatCount(Math.round(best.nps / 1000))} k/s`;
    // A line under the pointer or the focus must not be replaced between press and release.
    if (!lines.matches(':active')) {
      const index = [...lines.querySelectorAll('button')].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      if (infos !== source) lines.replaceChildren();
      if (infos !== source || !second.isWriting) current = infos.filter(Boolean);
      source = infos;
      const wanted = current.map(({ pv }) => pv.slice(0, LENGTH));
      const written = second.write(game.analysis.node, wanted);
      lines.replaceChildren(...current.map((info, index) =>
        (second.isWriting && written[index].length < wanted[index].length && lines.children[index]) || lineElement(info, written[index])));
      if (index >= 0) lines.querySelectorAll('button')[index]?.focus();
    }
  }

  function update() {
    toggle.checked = game.analyzing;
    showLines();
    const shown = game.threat?.node === game.node ? game.threat : null;
    threat.disabled = !game.position || game.ending(game.node) !== null;
    threatText.textContent = !shown ? '' : shown.error ? `No threat to show: ${shown.error}` : shown.move?.display ?? 'none';
    worths.checked = game.showsWorths;
    terms.hidden = !game.showsWorths || !game.position;
    if (game.position && !terms.hidden) {
      const { score, terms: parts } = game.position.evaluation;
      terms.replaceChildren(...[...parts, { name: 'evaluation without a search', score }].map((term) =>
        h('li', {}, h('span', {}, term.name), h('span', {}, formatScore(term.score)))));
    }
    review.textContent = game.review ? 'Stop' : 'Analyze game';
    review.disabled = !game.root.children.length;
    progress.hidden = !game.review;
    depth.hidden = Boolean(game.review);
    if (game.review) {
      progress.max = game.review.total;
      progress.value = game.review.done;
    }
    const line = game.node.end().path();
    const marked = (/** @type {string} */ side, /** @type {string} */ glyph) =>
      line.filter((node) => node.parent && game.sideToMove(node.parent) === side && node.glyph === glyph).length;
    summary.replaceChildren(...(line.some((node) => node.glyph) ? ['white', 'black'].map((side) =>
      h('p', {}, `${side === 'white' ? 'White' : 'Black'}: ${marked(side, '?!')} inaccuracies (?!), ${marked(side, '?')} mistakes (?), ${marked(side, '??')} blunders (??)`)) : []));
  }
  return { element, update, showLines };
}
