// The types that the page and its board views share. A view draws a `ViewModel` and reports picks and drags; it knows
// no rules of any game.

/** The cells and posts of a rule set. @typedef {import('./types.d.ts').Geometry} Geometry */

/** @typedef {Geometry['cells'][number]} Cell */

/** @typedef {Geometry['posts'][number]} Post */

/**
 * Everything that a view shows.
 * - `live`: the cells that exist now: those of the fixed boards and those of the posts where a platform stands.
 * - `pieces`: the letters of the pieces by cell, upper case for White; the geometry has their names.
 * - `selected`: a cell or a post.
 * - `targets`: the cells and posts where the selected piece or platform can go, and what this leads to if a table knows it.
 * - `lastMove`: the cells or posts of the last move.
 * - `check`: the cell of a king in check.
 * - `worths`: what each piece is worth to its side, in pawns, by cell; empty unless it shall be shown.
 * - `arrows`: moves of the analysis between cells or posts, `weight` from 0 (weak) to 1 (best).
 * - `level`: the level in use; a view may fade the levels above it. `null` shows all levels alike.
 * @typedef {{
 *   geometry: Geometry,
 *   live: Set<string>,
 *   pieces: Map<string, string>,
 *   platforms: {post: string, owner: 'white'|'black'|null}[],
 *   selected: string|null,
 *   targets: Map<string, {capture: boolean, ending?: ReturnType<typeof import('./panels/ending.js').endingNote>}>,
 *   lastMove: string[],
 *   check: string|null,
 *   worths: Map<string, string>,
 *   arrows: {from: string, to: string, weight: number}[],
 *   orientation: 'white'|'black',
 *   level: number|null,
 *   theme: 'dark'|'light',
 *   reducedMotion: boolean,
 * }} ViewModel
 */

/**
 * A view of the board. `update` draws a model; `moved` names the pieces and platforms to animate from the previous
 * model. `onPick` reports a chosen cell or post, `onDrag` a drag from one cell or post to another.
 * @typedef {{
 *   element: HTMLElement,
 *   update(model: ViewModel, moved?: {from: string, to: string}[]): void,
 *   onPick(cb: (place: string) => void): void,
 *   onDrag(cb: (from: string, to: string) => void): void,
 *   resize(): void,
 *   dispose(): void,
 * }} BoardView
 */

export {};
