// The editor for the text of a game: CodeMirror with help and completions for the keys. Loaded when it is opened.
//
// The content security policy forbids the `style` element that CodeMirror adds to a document. In a shadow root it uses
// constructed style sheets, which are allowed. The variables of `style.css` are inherited there.

import { h } from '../dom.js';
import {
  Annotation, EditorState, EditorView, HighlightStyle, StreamLanguage, acceptCompletion, autocompletion, bracketMatching, closeBrackets,
  closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine, highlightActiveLineGutter, history,
  historyKeymap, hoverTooltip, indentOnInput, indentUnit, indentWithTab, isolateHistory, keymap, lineNumbers, lintGutter, lintKeymap,
  search, searchKeymap, setDiagnostics, startCompletion, syntaxHighlighting, tags,
} from '../../vendor/codemirror/codemirror.min.js';
import * as position from './toml-position.js';

/** @typedef {{line: number, key: string, message: string}} GameError  as the engine reports it; the line from 1 */

const response = await fetch(new URL('keys.json', import.meta.url));
if (!response.ok) throw new Error(`keys.json: ${response.status} ${response.statusText}`);
/** @type {position.Keys} */
const keys = await response.json();

/** How long the text must not change before errors are announced, and how long Tab leaves after Escape, in milliseconds. */
const REST = 1500, LEAVE = 5000;

/** The help for the key at a position; see `toml-position.js`. */
export const helpAt = (/** @type {string} */ text, /** @type {number} */ at) => position.helpAt(keys, text, at);

/** A text with words of the file between `` ` `` as elements. */
export const helpText = (/** @type {string} */ text) =>
  h('span', {}, ...text.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : part)));

/** @type {import('../../vendor/codemirror/codemirror.min.js').StreamParser<position.TokenState>} */
const parser = {
  name: 'toml',
  startState: position.startState,
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) position.startLine(stream.string, state);
    const { end, type } = position.nextToken(stream.string, stream.pos, state);
    stream.pos = end;
    return type === 'space' ? null : type;
  },
  indent(state, textAfter, context) {
    if (state.quotes) return null;
    return context.unit * Math.max(0, state.open.length - (/^[\]}]/.test(textAfter) ? 1 : 0));
  },
  tokenTable: {
    comment: tags.comment, key: tags.propertyName, header: tags.heading, string: tags.string, number: tags.number, flag: tags.bool,
    bracket: tags.bracket, punctuation: tags.separator, invalid: tags.invalid,
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['[', '{', '"'] }, indentOnInput: /^\s*[\]}]$/ },
};

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.heading, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.number, tags.bool], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.bracket, tags.separator], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const control = { boxSizing: 'border-box', font: 'inherit', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '6px' };
const focus = { outline: '2px solid var(--accent)', outlineOffset: '1px' };
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { color: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--accent) 28%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)', color: 'inherit' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'color-mix(in srgb, var(--bad) 30%, transparent)', color: 'inherit' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 28%, transparent)', outline: '1px solid color-mix(in srgb, var(--warn) 60%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--warn) 55%, transparent)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textDecorationSkipInk: 'none', textUnderlineOffset: '3px' },
  '.cm-lintRange-active': { backgroundColor: 'color-mix(in srgb, var(--bad) 18%, transparent)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  '.cm-lint-marker': { width: '9px', height: '9px' },
  '.cm-lint-marker-error': { content: 'normal', display: 'block', margin: '.45em auto 0', borderRadius: '50%', backgroundColor: 'var(--bad)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: '0 4px 18px #0005' },
  '.cm-tooltip-hover': { maxWidth: 'min(460px, calc(100vw - 24px))' },
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--line)' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-help': { padding: '6px 10px', font: "13px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif", overflowWrap: 'anywhere' },
  '.cm-help code': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", fontSize: '.92em', color: 'var(--accent)' },
  '.cm-help strong': { fontWeight: '600' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16em', minWidth: '170px', borderRadius: '7px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '1.45' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': { padding: '0', maxWidth: '320px' },
  '.cm-panels': { backgroundColor: 'var(--card)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 34px 6px 8px', font: "13px/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" },
  '.cm-panel.cm-search input:not([type=checkbox])': { ...control, background: 'var(--bg)', padding: '3px 8px', margin: '2px 4px 2px 0', minHeight: '28px' },
  '.cm-panel.cm-search input:focus-visible, .cm-button:focus-visible, .cm-panel button:focus-visible': focus,
  '.cm-panel.cm-search label': { fontSize: '12.5px', color: 'var(--muted)', display: 'inline-flex', alignItems: 'center', gap: '3px', margin: '0 8px 0 0' },
  '.cm-panel .cm-button': { ...control, backgroundImage: 'none', background: 'var(--raised)', padding: '2px 9px', minHeight: '28px', margin: '2px 4px 2px 0', cursor: 'pointer' },
  '.cm-panel .cm-button:active': { backgroundImage: 'none' },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]': {
    font: 'inherit', fontSize: '18px', color: 'var(--muted)', background: 'none', border: 'none', top: '4px', right: '6px', width: '26px', height: '26px', cursor: 'pointer' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--raised)' },
  '.cm-panel.cm-panel-lint ul [aria-selected] .cm-diagnosticText, &.cm-focused .cm-panel.cm-panel-lint ul': { color: 'inherit' },
});

const hostStyle = new CSSStyleSheet();
hostStyle.replaceSync(':host { display: block; height: 100%; min-height: 0; } #keys { display: none; }');

const helpElement = (/** @type {string} */ title, /** @type {string} */ help, /** @type {HTMLElement|null} */ more = null) =>
  h('div', { class: 'cm-help' }, h('strong', {}, title), ' – ', helpText(help), more);

/** The help for a key or a word in a tooltip. */
const hover = hoverTooltip((view, at) => {
  const text = view.state.doc.toString(), { token } = position.placeAt(text, at), help = helpAt(text, at);
  if (!token || !help || !/key|header|string/.test(token.type)) return null;
  const more = help.word ? h('div', {}, h('strong', {}, help.word), ' – ', helpText(help.wordHelp ?? '')) : null;
  return { pos: token.from, end: token.to, above: true, create: () => ({ dom: helpElement(help.key, help.help, more) }) };
});

/** @type {import('../../vendor/codemirror/codemirror.min.js').CompletionSource} */
const complete = (context) => {
  const found = position.completionsAt(keys, context.state.doc.toString(), context.pos, context.explicit);
  return found && {
    from: found.from,
    options: found.options.map(({ label, help, apply, cursor }, index) => ({
      label,
      // Those that match equally well have the order of the documentation.
      boost: -index / 100,
      ...help ? { info: () => h('div', { class: 'cm-help' }, helpText(help)) } : {},
      ...apply ? { apply: (/** @type {EditorView} */ view, /** @type {unknown} */ _, /** @type {number} */ from, /** @type {number} */ to) => {
        const anchor = from + (cursor ?? apply.length);
        view.dispatch({ changes: { from, to, insert: apply }, selection: { anchor }, userEvent: 'input.complete', scrollIntoView: true });
        if (anchor < from + apply.length) startCompletion(view);
      } } : {},
    })),
  };
};

const byProgram = Annotation.define();

/**
 * Creates the editor.
 * @param {object} options
 * @param {string} options.text
 * @param {(text: string) => void} [options.onChange]  called after each change of the text by its author, not by `setText`
 * @param {(position: number) => void} [options.onCursor]  called when the cursor has moved, with its position in the text
 * @returns {{element: HTMLElement, text(): string, setText(text: string): void, setErrors(errors: GameError[]): void,
 *   lineAtCursor(): number, tableAtCursor(): string, goTo(line: number): void, focus(): void, dispose(): void}}
 */
export function createTextEditor({ text, onChange = () => {}, onCursor = () => {} }) {
  const element = h('div', { class: 'text-editor' });
  const root = element.attachShadow({ mode: 'open' });
  let announced = '', timer = 0;
  /** @type {GameError[]} */
  let errors = [];

  const view = new EditorView({
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lintGutter(), lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), drawSelection(), EditorView.lineWrapping,
        history(), bracketMatching(), closeBrackets(), indentOnInput(), indentUnit.of('  '), EditorState.tabSize.of(2),
        StreamLanguage.define(parser), syntaxHighlighting(colors), theme, hover, search({ top: true }),
        autocompletion({ override: [complete], icons: false }),
        keymap.of([
          { key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap,
          ...completionKeymap, ...lintKeymap, indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the game', 'aria-describedby': 'keys', spellcheck: 'false', tabindex: '0', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            schedule();
            if (!update.transactions.every((transaction) => transaction.annotation(byProgram))) onChange(update.state.doc.toString());
          }
          if (update.docChanged || update.selectionSet) onCursor(update.state.selection.main.head);
        }),
      ],
    }),
  });

  /** Announces the errors to screen readers when the text has not changed for a while, if they differ from the last ones. */
  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = errors.map(({ line, key, message }) => `Line ${line}${key ? `, ${key}` : ''}: ${message}`).join('. ').replaceAll('`', '');
      if (all === announced) return;
      announced = all;
      const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
      view.dispatch({ effects: EditorView.announce.of(all ? `${count}. ${all}` : 'No errors') });
    }, REST);
  }

  // The page has shortcuts without modifiers, and Escape closes dialogs.
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (root.activeElement === view.contentDOM && !event.defaultPrevented) view.setTabFocusMode(LEAVE);
      event.preventDefault();
    }
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });

  root.adoptedStyleSheets = [...root.adoptedStyleSheets, hostStyle];
  root.append(view.dom, h('p', { id: 'keys' },
    'Tab indents. Press Escape and then Tab to leave the editor. Control and space shows completions, F8 goes to the next error.'));

  return {
    element,
    text: () => view.state.doc.toString(),
    /** Replaces the text; the author can undo it. The cursor stays if the text around it does. */
    setText(next) {
      const now = view.state.doc.toString(), shorter = Math.min(now.length, next.length);
      let from = 0, same = 0;
      while (from < shorter && now[from] === next[from]) from += 1;
      while (same < shorter - from && now[now.length - 1 - same] === next[next.length - 1 - same]) same += 1;
      if (now === next) return;
      view.dispatch({ changes: { from, to: now.length - same, insert: next.slice(from, next.length - same) }, annotations: [byProgram.of(true), isolateHistory.of('full')] });
    },
    setErrors(next) {
      errors = next;
      const now = view.state.doc.toString();
      view.dispatch(setDiagnostics(view.state, errors.map((error) => ({
        ...position.rangeOfError(now, error), severity: 'error', message: error.key ? `${error.key}: ${error.message}` : error.message }))));
      schedule();
    },
    lineAtCursor: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    tableAtCursor: () => position.tableAt(view.state.doc.toString(), view.state.selection.main.head),
    goTo(line) {
      const { from, text: content } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      const anchor = from + (/\S/.exec(content)?.index ?? 0);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    },
    focus: () => view.focus(),
    dispose() {
      clearTimeout(timer);
      view.destroy();
      element.remove();
    },
  };
}
