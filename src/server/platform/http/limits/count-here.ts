import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { networksOf } from './network-key.ts';
import type { Limit } from './rate-limit.ts';

/** A caller's recent calls, as far as this instance knows. */
interface Count {
  /** By all instances, when it was last shared. */
  shared: number;
  /** Here, since then. */
  since: number;
  endsAt: number;
}

/** With more addresses than that within a minute, the oldest entries are dropped. */
const maxEntries = 20_000;

export type Counts = Map<string, Count>;

export function countOf(counts: Counts, whom: string, now: number, lengthS: number): Count {
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

export interface LimitHere {
  /** Counts a hit. @throws Refusal `http.too_many` when it is one too many */
  hit(ip: string, what?: string): void;
  /** Counts one that is over, and refuses nothing: `check` does so before the next. */
  count(ip: string, what?: string): void;
  /** @throws Refusal `http.too_many` when the limit is used up */
  check(ip: string, what?: string): void;
}

/**
 * A limit by network, or by network and what it is about, that each instance keeps for itself, in memory, for what is
 * not worth a statement of the database.
 */
export function limitHere({ clock }: Pick<App, 'clock'>, { hits, windowS }: Limit): LimitHere {
  const counts: Counts = new Map();

  function* countsOf(ip: string, what: string) {
    const now = clock.now().getTime();
    for (const { key, share } of networksOf(ip)) {
      const counted = countOf(counts, `${what} ${key}`, now, windowS);
      yield { counted, max: hits * share, endsInS: (counted.endsAt - now) / 1000 };
    }
  }

  return {
    hit(ip, what = '') {
      for (const { counted, max, endsInS } of countsOf(ip, what)) {
        counted.since += 1;
        if (counted.since > max) throw refuseUntil('http.too_many', endsInS);
      }
    },
    count(ip, what = '') {
      for (const { counted } of countsOf(ip, what)) counted.since += 1;
    },
    check(ip, what = '') {
      for (const { counted, max, endsInS } of countsOf(ip, what))
        if (counted.since >= max) throw refuseUntil('http.too_many', endsInS);
    },
  };
}
