import type { Course } from './instruments.ts';
import { openTimeMs } from './sessions.ts';

/**
 * A made-up price that is a pure function of its name and the time: the same everywhere, without state, and between any
 * two instants it has a value. Waves of doubling length are laid over one another, each as high as a random walk of
 * that volatility strays in that time, so that minutes, days and weeks all look like a market.
 */
const shortestWaveMs = 20_000;
const waves = 18;
const yearMs = 365 * 86_400_000;

interface Wave {
  lengthMs: number;
  /** How far it reaches at a volatility of one. */
  height: number;
  /** Where the hash of its points begins: half of the work, done once. */
  seed: number;
}

const known = new Map<string, Wave[]>();

/** In the instrument's price; the path stands still while its market rests. */
export function simulatedPrice(name: string, { level, yearlyVolatility, sessions }: Course, at: Date): number {
  const elapsedMs = openTimeMs(sessions, at);
  let drift = 0;
  for (const { lengthMs, height, seed } of wavesOf(name)) drift += height * waveAt(seed, elapsedMs / lengthMs);
  return level * Math.exp((yearlyVolatility * drift) / 2);
}

/** The furthest that the path can be from its level, as a factor. */
export function widestFactor({ yearlyVolatility }: Course): number {
  return Math.exp((yearlyVolatility * wavesOf('').reduce((sum, { height }) => sum + height, 0)) / 2);
}

function wavesOf(name: string): Wave[] {
  const found = known.get(name);
  if (found) return found;
  const made = Array.from({ length: waves }, (_, wave) => {
    const lengthMs = shortestWaveMs * 2 ** wave;
    return { lengthMs, height: Math.sqrt(lengthMs / yearMs), seed: goOn(0x811c9dc5, `${name}:${wave}:`) };
  });
  known.set(name, made);
  return made;
}

/** A smooth line through random points between −1 and 1, one at each whole number. */
function waveAt(seed: number, place: number): number {
  const left = Math.floor(place);
  const part = place - left;
  const eased = part * part * part * (part * (part * 6 - 15) + 10);
  const [from, to] = [pointAt(seed, left), pointAt(seed, left + 1)];
  return from + (to - from) * eased;
}

/** FNV-1a of the seed's text and the place, stirred, as a number between −1 and 1. */
function pointAt(seed: number, place: number): number {
  let hash = goOn(seed, String(place));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1;
}

/** FNV-1a of `text` after what `hash` has already taken in. */
function goOn(hash: number, text: string): number {
  let next = hash;
  for (let place = 0; place < text.length; place += 1) next = Math.imul(next ^ text.charCodeAt(place), 0x01000193);
  return next;
}
