import type { Offering } from '#contract/ipo.ts';

/** The next thing that ends or begins on an offering. */
export interface Deadline {
  offering: Offering;
  kind: 'closes' | 'opens';
  at: string;
}

/** What lies ahead, the nearest first: offerings that take applications close, announced ones open. */
export function deadlinesOf(offerings: readonly Offering[], now: Date): Deadline[] {
  return offerings
    .flatMap((offering): Deadline[] => {
      if (offering.state === 'open') return [{ offering, kind: 'closes', at: offering.closes_at }];
      if (offering.state === 'announced') return [{ offering, kind: 'opens', at: offering.opens_at }];
      return [];
    })
    .filter(({ at }) => new Date(at) > now)
    .toSorted((a, b) => a.at.localeCompare(b.at));
}
