import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { countOf, type Counts } from './count-here.ts';
import { networksOf } from './network-key.ts';
import { countHit } from './rate-limit.ts';

/**
 * The number of hits that are shared with the other instances at once: most callers never make so many, and cost the
 * database nothing.
 */
const block = 50;
const windowS = 60;
/** An address may be an office or a whole street. */
const peopleBehindAnAddress = 5;

/**
 * The limit over all calls together of a person, or of an address without a session. Instances count alone and add up
 * their counts in blocks, so each may let a block more through than the limit.
 * @returns the function that counts a call.
 * @throws Refusal `http.too_many`
 */
export function limitCalls({ config, db, clock }: Pick<App, 'config' | 'db' | 'clock'>) {
  const counts: Counts = new Map();
  const perMinute = config.callsPerMinute;

  async function count(whom: string, max: number): Promise<void> {
    const counted = countOf(counts, whom, clock.now().getTime(), windowS);
    counted.since += 1;
    if (counted.since >= block) {
      const loggedSince = counted.since;
      counted.since = 0;
      const { hits, endsInS } = await countHit(db, clock, ['calls', whom], windowS, loggedSince);
      counted.shared = hits;
      counted.endsAt = clock.now().getTime() + endsInS * 1000;
    }
    if (counted.shared + counted.since > max)
      throw refuseUntil('http.too_many', (counted.endsAt - clock.now().getTime()) / 1000);
  }

  return async ({ me, ip }: Pick<FastifyRequest, 'me' | 'ip'>): Promise<void> => {
    if (perMinute === 0) return;
    const base = me ? perMinute : perMinute * peopleBehindAnAddress;
    for (const { key, share } of me ? [{ key: me.id, share: 1 }] : networksOf(ip)) await count(key, base * share);
  };
}
