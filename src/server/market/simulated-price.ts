import { createCipheriv, createHmac } from 'node:crypto';
import type { Course } from './instruments.ts';
import { openTimeMs } from './sessions.ts';

/**
 * A simulated price that is a pure function of a secret seed, its name and the time: the same everywhere, without
 * state, with a value at every instant. Waves of doubling length are added up, each as high as a random walk of that
 * volatility strays in that time, so minutes, days and weeks all look like a market.
 *
 * This file and every past price must not be enough to compute a future one. So each point of a wave is a block of
 * AES-256 under a key that is derived from the seed and the name: the blocks of a cipher reveal nothing of its key.
 */
const shortestWaveMs = 20_000;
const waves = Array.from({ length: 18 }, (_, wave) => {
  const lengthMs = shortestWaveMs * 2 ** wave;
  return { lengthMs, height: Math.sqrt(lengthMs / (365 * 86_400_000)) };
});
const blockBytes = 16;

/** The inputs of a simulated path: the secret of the installation, and the name of what it is for. */
export interface PathName {
  seed: string;
  name: string;
}

/** A path with the points around the instant that it was read at last: readers mostly go forward, and long waves then keep theirs. */
interface Path {
  cipher: ReturnType<typeof createCipheriv>;
  /** Of each wave the number of the point before that instant. */
  numbers: number[];
  /** Of each wave the points before and after it, between −1 and 1. */
  points: [number, number][];
}

const paths = new Map<string, Path>();

/** In the instrument's price; the path stands still while its market is closed. */
export function simulatedPrice(path: PathName, { level, yearlyVolatility, sessions }: Course, at: Date): number {
  const elapsedMs = openTimeMs(sessions, at);
  const points = pointsAround(path, elapsedMs);
  const drift = waves.reduce((sum, { lengthMs, height }, wave) => {
    const [from, to] = points[wave] ?? [0, 0];
    return sum + height * (from + (to - from) * eased((elapsedMs / lengthMs) % 1));
  }, 0);
  return level * Math.exp((yearlyVolatility * drift) / 2);
}

/** The furthest that the path can be from its level, as a factor. */
export function widestFactor({ yearlyVolatility }: Course): number {
  return Math.exp((yearlyVolatility * waves.reduce((sum, { height }) => sum + height, 0)) / 2);
}

/** Makes a wave smooth where it goes through its points. */
const eased = (part: number) => part * part * part * (part * (part * 6 - 15) + 10);

/** For each wave the points before and after an instant, between −1 and 1. */
function pointsAround(name: PathName, elapsedMs: number): readonly [number, number][] {
  const path = pathOf(name);
  const numbers = waves.map(({ lengthMs }) => Math.floor(elapsedMs / lengthMs));
  const changed = [...waves.keys()].filter((wave) => path.numbers[wave] !== numbers[wave]);
  if (changed.length === 0) return path.points;
  const blocks = Buffer.alloc(2 * changed.length * blockBytes);
  changed.forEach((wave, index) => {
    for (const next of [0, 1]) {
      const start = (2 * index + next) * blockBytes;
      blocks.writeUInt32BE(wave, start);
      blocks.writeInt32BE((numbers[wave] ?? 0) + next, start + 4);
    }
  });
  const drawn = path.cipher.update(blocks);
  const pointAt = (block: number) => drawn.readUInt32BE(block * blockBytes) / 0x7fffffff - 1;
  changed.forEach((wave, index) => (path.points[wave] = [pointAt(2 * index), pointAt(2 * index + 1)]));
  path.numbers = numbers;
  return path.points;
}

/** No block is encrypted for two points, so the plain block mode is enough: a point is its block alone. */
function pathOf({ seed, name }: PathName): Path {
  const known = paths.get(seed + name);
  if (known) return known;
  const key = createHmac('sha256', seed).update(name).digest();
  const path: Path = { cipher: createCipheriv('aes-256-ecb', key, null), numbers: [], points: [] };
  paths.set(seed + name, path);
  return path;
}
