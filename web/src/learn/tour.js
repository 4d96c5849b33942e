// The tour of the page for a first visit. The board can be played meanwhile, and the first move ends the tour.

import { byId, button, h } from '../dom.js';
import { isBuiltIn, levelName } from '../names.js';
import { createPracticeBoard, loadStyles } from './practice.js';

/** @typedef {{title: string, text: string[], at: string, picture?: import('./learn.js').Lesson}} Step  `at` selects what is marked */

/**
 * @param {{game: import('../game.js').Game, connect: () => import('../types.d.ts').EngineConnection,
 *   theme: () => 'dark'|'light', learn: () => void}} page
 */
export async function startTour({ game, connect, theme, learn }) {
  document.querySelector('#tour')?.remove();
  const [{ loadLessons }] = await Promise.all([import('./learn.js'), loadStyles()]);
  const lessons = game.source === null && isBuiltIn(game.variant) ? await loadLessons(game.variant, game.engine) : [];
  const lesson = lessons.find(({ title }) => title === 'Platforms');
  const inSpace = !byId('space').hidden;
  const levels = game.geometry?.levels ?? 1;
  const engineLevel = [game.players.white, game.players.black].find(({ engine }) => engine)?.level;
  /** @type {Step[]} */
  const steps = [{
    title: 'What you see', at: '#stage',
    text: [
      `This is ${game.title}. ${levels > 1 ? 'The boards lie one above the other, and each diagram of the flat view is one level.' : ''}`,
      ...(lesson ? ['The small boards at the corners are platforms. They carry pieces and can move.'] : []),
      'Choose a piece: dots show where it can go. Then choose a dot.',
    ],
  }];
  if (lesson) {
    steps.push({
      title: 'How a platform moves', at: '', picture: lesson,
      text: ['The bar with a name is the handle of a platform. Choose it, then a dashed place. Try it here.'],
    });
  }
  if (levels > 1) {
    steps.push({
      title: 'Turn the board', at: inSpace ? '#space' : '#tools select',
      text: [inSpace ? 'Drag the background to turn the boards, and zoom with the wheel or two fingers. The buttons above show them from fixed sides.'
        : 'Choose 3-D here to see the boards in space. There, drag the background to turn them.', 'F turns White and Black around.'],
    });
  }
  steps.push({
    title: 'Your move', at: '#actions',
    text: [
      ...(engineLevel ? [`You play against the engine at the level ${levelName(engineLevel)}.`] : []),
      ...(game.hints ? ['The arrow shows a good move. The lamp turns such hints off.'] : ['The lamp turns hints on.']),
    ],
  });

  const box = h('section', { id: 'tour', role: 'dialog', 'aria-label': 'Tour' });
  /** @type {ReturnType<typeof createPracticeBoard>|null} */
  let board = null;
  const first = game.tip;
  const watch = setInterval(() => { if (game.tip !== first || !box.isConnected) end(); }, 300);
  const onKey = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape' && !document.querySelector('dialog[open]')) end(); };

  const mark = (/** @type {string} */ at) => {
    document.querySelector('.tour-mark')?.classList.remove('tour-mark');
    if (at) document.querySelector(at)?.classList.add('tour-mark');
  };

  function end() {
    clearInterval(watch);
    document.removeEventListener('keydown', onKey);
    mark('');
    board?.dispose();
    board = null;
    box.remove();
  }

  function show(/** @type {number} */ index) {
    const { title, text, at, picture } = steps[index];
    const isLast = index === steps.length - 1;
    mark(at);
    board?.dispose();
    board = null;
    const heading = h('h2', { tabIndex: -1 }, title);
    const next = isLast ? button('Play', end, '', 'primary') : button('Next', () => show(index + 1), '', 'primary');
    const place = h('div', {});
    box.replaceChildren(heading, ...text.map((line) => h('p', {}, line)), place, h('div', { class: 'row' },
      h('span', { class: 'hint gap' }, `${index + 1} of ${steps.length}`),
      isLast ? button('Rules and puzzles', () => { end(); learn(); }) : button('Skip', end, 'Skip the tour', 'quiet'), next));
    if (picture) {
      const practice = createPracticeBoard(connect, theme, { onMove: () => { setTimeout(() => { if (board === practice) practice.passBack(); }, 250); } });
      board = practice;
      place.append(practice.element);
      practice.show({ ...game.ruleSet, ...picture });
    }
    heading.focus({ preventScroll: true });
  }

  document.addEventListener('keydown', onKey);
  document.body.append(box);
  show(0);
}
