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

type BlockCipher = ReturnType<typeof createCipheriv>;

const ciphers = new Map<string, BlockCipher>();

/** In the instrument's price; the path stands still while its market is closed. */
export function simulatedPrice(path: PathName, { level, yearlyVolatility, sessions }: Course, at: Date): number {
  const elapsedMs = openTimeMs(sessions, at);
  const points = pointsAround(path, elapsedMs);
  const drift = waves.reduce((sum, { lengthMs, height }, wave) => {
    const [from = 0, to = 0] = [points[2 * wave], points[2 * wave + 1]];
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
function pointsAround(path: PathName, elapsedMs: number): number[] {
  const waveBlock = Buffer.alloc(2 * waves.length * blockBytes);
  waves.forEach(({ lengthMs }, wave) => {
    for (const next of [0, 1]) {
      const start = (2 * wave + next) * blockBytes;
      waveBlock.writeUInt32BE(wave, start);
      waveBlock.writeInt32BE(Math.floor(elapsedMs / lengthMs) + next, start + 4);
    }
  });
  const drawn = cipherOf(path).update(waveBlock);
  return Array.from(
    { length: 2 * waves.length },
    (_, point) => drawn.readUInt32BE(point * blockBytes) / 0x7fffffff - 1,
  );
}

/** No block is encrypted twice, so the plain block mode is enough: a point is its block alone. */
function cipherOf({ seed, name }: PathName): BlockCipher {
  const known = ciphers.get(seed + name);
  if (known) return known;
  const key = createHmac('sha256', seed).update(name).digest();
  const cipher = createCipheriv('aes-256-ecb', key, null);
  ciphers.set(seed + name, cipher);
  return cipher;
}
