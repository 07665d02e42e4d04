import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { networksOf } from './network-key.ts';
import { countHit, type Limit } from './rate-limit.ts';

/** A caller's recent calls, as far as this instance knows. */
interface Count {
  /** By all instances, when it was last shared. */
  shared: number;
  /** Here, since then. */
  since: number;
  endsAt: number;
}

/**
 * The number of hits that are shared with the other instances at once: most callers never make so many, and cost the
 * database nothing.
 */
const block = 50;
const windowS = 60;
/** An address may be an office or a whole street. */
const peopleBehindAnAddress = 5;
/** With more addresses than that within a minute, the oldest entries are dropped. */
const maxEntries = 20_000;

/**
 * The limit over all calls together of a person, or of an address without a session. Instances count alone and add up
 * their counts in blocks, so each may let a block more through than the limit.
 * @returns the function that counts a call.
 * @throws Refusal `http.too_many`
 */
export function limitCalls({ config, db, clock }: Pick<App, 'config' | 'db' | 'clock'>) {
  const counts = new Map<string, Count>();
  const perMinute = config.callsPerMinute;

  async function count(whom: string, max: number): Promise<void> {
    const counted = countOf(counts, whom, clock.now().getTime());
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

/**
 * A limit by network that each instance keeps for itself, in memory, for what is not worth a statement of the database.
 * @returns the function that counts a hit.
 * @throws Refusal `http.too_many`
 */
export function limitHere({ clock }: Pick<App, 'clock'>, { hits, windowS: lengthS }: Limit) {
  const counts = new Map<string, Count>();
  return (ip: string): void => {
    const now = clock.now().getTime();
    for (const { key, share } of networksOf(ip)) {
      const counted = countOf(counts, key, now, lengthS);
      counted.since += 1;
      if (counted.since > hits * share) throw refuseUntil('http.too_many', (counted.endsAt - now) / 1000);
    }
  };
}

function countOf(counts: Map<string, Count>, whom: string, now: number, lengthS = windowS): Count {
  const known = counts.get(whom);
  // The clock of a demo may have been set back.
  if (known && known.endsAt > now && known.endsAt <= now + lengthS * 1000) return known;
  counts.delete(whom);
  const [longest] = counts.size >= maxEntries ? counts.keys() : [];
  if (longest !== undefined) counts.delete(longest);
  const count = { shared: 0, since: 0, endsAt: now + lengthS * 1000 };
  counts.set(whom, count);
  return count;
}
