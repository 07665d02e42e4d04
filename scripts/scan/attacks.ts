import { randomBytes } from 'node:crypto';
import { startInstallation } from '../bench/installation.ts';
import { embeddedDatabase } from '../fault/database.ts';
import { root } from '../run.ts';
import type { Finding } from './finding.ts';
import { tryChangedRows } from './attacks/changed-rows.ts';
import { tryForgedRows } from './attacks/forged-rows.ts';
import { tryFreshPairs } from './attacks/fresh-pairs.ts';
import { tryGaps } from './attacks/gaps.ts';
import type { Attack, Ground } from './attacks/ground.ts';
import { tryMadeUpPrices } from './attacks/made-up-prices.ts';
import { tryNetworks } from './attacks/networks.ts';
import { trySignInLinks } from './attacks/sign-in-links.ts';
import { trySpellings } from './attacks/spellings.ts';

/** In this order: weeks pass in the one that comes last. */
const attacks: Record<string, Attack> = {
  'encoded spellings': trySpellings,
  'networks of IPv6': tryNetworks,
  'sign-in links': trySignInLinks,
  'forged rows': tryForgedRows,
  'changed rows': tryChangedRows,
  'made-up prices': tryMadeUpPrices,
  'price gaps': tryGaps,
  'fresh pairs': tryFreshPairs,
};

/** No attack may hold up the others. */
const maxMs = 240_000;

/**
 * Attacks a demo of its own whose secret only this process knows, one class after the other; a line for each.
 * @param tree a built tree of this project
 */
export async function attack(stopped: AbortSignal, tree = root): Promise<Finding[]> {
  const secret = randomBytes(24).toString('base64url');
  // What was honest a moment ago is honoured from memory for seconds: here it would look as if the change were honoured.
  const env = { APP_SECRET: secret, TRUST_PROXY: '1', PUSHER_APP_KEY: 'atrium', SESSION_CACHE_SECONDS: '0' };
  const installation = await startInstallation({ demo: true, tree, env });
  const db = await embeddedDatabase(installation.dataDir).open();
  try {
    const findings: Finding[] = [];
    for (const [name, attackOf] of Object.entries(attacks)) {
      if (stopped.aborted) throw new Error('the time is over');
      findings.push(...(await one(name, attackOf, { url: installation.url, secret, db, tree })));
    }
    return findings;
  } finally {
    await db.close();
    await installation.stop();
  }
}

async function one(name: string, attackOf: Attack, ground: Ground): Promise<Finding[]> {
  const began = performance.now();
  const { tried, holes } = await bounded(attackOf(ground));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `Attack by ${name}: ${tried}, ${holes.length === 0 ? 'no hole' : `${holes.length} HOLES`} (${seconds} s).`,
  );
  return holes.map((what) => ({ tool: 'attacks', kind: name, where: 'the running server', what }));
}

async function bounded<T>(attack: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error('an attack did not come to its end')), maxMs);
  });
  try {
    return await Promise.race([attack, over]);
  } finally {
    clearTimeout(timer);
  }
}
