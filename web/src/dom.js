// Helpers for elements.

/**
 * Creates an element. `on…` properties are listeners; `class`, `for`, `aria-…`, `data-…` and `role` are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(globalThis.Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (/^(class|for|role|aria-|data-)/.test(name)) {
      if (value !== null && value !== undefined) element.setAttribute(name, String(value));
    } else {
      /** @type {any} */ (element)[name] = value;
    }
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** The element of the page with an id. */
export const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A labeled `select`.
 * @param {string} label
 * @param {[string, string][]} choices  values and texts
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function select(label, choices, value, onChange) {
  const element = h('select', { 'aria-label': label, onchange: () => onChange(element.value) },
    ...choices.map(([choice, text]) => h('option', { value: choice, selected: choice === value }, text)));
  return element;
}

/** A button. `label` is for screen readers if the text is a sign. */
export const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, label = '', className = '') =>
  h('button', { type: 'button', onclick, 'aria-label': label || null, title: label, class: className || null }, text);

const icons = {
  first: 'M6 5v14M19 5l-9 7 9 7z', back: 'M16 5l-9 7 9 7z', next: 'M8 5l9 7-9 7z', last: 'M18 5v14M5 5l9 7-9 7z',
  undo: 'M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2', flip: 'M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4',
  flag: 'M6 21V4h12l-3 4 3 4H6', sound: 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 9l5 6M22 9l-5 6', theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  help: 'M9 9a3 3 0 1 1 4 3q-1 .6-1 2M12 18v.5', pause: 'M8 5v14M16 5v14', play: 'M8 5l10 7-10 7z', draw: 'M5 10h14M5 15h14',
  hint: 'M9 18h6M10 21h4M9 18c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
};

/** An icon of lines. */
export function icon(/** @type {keyof typeof icons} */ name) {
  const template = h('template');
  template.innerHTML = `<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="${icons[name]}"/></svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}

/** A button with an icon. */
export const iconButton = (/** @type {keyof typeof icons} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
  h('button', { type: 'button', onclick, 'aria-label': label, title: label, class: 'icon-button' }, icon(name));

/** Offers a text as a file. */
export function download(/** @type {string} */ name, /** @type {string} */ text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
