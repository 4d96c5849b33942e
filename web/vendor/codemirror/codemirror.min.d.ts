// The types of the part of CodeMirror that the page uses, as far as it uses them.

export interface Extension { readonly extension: unknown }
export interface StateEffect { readonly value: unknown }
interface Annotated { readonly type: unknown }
interface Facet<Input> { of(value: Input): Extension }

interface Line { readonly from: number; readonly to: number; readonly number: number; readonly text: string }
interface Text { readonly length: number; readonly lines: number; line(number: number): Line; lineAt(position: number): Line; toString(): string }

export interface TransactionSpec {
  changes?: { from: number; to?: number; insert?: string };
  selection?: { anchor: number; head?: number };
  effects?: StateEffect;
  annotations?: Annotated[];
  userEvent?: string;
  scrollIntoView?: boolean;
}
interface Transaction { annotation<T>(type: Annotation<T>): T | undefined }
export class Annotation<T> {
  private constructor();
  static define<T>(): { of(value: T): Annotated } & Annotation<T>;
}
export class EditorState {
  static create(config: { doc: string; extensions: Extension[] }): EditorState;
  static tabSize: Facet<number>;
  readonly doc: Text;
  readonly selection: { readonly main: { readonly head: number; readonly anchor: number } };
}

interface ViewUpdate {
  readonly docChanged: boolean;
  readonly selectionSet: boolean;
  readonly state: EditorState;
  readonly transactions: readonly Transaction[];
}
interface Style { [property: string]: string | Style }
export class EditorView {
  constructor(config: { state: EditorState; root?: ShadowRoot });
  static announce: { of(text: string): StateEffect };
  static contentAttributes: Facet<Record<string, string>>;
  static lineWrapping: Extension;
  static updateListener: Facet<(update: ViewUpdate) => void>;
  static scrollIntoView(position: number, options?: { y?: 'nearest' | 'start' | 'end' | 'center' }): StateEffect;
  static theme(rules: Record<string, Style>): Extension;
  readonly state: EditorState;
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  dispatch(transaction: TransactionSpec): void;
  setTabFocusMode(milliseconds: number): void;
  focus(): void;
  destroy(): void;
}
type Command = (view: EditorView) => boolean;
interface KeyBinding { key?: string; run?: Command }
export const keymap: Facet<readonly KeyBinding[]>;
export function drawSelection(): Extension;
export function highlightActiveLine(): Extension;
export function highlightActiveLineGutter(): Extension;
export function lineNumbers(): Extension;
interface Tooltip { pos: number; end?: number; above?: boolean; create(view: EditorView): { dom: HTMLElement } }
export function hoverTooltip(source: (view: EditorView, position: number) => Tooltip | null): Extension;

export const defaultKeymap: readonly KeyBinding[];
export const historyKeymap: readonly KeyBinding[];
export const indentWithTab: KeyBinding;
export function history(): Extension;
export const isolateHistory: { of(side: 'before' | 'after' | 'full'): Annotated };

interface Tag { readonly set: readonly Tag[] }
export const tags: Record<'bool' | 'bracket' | 'comment' | 'heading' | 'invalid' | 'number' | 'propertyName' | 'separator' | 'string', Tag>;
interface StringStream { pos: number; string: string; sol(): boolean }
export interface StreamParser<State> {
  name: string;
  startState(): State;
  copyState(state: State): State;
  token(stream: StringStream, state: State): string | null;
  indent(state: State, textAfter: string, context: { unit: number }): number | null;
  tokenTable: Record<string, Tag>;
  languageData: Record<string, unknown>;
}
export class StreamLanguage {
  private constructor();
  static define<State>(parser: StreamParser<State>): Extension;
}
export class HighlightStyle {
  private constructor();
  static define(styles: readonly ({ tag: Tag | readonly Tag[] } & { [property: string]: unknown })[]): HighlightStyle;
}
export function syntaxHighlighting(style: HighlightStyle): Extension;
export function bracketMatching(): Extension;
export function indentOnInput(): Extension;
export const indentUnit: Facet<string>;

interface Completion {
  label: string;
  boost?: number;
  info?: () => Node;
  apply?: (view: EditorView, completion: Completion, from: number, to: number) => void;
}
export type CompletionSource = (context: { state: EditorState; pos: number; explicit: boolean }) => { from: number; options: Completion[] } | null;
export function autocompletion(config: { override: CompletionSource[]; icons: boolean }): Extension;
export function closeBrackets(): Extension;
export const acceptCompletion: Command;
export const startCompletion: Command;
export const closeBracketsKeymap: readonly KeyBinding[];
export const completionKeymap: readonly KeyBinding[];

interface Diagnostic { from: number; to: number; severity: 'error' | 'warning' | 'info' | 'hint'; message: string }
export function setDiagnostics(state: EditorState, diagnostics: Diagnostic[]): TransactionSpec;
export function lintGutter(): Extension;
export const lintKeymap: readonly KeyBinding[];

export function search(config: { top: boolean }): Extension;
export const searchKeymap: readonly KeyBinding[];
