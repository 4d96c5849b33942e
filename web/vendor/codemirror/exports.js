// The part of CodeMirror that the page uses. `README.md` beside this file says how the bundle is made from it.
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
export { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
export { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { search, searchKeymap } from '@codemirror/search';
export { Annotation, EditorState } from '@codemirror/state';
export {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers,
} from '@codemirror/view';
export { tags } from '@lezer/highlight';
