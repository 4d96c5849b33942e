// The chart of the evaluation along the current line.

import { h } from '../dom.js';
import { formatScore, share } from '../score.js';

/** @typedef {import('../game.js').Game} Game */

const color = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function createChart(/** @type {Game} */ game) {
  const element = h('div', { class: 'chart', role: 'img', 'aria-label': 'Evaluation of the game' });
  /** @type {any} */
  let plot = null;
  let theme = '';

  function create(/** @type {number[][]} */ data) {
    const Plot = /** @type {any} */ (globalThis).uPlot;
    plot?.destroy();
    plot = new Plot({
      width: element.clientWidth || 300, height: 110, legend: { show: false }, padding: [6, 4, 2, 4],
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false }, y: { range: [-1.05, 1.05] } },
      axes: [{ show: false }, { show: false }],
      series: [{}, {
        stroke: color('--accent'), width: 2, fill: color('--chart-fill'), fillTo: 0, points: { show: false }, spanGaps: true,
      }, { stroke: color('--warn'), paths: () => null, points: { show: true, size: 8, fill: color('--warn') } }],
      hooks: {
        draw: [(/** @type {any} */ u) => {
          const { ctx, bbox } = u;
          const line = (/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2) => {
            ctx.beginPath();
            ctx.moveTo(x1, y1);
            ctx.lineTo(x2, y2);
            ctx.stroke();
          };
          ctx.save();
          ctx.strokeStyle = color('--muted');
          ctx.lineWidth = 1;
          const [zero, now] = [u.valToPos(0, 'y', true), u.valToPos(game.node.ply, 'x', true)];
          line(bbox.left, zero, bbox.left + bbox.width, zero);
          line(now, bbox.top, now, bbox.top + bbox.height);
          ctx.restore();
        }],
      },
    }, data, element);
    plot.over.addEventListener('click', () => {
      const ply = plot.data[0][plot.cursor.idx ?? 0];
      const node = game.node.end().path()[ply];
      if (node) game.goto(node);
    });
  }

  function update() {
    const line = game.node.end().path();
    const scored = line.filter((node) => node.score !== null);
    element.hidden = scored.length < 2 || !(/** @type {any} */ (globalThis).uPlot);
    if (element.hidden) return;
    const value = (/** @type {number|null} */ score) => (score === null ? null : 2 * share(score) - 1);
    const data = [line.map((node) => node.ply), line.map((node) => value(node.score)), line.map((node) => (/\?$/.test(node.glyph) ? value(node.score) : null))];
    const now = color('--accent') + element.clientWidth;
    if (!plot || now !== theme) {
      theme = now;
      create(/** @type {number[][]} */ (data));
    } else {
      plot.setData(data);
    }
    const last = scored[scored.length - 1];
    element.setAttribute('aria-label', `Evaluation of the game, ${formatScore(last.score ?? 0)} after ${last.ply} half-moves`);
  }
  return { element, update };
}
