// The colors of the view. Those that the page's style names are taken from there.

/** @typedef {import('./meshes.js').Tint} Tint */

/** @param {string} hex  `#rrggbb` or `#rgb` @param {number} [alpha] @returns {Tint} */
const color = (hex, alpha = 1) => {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex, value = parseInt(digits.slice(1), 16);
  return [(value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255, alpha];
};

export const PALETTES = {
  dark: {
    background: color('#14171c'), accent: color('#4fb0ff'), win: color('#3fb950'), draw: color('#a3acb8'), loss: color('#ff5a4d'), ink: color('#a3acb8'), last: color('#e8b923'), check: color('#ff5a4d'),
    arrow: color('#8fd0ff'), threat: color('#ff8f8a'), ground: color('#000000', 0.5),
    light: color('#cbd8e6', 0.4), dark: color('#5f7690', 0.4), lightPlate: color('#e6cf9f', 0.42), darkPlate: color('#9c7c46', 0.45),
    line: color('#e3edf8', 0.45), edge: color('#c6d4e4', 0.62),
    whitePiece: color('#f3ead8'), blackPiece: color('#505a6d'), whiteRim: color('#fffaf0', 0.5), blackRim: color('#b4c6e2', 0.75),
    rod: color('#b8945c'), whiteOwner: color('#fff3da', 0.95), blackOwner: color('#5c6678', 0.95), noOwner: color('#c0a063', 0.85),
  },
  light: {
    background: color('#f3f1ec'), accent: color('#0a63c9'), win: color('#1a7f37'), draw: color('#5a626c'), loss: color('#d22f27'), ink: color('#5a626c'), last: color('#d9a400'), check: color('#d22f27'),
    arrow: color('#0a63c9'), threat: color('#d22f27'), ground: color('#6b6252', 0.3),
    light: color('#ffffff', 0.62), dark: color('#7f93a8', 0.55), lightPlate: color('#fbedcb', 0.68), darkPlate: color('#c09a58', 0.58),
    line: color('#4a5a6c', 0.4), edge: color('#6b7f95', 0.75),
    whitePiece: color('#fff8e8'), blackPiece: color('#363c48'), whiteRim: color('#7d6a48', 0.8), blackRim: color('#98a8c0', 0.5),
    rod: color('#bd9658'), whiteOwner: color('#ffffff', 1), blackOwner: color('#2a2f37', 0.95), noOwner: color('#a58449', 0.85),
  },
};

/** The properties of the page's style that set colors here. */
const STYLE = {background: '--bg', ink: '--muted'};

/** @param {Element} element @param {'dark'|'light'} theme */
export function paletteOf(element, theme) {
  const palette = {...PALETTES[theme]}, style = getComputedStyle(element);
  for (const key of /** @type {(keyof typeof STYLE)[]} */ (Object.keys(STYLE))) {
    const value = style.getPropertyValue(STYLE[key]).trim();
    if (/^#([\da-f]{3}){1,2}$/i.test(value)) palette[key] = color(value);
  }
  return palette;
}
