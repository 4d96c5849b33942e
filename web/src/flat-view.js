// The flat view: every fixed board as a diagram, the posts below and above it to its left and right.

import { h } from './dom.js';
import { pieceElement, pieceName } from './pieces.js';

/** @typedef {import('./view-model.js').ViewModel} ViewModel */
/** @typedef {import('./view-model.js').Geometry} Geometry */
/** @typedef {import('./view-model.js').Cell} Cell */
/** @typedef {import('./view-model.js').Post} Post */

/**
 * A diagram of cells on one level. Positions are in cells from its upper left corner as White sees it.
 * @typedef {{level: number, title: string, width: number, height: number, cells: {cell: Cell, x: number, y: number}[],
 *   posts: {post: Post, x: number, y: number, handleY: number}[]}} Diagram
 */

const GAP = 0.3;
const HANDLE = 0.42;
const TITLE = 18;
const SPACE = 10;
const MAX_CELL = 68;

/** @template T @param {T[]} items @param {(item: T) => number} key */
const distinct = (items, key) => [...new Set(items.map(key))].sort((a, b) => a - b);

/** Divides a geometry into groups of diagrams: a fixed board with its posts. The nearest group to White is last. */
function diagramGroups(/** @type {Geometry} */ geometry) {
  const cellByName = new Map(geometry.cells.map((cell) => [cell.name, cell]));
  const onPosts = new Set(geometry.posts.flatMap((post) => post.covers));
  const fixed = geometry.cells.filter((cell) => !onPosts.has(cell.name));
  const boards = distinct(fixed, (cell) => cell.level).map((level) => fixed.filter((cell) => cell.level === level));
  const minRank = (/** @type {Cell[]} */ cells) => Math.min(...cells.map((cell) => cell.rank));
  boards.sort((a, b) => minRank(b) - minRank(a) || b[0].level - a[0].level);

  const board = (/** @type {Cell[]} */ cells) => {
    const [files, ranks] = [distinct(cells, (cell) => cell.file), distinct(cells, (cell) => cell.rank)];
    const place = (/** @type {Cell} */ cell) => ({ cell, x: cell.file - files[0], y: ranks[ranks.length - 1] - cell.rank });
    const { level } = cells[0];
    const title = geometry.levels > 1 ? `Level ${level}` : '';
    return { level, title, width: files.length, height: ranks.length, cells: cells.map(place), posts: [] };
  };

  const platforms = (/** @type {Cell[]} */ cells, /** @type {string} */ sign) => {
    const names = new Set(cells.map((cell) => cell.name + sign));
    const posts = geometry.posts.filter((post) => names.has(post.name)).map((post) => {
      const covered = post.covers.map((name) => /** @type {Cell} */ (cellByName.get(name)));
      return { post, covered, file: Math.min(...covered.map((cell) => cell.file)), rank: minRank(covered) };
    });
    if (!posts.length) return null;
    const [columns, rows] = [distinct(posts, (post) => post.file), distinct(posts, (post) => post.rank)];
    const size = 2;
    const { level } = posts[0].covered[0];
    /** @type {Diagram} */
    const diagram = {
      level, title: `${sign === '+' ? 'Above' : 'Below'} · level ${level}`, width: columns.length * (size + GAP) - GAP,
      height: rows.length * (size + HANDLE + GAP) - GAP, cells: [], posts: [],
    };
    for (const { post, covered, file, rank } of posts) {
      const x = columns.indexOf(file) * (size + GAP);
      const row = rows.length - 1 - rows.indexOf(rank);
      const y = row * (size + HANDLE + GAP);
      // The handles of the upper and the lower platforms are on the outside.
      const isUpper = row < rows.length / 2;
      diagram.posts.push({ post, x, y: isUpper ? y + HANDLE : y, handleY: isUpper ? y : y + size });
      for (const cell of covered) {
        diagram.cells.push({ cell, x: x + cell.file - file, y: (isUpper ? y + HANDLE : y) + size - 1 - (cell.rank - rank) });
      }
    }
    return diagram;
  };

  return boards.map((cells) => [platforms(cells, '-'), board(cells), platforms(cells, '+')].filter((diagram) => diagram !== null));
}

/** The text of a cell for people: `b2, level 2`. */
export function cellLabel(/** @type {Geometry} */ geometry, /** @type {Cell} */ cell) {
  const column = String.fromCharCode(97 + cell.file) + cell.rank;
  return geometry.levels > 1 ? `${column} level ${cell.level}` : column;
}

/** The text of a post for people: `above b1 level 2`. */
export function postLabel(/** @type {Geometry} */ geometry, /** @type {string} */ post) {
  const corner = geometry.cells.find((cell) => cell.name === post.slice(0, -1));
  return `${post.endsWith('+') ? 'above' : 'below'} ${corner ? cellLabel(geometry, corner) : post}`;
}

/**
 * @param {HTMLElement} container
 * @returns {import('./view-model.js').BoardView}
 */
export function createFlatView(container) {
  const arrows = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  arrows.setAttribute('class', 'arrows');
  arrows.setAttribute('aria-hidden', 'true');
  const pieceLayer = h('div', { class: 'pieces' });
  const surface = h('div', { class: 'surface' });
  const element = h('div', { class: 'flat' }, surface);
  container.append(element);

  /** @type {(place: string) => void} */
  let pick = () => {};
  /** @type {(from: string, to: string) => void} */
  let drag = () => {};
  /** @type {ViewModel|null} */
  let model = null;
  /** @type {Diagram[][]} */
  let groups = [];
  /** @type {Map<string, HTMLButtonElement>} the cells, and the posts as ghosts */
  const places = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  const handles = new Map();
  /** @type {Map<string, {x: number, y: number, size: number}>} */
  const boxes = new Map();
  /** @type {Map<string, {letter: string, element: HTMLElement}>} */
  let pieces = new Map();
  let focused = '';

  /** Creates the elements of all cells and posts. */
  function build(/** @type {ViewModel} */ { geometry }) {
    groups = diagramGroups(geometry);
    places.clear();
    handles.clear();
    pieces.clear();
    pieceLayer.replaceChildren();
    surface.replaceChildren();
    for (const diagram of groups.flat()) {
      const box = h('div', { class: 'diagram', role: 'group', 'aria-label': diagram.title || 'Board' });
      if (diagram.title) box.append(h('div', { class: 'title', 'aria-hidden': 'true' }, diagram.title));
      for (const { post } of diagram.posts) {
        const ghost = h('button', { type: 'button', class: 'post', 'data-place': post.name, tabIndex: -1 });
        const handle = h('button', { type: 'button', class: 'handle', 'data-place': post.name, tabIndex: -1 });
        places.set(post.name, ghost);
        handles.set(post.name, handle);
        box.append(ghost, handle);
      }
      for (const { cell } of diagram.cells) {
        const parity = cell.file + cell.rank + (geometry.posts.length ? 0 : cell.level + 1);
        const button = h('button', { type: 'button', class: `cell ${parity % 2 ? 'dark' : 'light'}${diagram.posts.length ? ' on-platform' : ''}`, 'data-place': cell.name, tabIndex: -1 });
        places.set(cell.name, button);
        box.append(button);
      }
      surface.append(box);
    }
    surface.append(pieceLayer, arrows);
  }

  /** Chooses the number of columns of groups with the largest cells, and places everything. */
  function layout() {
    if (!model) return;
    const width = element.clientWidth - 4;
    // On a narrow page, which scrolls, the diagrams have no height to fit in.
    const scrolls = getComputedStyle(element).position === 'static';
    const height = scrolls ? Math.max(640, window.innerHeight) : element.clientHeight;
    if (width <= 0) return;
    const flip = model.orientation === 'black';
    const order = flip ? [...groups].reverse() : groups;
    const sizeOf = (/** @type {Diagram[]} */ group) => ({
      width: group.reduce((sum, diagram) => sum + diagram.width, 0), height: Math.max(...group.map((diagram) => diagram.height)),
      gaps: (group.length - 1) * SPACE,
    });
    const unit = sizeOf(order[0]);
    const title = groups.flat().length > 1 ? TITLE : 0;
    const fit = (/** @type {number} */ columns) => {
      const rows = Math.ceil(order.length / columns);
      const byWidth = (width - columns * unit.gaps - (columns - 1) * 2 * SPACE) / (columns * unit.width);
      const byHeight = (height - rows * title - (rows - 1) * SPACE) / (rows * unit.height);
      return { columns, rows, cell: Math.floor(Math.min(byWidth, Math.max(byHeight, scrolls ? 32 : 22), MAX_CELL)) };
    };
    const best = order.map((_, index) => fit(index + 1)).reduce((a, b) => (b.cell >= a.cell ? b : a));
    const { cell: size, columns } = best;
    const [stepX, stepY] = [unit.width * size + unit.gaps + 2 * SPACE, unit.height * size + title + SPACE];
    boxes.clear();
    surface.style.setProperty('--cell', `${size}px`);
    surface.style.width = `${stepX * columns - 2 * SPACE}px`;
    surface.style.height = `${stepY * best.rows - SPACE}px`;
    order.forEach((group, index) => {
      let left = (index % columns) * stepX;
      const top = Math.floor(index / columns) * stepY + title;
      for (const diagram of flip ? [...group].reverse() : group) {
        const down = top + ((unit.height - diagram.height) * size) / 2;
        const put = (/** @type {HTMLElement} */ target, /** @type {number} */ x, /** @type {number} */ y, w = 1, tall = 1) => {
          const [px, py] = [(flip ? diagram.width - x - w : x) * size, (flip ? diagram.height - y - tall : y) * size];
          Object.assign(target.style, { left: `${left + px}px`, top: `${down + py}px`, width: `${w * size}px`, height: `${tall * size}px` });
          return { x: left + px, y: down + py, size: w * size };
        };
        const box = /** @type {HTMLElement} */ (places.get(diagram.cells[0].cell.name)?.parentElement);
        const heading = /** @type {HTMLElement|null} */ (box.querySelector('.title'));
        if (heading) Object.assign(heading.style, { left: `${left}px`, top: `${down - TITLE}px`, width: `${diagram.width * size}px` });
        for (const { cell, x, y } of diagram.cells) boxes.set(cell.name, put(/** @type {HTMLElement} */ (places.get(cell.name)), x, y));
        for (const { post, x, y, handleY } of diagram.posts) {
          boxes.set(post.name, put(/** @type {HTMLElement} */ (places.get(post.name)), x, y, 2, 2));
          put(/** @type {HTMLElement} */ (handles.get(post.name)), x, handleY, 2, HANDLE);
        }
        // Coordinates stand in the left and the lower cells of each diagram.
        for (const { cell, x, y } of diagram.cells) {
          const [dx, dy] = flip ? [1, -1] : [-1, 1];
          const has = (/** @type {number} */ ax, /** @type {number} */ ay) => diagram.cells.some((at) => Math.abs(at.x - ax) < 0.1 && Math.abs(at.y - ay) < 0.1);
          const button = /** @type {HTMLElement} */ (places.get(cell.name));
          button.dataset.rank = has(x + dx, y) ? '' : String(cell.rank);
          button.dataset.file = has(x, y + dy) ? '' : String.fromCharCode(97 + cell.file);
        }
        left += diagram.width * size + SPACE;
      }
    });
    for (const [cell, piece] of pieces) placePiece(piece.element, cell);
    drawArrows();
  }

  function placePiece(/** @type {HTMLElement} */ target, /** @type {string} */ cell) {
    const box = boxes.get(cell);
    if (box) target.style.transform = `translate(${box.x}px, ${box.y}px)`;
  }

  function updatePieces(/** @type {ViewModel} */ next, /** @type {{from: string, to: string}[]} */ moved) {
    pieceLayer.classList.toggle('animated', moved.length > 0 && !next.reducedMotion);
    const source = new Map(moved.map(({ from, to }) => [to, from]));
    const old = new Map(pieces);
    const used = new Set();
    const take = (/** @type {string|undefined} */ cell, /** @type {string} */ letter) => {
      const piece = cell === undefined ? undefined : old.get(cell);
      if (!piece || used.has(piece) || piece.letter !== letter) return null;
      used.add(piece);
      return piece;
    };
    /** @type {typeof pieces} */
    const result = new Map();
    const cells = [...next.pieces].sort(([a], [b]) => Number(source.has(b)) - Number(source.has(a)));
    for (const [cell, letter] of cells) {
      let piece = take(source.get(cell), letter) ?? take(cell, letter);
      if (!piece) {
        piece = { letter, element: h('div', { class: 'piece-box' }, pieceElement(next.geometry, letter)) };
        pieceLayer.append(piece.element);
      }
      placePiece(piece.element, cell);
      result.set(cell, piece);
    }
    for (const piece of old.values()) if (!used.has(piece)) piece.element.remove();
    for (const [cell, { element: box }] of result) {
      const worth = next.worths.get(cell);
      if (worth === undefined) delete box.dataset.worth; else box.dataset.worth = worth;
    }
    pieces = result;
  }

  function updateStates(/** @type {ViewModel} */ next) {
    const { geometry, targets } = next;
    const owners = new Map(next.platforms.map(({ post, owner }) => [post, owner]));
    const last = new Set(next.lastMove);
    for (const cell of geometry.cells) {
      const button = /** @type {HTMLButtonElement} */ (places.get(cell.name));
      const letter = next.pieces.get(cell.name);
      const target = targets.get(cell.name);
      const state = {
        live: next.live.has(cell.name), occupied: Boolean(letter), selected: next.selected === cell.name, last: last.has(cell.name),
        check: next.check === cell.name, target: target !== undefined && !target.capture, capture: target?.capture ?? false,
      };
      for (const [name, on] of Object.entries(state)) button.classList.toggle(name, on);
      button.disabled = !state.live;
      const ending = target?.ending;
      button.title = ending?.text ?? '';
      button.replaceChildren(...(ending ? [h('span', { class: `ending ${ending.result}` }, ending.mark)] : []));
      const notes = [cellLabel(geometry, cell), letter ? pieceName(geometry, letter) : '',
        next.worths.has(cell.name) ? `worth ${next.worths.get(cell.name)}` : '', state.check ? 'in check' : '',
        target ? (target.capture ? 'can be captured' : 'can move here') : '', button.title, state.selected ? 'selected' : ''];
      button.setAttribute('aria-label', notes.filter(Boolean).join(', '));
    }
    for (const { name } of geometry.posts) {
      const ghost = /** @type {HTMLButtonElement} */ (places.get(name));
      const handle = /** @type {HTMLButtonElement} */ (handles.get(name));
      const stands = owners.has(name);
      const owner = owners.get(name);
      ghost.className = `post ${stands ? 'stands' : targets.has(name) ? 'target' : 'vacant'}`;
      ghost.disabled = stands || !targets.has(name);
      ghost.setAttribute('aria-label', `Post ${postLabel(geometry, name)}, the platform can move here`);
      handle.className = `handle${owner ? ` ${owner}` : ''}${next.selected === name ? ' selected' : ''}${last.has(name) ? ' last' : ''}`;
      handle.hidden = !stands;
      handle.setAttribute('aria-label', `Platform ${name}, ${postLabel(geometry, name)}${owner ? `, ${owner}` : ''}${next.selected === name ? ', selected' : ''}`);
      handle.textContent = name;
    }
    setFocusable(focused);
  }

  /** The element of a place that can be reached now. */
  const active = (/** @type {string} */ name) => {
    const handle = handles.get(name);
    const target = handle && !handle.hidden ? handle : places.get(name);
    return target && !target.disabled ? target : undefined;
  };

  /** Makes one place reachable by Tab. */
  function setFocusable(/** @type {string} */ name) {
    const target = active(name) ?? [...places.keys()].map(active).find(Boolean);
    for (const button of surface.querySelectorAll('button')) button.tabIndex = button === target ? 0 : -1;
  }

  function drawArrows() {
    if (!model) return;
    const size = parseFloat(surface.style.getPropertyValue('--cell'));
    const center = (/** @type {string} */ name) => {
      const box = boxes.get(name);
      return box && { x: box.x + box.size / 2, y: box.y + box.size / 2 };
    };
    arrows.innerHTML = model.arrows.map(({ from, to, weight, ...rest }) => {
      const [a, b] = [center(from), center(to)];
      if (!a || !b) return '';
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const [thick, head] = [size * (0.06 + 0.1 * weight), size * (0.16 + 0.14 * weight)];
      const [ex, ey] = [b.x - ux * head * 1.5, b.y - uy * head * 1.5];
      return `<g class="${'kind' in rest ? 'threat' : ''}" opacity="${0.35 + 0.5 * weight}"><line x1="${a.x}" y1="${a.y}" x2="${ex}" y2="${ey}" stroke-width="${thick}"/>`
        + `<path d="M${b.x} ${b.y}L${ex - uy * head} ${ey + ux * head}L${ex + uy * head} ${ey - ux * head}z"/></g>`;
    }).join('');
  }

  // Dragging: a press on a piece or a handle that moves some pixels.
  /** @type {{from: string, x: number, y: number, moving: HTMLElement|null, origin: string}|null} */
  let press = null;
  let suppressClick = false;
  const placeAt = (/** @type {Element|null} */ target) => /** @type {HTMLElement|null} */ (target?.closest('[data-place]'))?.dataset.place;

  surface.addEventListener('pointerdown', (event) => {
    const from = placeAt(/** @type {Element} */ (event.target));
    suppressClick = false;
    if (from && event.isPrimary && event.button === 0) press = { from, x: event.clientX, y: event.clientY, moving: null, origin: '' };
  });
  const move = (/** @type {PointerEvent} */ event) => {
    if (!press || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moving) {
      if (Math.hypot(dx, dy) < 6) return;
      const piece = pieces.get(press.from)?.element ?? handles.get(press.from);
      if (!piece) {
        press = null;
        return;
      }
      press.moving = piece;
      press.origin = piece.style.transform;
      piece.classList.add('dragged');
    }
    press.moving.style.transform = `translate(${dx}px, ${dy}px) ${press.origin}`;
  };
  const release = (/** @type {PointerEvent} */ event) => {
    const done = press;
    press = null;
    if (!done?.moving) return;
    done.moving.classList.remove('dragged');
    done.moving.style.transform = done.origin;
    suppressClick = true;
    const hidden = handles.get(done.from);
    if (hidden) hidden.style.pointerEvents = 'none';
    const to = event.type === 'pointerup' ? placeAt(document.elementFromPoint(event.clientX, event.clientY)) : undefined;
    if (hidden) hidden.style.pointerEvents = '';
    if (to && to !== done.from) drag(done.from, to);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);

  surface.addEventListener('click', (event) => {
    const place = placeAt(/** @type {Element} */ (event.target));
    if (place && !suppressClick) pick(place);
    suppressClick = false;
  });
  surface.addEventListener('focusin', (event) => {
    focused = placeAt(/** @type {Element} */ (event.target)) ?? focused;
    setFocusable(focused);
  });
  surface.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = /** @type {HTMLElement|null} */ (document.activeElement);
    if (!direction || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (/** @type {Element} */ target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(from);
    const candidates = [...surface.querySelectorAll('button')].filter((button) => button !== from && !button.disabled && !button.hidden);
    let [best, least] = [from, Infinity];
    for (const button of candidates) {
      const [bx, by] = middle(button);
      const along = (bx - x) * direction[0] + (by - y) * direction[1];
      const across = Math.abs((bx - x) * direction[1]) + Math.abs((by - y) * direction[0]);
      const cost = along + 3 * across;
      if (along > 2 && across <= along * 1.2 && cost < least) [best, least] = [button, cost];
    }
    best.focus();
  });

  const observer = new ResizeObserver(() => layout());
  observer.observe(element);

  return {
    element,
    update(next, moved = []) {
      const rebuild = model?.geometry !== next.geometry;
      const turned = model?.orientation !== next.orientation;
      model = next;
      if (rebuild) build(next);
      if (rebuild || turned) layout();
      updatePieces(next, rebuild || turned ? [] : moved);
      updateStates(next);
      drawArrows();
    },
    onPick: (cb) => { pick = cb; },
    onDrag: (cb) => { drag = cb; },
    resize: layout,
    dispose() {
      observer.disconnect();
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
      element.remove();
    },
  };
}
