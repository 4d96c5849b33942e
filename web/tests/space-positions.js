// Positions for the test of the view in space, made without an engine.

/** @typedef {import('../src/view-model.js').ViewModel} ViewModel */
/** @typedef {import('../src/view-model.js').Geometry} Geometry */

const pieces = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn', 'unicorn']
  .map((name, index) => ({ letter: 'kqrbnpu'[index], name, royal: name === 'king' }));

const file = (/** @type {number} */ number) => String.fromCharCode(97 + number);

/** @param {number} files @param {number} ranks @param {number} levels @param {boolean} flat @returns {Geometry} */
function stack(files, ranks, levels, flat = false) {
  const cells = [];
  for (let level = 1; level <= levels; level++) {
    for (let f = 0; f < files; f++) {
      for (let rank = 1; rank <= ranks; rank++) {
        cells.push({ name: file(f) + rank + (flat ? '' : level), file: f, rank, level });
      }
    }
  }
  return { files, ranks, levels, cells, posts: [], title: '', pieces };
}

/** Three fixed boards and the posts at their corners. @returns {Geometry} */
function staircase() {
  const cells = [], posts = [];
  for (const [level, first] of [[2, 1], [4, 3], [6, 5]]) {
    for (let f = 1; f <= 4; f++) {
      for (let rank = first; rank < first + 4; rank++) cells.push({ name: `${file(f)}${rank}${level}`, file: f, rank, level });
    }
    for (const [sign, step] of /** @type {[string, number][]} */ ([['+', 1], ['-', -1]])) {
      for (const f of [1, 4]) {
        for (const rank of [first, first + 3]) {
          const names = [];
          for (const cf of f === 1 ? [0, 1] : [4, 5]) {
            for (const cr of rank === first ? [rank - 1, rank] : [rank, rank + 1]) {
              names.push(`${file(cf)}${cr}${level + step}`);
              cells.push({ name: `${file(cf)}${cr}${level + step}`, file: cf, rank: cr, level: level + step });
            }
          }
          posts.push({ name: `${file(f)}${rank}${level}${sign}`, covers: names });
        }
      }
    }
  }
  return { files: 6, ranks: 10, levels: 7, cells, posts, title: '', pieces };
}

/** @param {Geometry} geometry @param {string} pieces  as `Ra03 Pa13` @param {[string, 'white'|'black'|null][]} platforms @returns {ViewModel} */
function model(geometry, pieces, platforms = []) {
  const onPosts = new Set(geometry.posts.flatMap(post => post.covers));
  const live = new Set(geometry.cells.map(cell => cell.name).filter(name => !onPosts.has(name)));
  for (const [post] of platforms) geometry.posts.find(p => p.name === post)?.covers.forEach(cell => live.add(cell));
  return {
    geometry, live, pieces: new Map(pieces.split(' ').filter(Boolean).map(text => [text.slice(1), text[0]])),
    platforms: platforms.map(([post, owner]) => ({ post, owner })), selected: null, targets: new Map(), lastMove: [], check: null,
    worths: new Map(), arrows: [], orientation: 'white', level: null, theme: 'dark', reducedMotion: false,
  };
}

/** Places rows of pieces: `rows` gives the letters of a row by its rank and level. @param {Record<string, string>} rows */
const rows = rows => Object.entries(rows).flatMap(([place, letters]) => [...letters].map((letter, f) => letter + file(f) + place)).join(' ');

/** @type {Record<string, () => ViewModel>} */
export const positions = {
  federation: () => model(staircase(),
    'Ra03 Pa13 pa87 ra97 Qb03 Nb12 Pb13 Pb22 pb76 nb86 pb87 qb97 Bc12 Pc22 pc76 bc86 Bd12 Pd22 pd76 bd86 Ke03 Ne12 Pe13 Pe22 pe76 ne86 pe87 ke97 Rf03 Pf13 pf87 rf97',
    [['b12+', 'white'], ['b86+', 'black'], ['e12+', 'white'], ['e86+', 'black']]),
  sixfold: () => model(staircase(), 'Kd54 kc44 Qb34 rb01 Pa45 ne54',
    [['b12-', null], ['b34+', null], ['e64-', null], ['e86+', null], ['b56-', null], ['e34-', null]]),
  spacechess: () => model(stack(8, 8, 3), rows({
    11: 'RNBQKBNR', 21: 'PPPPPPPP', 12: 'PPPPPPPP', 82: 'pppppppp', 73: 'pppppppp', 83: 'rnbqkbnr',
  })),
  raumschach: () => model(stack(5, 5, 5), rows({
    11: 'RNKNR', 12: 'BUQBU', 21: 'PPPPP', 22: 'PPPPP', 55: 'rnknr', 54: 'ubqub', 45: 'ppppp', 44: 'ppppp',
  })),
  chess: () => model(stack(8, 8, 1, true), rows({ 1: 'RNBQKBNR', 2: 'PPPPPPPP', 7: 'pppppppp', 8: 'rnbqkbnr' })),
};
