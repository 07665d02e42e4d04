import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { instruments } from '#server/market/instruments.ts';
import { simulatedPrice } from '#server/market/simulated-price.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { sign } from '#server/platform/secrets/token.ts';
import { of } from '../people.ts';
import { exchange } from '../wire.ts';
import { newClient, type Attack, type Ground } from './ground.ts';

/** The maximum time of a start here. */
const startMs = 30_000;

interface Quote {
  symbol: keyof typeof instruments;
  bid: string;
  at: string;
}

/** All that an outsider may take for the seed: what the source names, with and without what it makes of it. */
function seedsToTry(url: string): string[] {
  const words = ['', 'atrium', 'market', 'simulated', 'secret', 'development', demoSecret, url, new URL(url).host];
  const keys = ['', demoSecret, ...words];
  return [...new Set([...words, ...keys.flatMap((key) => words.map((word) => sign(key, 'market', word)))])];
}

/** A seed has to reproduce the prices of a moment that was already shown: only then could it predict the next one. */
const predicts = (seed: string, quotes: readonly Quote[]): boolean =>
  quotes.every(({ symbol, bid, at }) => {
    const course = instruments[symbol];
    return simulatedPrice({ seed, name: symbol }, course, new Date(at)).toFixed(course.digits) === bid;
  });

async function readQuotes(ground: Ground): Promise<Quote[]> {
  const client = await newClient(ground);
  const { body } = await exchange(ground.url, { path: '/api/market/quotes', headers: of(client.browser) });
  const { quotes } = JSON.parse(body.toString()) as { quotes: Quote[] };
  return quotes.filter(({ symbol }) => symbol in instruments);
}

/**
 * Whether a production of the embedded platform starts with simulated prices. Settings are read before anything else is
 * opened.
 */
async function startsInProduction({ tree }: Ground): Promise<boolean> {
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: tree,
    env: {
      NODE_ENV: 'production',
      APP_URL: 'https://scan.invalid',
      APP_SECRET: randomBytes(24).toString('base64url'),
      DATA_DIR: '/dev/null/nowhere',
      MARKET_FEED: 'simulated',
      TRADING_PLATFORM: 'paper',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: startMs,
  });
  let text = '';
  server.stderr.on('data', (part: Buffer) => (text += part.toString()));
  await once(server, 'close');
  return !/Refusing to start in production:[^]*MARKET_FEED=simulated/.test(text);
}

/** From public data and the source, an attacker without `APP_SECRET` computes simulated prices. */
export const tryMadeUpPrices: Attack = async (ground) => {
  const quotes = await readQuotes(ground);
  const seeds = seedsToTry(ground.url);
  const right = seeds.filter((seed) => predicts(seed, quotes));
  const holes = right.map(() => `the prices of ${quotes.length} instruments follow from the source alone`);
  // With the secret this must work: otherwise the attack would prove nothing.
  if (quotes.length === 0 || !predicts(sign(ground.secret, 'market', ''), quotes))
    holes.push('the right seed does not produce the prices either, so nothing was tried');
  if (await startsInProduction(ground)) holes.push('production starts with simulated prices');
  return { tried: `${seeds.length} seeds against ${quotes.length} instruments, and a start in production`, holes };
};
