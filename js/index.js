// Three-dimensional chess: rules, boards and an engine. The types are in index.d.ts.

export { Board, Move } from './board.js';
export { Analysis, Engine } from './engine.js';
export { load, loadGame, variants } from './session.js';
