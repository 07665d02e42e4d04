import type { Instrument } from './instruments.ts';

/**
 * A made-up price that is a pure function of its name and the time: the same everywhere, without state, and between any
 * two instants it has a value. Waves of doubling length are laid over one another, each as high as a random walk of
 * that volatility strays in that time, so that minutes, days and weeks all look like a market.
 */
const shortestWaveMs = 20_000;
const waves = 18;
const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** Sunday 22:00 UTC, when a trading week begins. */
const weekStartMs = Date.UTC(1970, 0, 4, 22);
const weekMs = 7 * dayMs;
const openMs = 5 * dayMs;

export function simulatedPrice(name: string, instrument: Instrument, at: Date): number {
  const elapsedMs = instrument.restsAtWeekends ? openTimeMs(at.getTime()) : at.getTime();
  let drift = 0;
  for (let wave = 0; wave < waves; wave += 1) {
    const lengthMs = shortestWaveMs * 2 ** wave;
    const height = instrument.yearlyVolatility * Math.sqrt(lengthMs / yearMs);
    drift += height * waveAt(`${name}:${wave}`, elapsedMs / lengthMs);
  }
  return instrument.level * Math.exp(drift / 2);
}

/** The furthest that the path can be from its level, as a factor. */
export function widestFactor({ yearlyVolatility }: Instrument): number {
  const heights = Array.from({ length: waves }, (_, wave) => Math.sqrt((shortestWaveMs * 2 ** wave) / yearMs));
  return Math.exp((yearlyVolatility * heights.reduce((sum, height) => sum + height, 0)) / 2);
}

/** Milliseconds of open market up to an instant; it stands still while the market rests. */
function openTimeMs(atMs: number): number {
  const sinceMs = atMs - weekStartMs;
  const week = Math.floor(sinceMs / weekMs);
  return week * openMs + Math.min(sinceMs - week * weekMs, openMs);
}

/** A smooth line through random points between −1 and 1, one at each whole number. */
function waveAt(seed: string, place: number): number {
  const left = Math.floor(place);
  const part = place - left;
  const eased = part * part * part * (part * (part * 6 - 15) + 10);
  const [from, to] = [pointAt(seed, left), pointAt(seed, left + 1)];
  return from + (to - from) * eased;
}

/** FNV-1a of the text, stirred, as a number between −1 and 1. */
function pointAt(seed: string, place: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${place}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1;
}
