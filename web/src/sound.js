// Sounds, synthesized.

/** @type {AudioContext|null} */
let context = null;

/** A short tone that fades, or a knock if it is low. */
function tone(/** @type {number} */ frequency, /** @type {number} */ delay, /** @type {number} */ length, /** @type {number} */ volume) {
  if (!context) return;
  const begin = context.currentTime + delay;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.7, begin + length);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** @type {Record<'move'|'capture'|'check'|'end', [number, number, number, number][]>} */
const sounds = {
  move: [[220, 0, 0.09, 0.25]],
  capture: [[180, 0, 0.08, 0.3], [130, 0.05, 0.12, 0.25]],
  check: [[440, 0, 0.12, 0.15], [660, 0.09, 0.16, 0.12]],
  end: [[392, 0, 0.25, 0.15], [523, 0.15, 0.25, 0.15], [659, 0.3, 0.4, 0.15]],
};

export function playSound(/** @type {keyof typeof sounds} */ name) {
  // A context that starts before the first action of the user stays silent; the browser would warn about it.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const note of sounds[name]) tone(...note);
}
