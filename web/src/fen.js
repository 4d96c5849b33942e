// Builds a FEN from the pieces on the board. The engine validates it.

/** @typedef {import('./view-model.js').Geometry} Geometry */
/** @typedef {import('./view-model.js').Cell} Cell */

/** Divides a FEN into the side to move and the fields after it. */
export function fenFields(/** @type {Geometry} */ geometry, /** @type {string} */ fen) {
  const words = fen.trim().split(/\s+/).slice(geometry.posts.length ? 2 : 1);
  return { side: words[0] ?? 'w', rest: words.slice(1).join(' ') };
}

/** The same position with the other side to move. */
export const passTurn = (/** @type {string} */ fen) => fen.replace(/ ([wb]) /, (_, side) => (side === 'w' ? ' b ' : ' w '))
  .replace(/ [a-z]\d+:\S+/, ' -').replace(/ [a-h][36] (\d+ \d+)$/, ' - $1');

/** A random start position of Chess960: the bishops on different colors, the king between the rooks. */
export function chess960Fen() {
  /** @type {string[]} */
  const row = Array(8).fill('');
  const random = (/** @type {number} */ count) => Math.floor(Math.random() * count);
  const put = (/** @type {string} */ piece, /** @type {number} */ index) => {
    row[[...row.keys()].filter((file) => !row[file])[index]] = piece;
  };
  row[2 * random(4)] = 'B';
  row[2 * random(4) + 1] = 'B';
  put('Q', random(6));
  put('N', random(5));
  put('N', random(4));
  for (const piece of 'RKR') put(piece, 0);
  const white = row.join('');
  return `${white.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`;
}

/**
 * The fixed boards from the highest level to the lowest, then the platforms, then the other fields.
 * @param {Geometry} geometry
 * @param {Map<string, string>} pieces
 * @param {Map<string, string>} platforms  owners (`w`, `b` or empty) by post
 * @param {string} side
 * @param {string} rest
 */
export function composeFen(geometry, pieces, platforms, side, rest) {
  const onPosts = new Set(geometry.posts.flatMap((post) => post.covers));
  const span = (/** @type {number} */ first, /** @type {number} */ last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  /** Rows of cells from the highest rank to the lowest. Without posts a board is whole, and missing cells are empty. */
  const rows = (/** @type {Cell[]} */ cells) => {
    const at = new Map(cells.map((cell) => [`${cell.file} ${cell.rank}`, pieces.get(cell.name) ?? ' ']));
    const within = (/** @type {'file'|'rank'} */ axis) => span(Math.min(...cells.map((cell) => cell[axis])), Math.max(...cells.map((cell) => cell[axis])));
    const [files, ranks] = geometry.posts.length ? [within('file'), within('rank')] : [span(0, geometry.files - 1), span(1, geometry.ranks)];
    const row = (/** @type {number} */ rank) => files.map((file) => at.get(`${file} ${rank}`) ?? ' ').join('').replace(/ +/g, (run) => String(run.length));
    return ranks.reverse().map(row).join('/');
  };
  const fixed = geometry.cells.filter((cell) => !onPosts.has(cell.name));
  const levels = geometry.posts.length ? [...new Set(fixed.map((cell) => cell.level))].sort((a, b) => b - a) : span(1, geometry.levels).reverse();
  const fields = [levels.map((level) => rows(fixed.filter((cell) => cell.level === level))).join('|')];
  if (geometry.posts.length) {
    fields.push([...platforms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, owner]) => {
      const cells = geometry.posts.find((post) => post.name === name)?.covers ?? [];
      return `${name}${owner}:${rows(geometry.cells.filter((cell) => cells.includes(cell.name)))}`;
    }).join(',') || '-');
  }
  return [...fields, side, rest].join(' ').trim();
}
