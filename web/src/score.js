// Scores in centipawns for White.

/** Mate in `n` moves is `MATE - n`. */
export const MATE = 100_000;

/** A score as text: `+0.31`, `−1.20`, `#3`, `#−2`. */
export function formatScore(/** @type {number} */ score) {
  const sign = score < 0 ? '−' : '';
  if (Math.abs(score) > MATE - 1000) return `#${sign}${MATE - Math.abs(score)}`;
  return `${sign || '+'}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** The worth of a piece to its side as text, in pawns: `3.1`, `−0.4`. */
export const formatWorth = (/** @type {number} */ worth) => (worth / 100).toFixed(1).replace('-', '−');

/** White's share of the evaluation bar. */
export const share = (/** @type {number} */ score) => 1 / (1 + Math.exp(-0.004 * Math.max(-2000, Math.min(2000, score))));

/** A number with a thin space every three digits: `1 234 567`. */
export const formatCount = (/** @type {number} */ count) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');

/** A time as minutes and seconds, with tenths when it is short. */
export function formatTime(/** @type {number} */ ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
