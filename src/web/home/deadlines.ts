import type { Offering } from '#contract/ipo/records.ts';

/** The next thing that ends or begins on an offering. */
export interface Deadline {
  offering: Offering;
  /** `confirms` and `unlocks` are about an own application. */
  kind: 'closes' | 'opens' | 'confirms' | 'unlocks';
  at: string;
  isOwn: boolean;
}

/** What lies ahead, the nearest first. */
export function deadlinesOf(offerings: readonly Offering[], now: Date): Deadline[] {
  return offerings
    .flatMap((offering) => ownDeadline(offering) ?? openDeadline(offering) ?? [])
    .filter(({ at }) => new Date(at) > now)
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

const own = (offering: Offering, kind: Deadline['kind'], at: string): Deadline => ({ offering, kind, at, isOwn: true });

function ownDeadline(offering: Offering): Deadline | null {
  const { mine, confirm_until, lock_up_ends_at } = offering;
  if (mine?.state === 'reconfirm_required' && confirm_until) return own(offering, 'confirms', confirm_until);
  if (mine?.state === 'in_lock_up' && lock_up_ends_at) return own(offering, 'unlocks', lock_up_ends_at);
  return null;
}

/** Offerings that take applications close, announced ones open. */
function openDeadline(offering: Offering): Deadline | null {
  if (offering.state === 'open') return { offering, kind: 'closes', at: offering.closes_at, isOwn: false };
  if (offering.state === 'announced') return { offering, kind: 'opens', at: offering.opens_at, isOwn: false };
  return null;
}
