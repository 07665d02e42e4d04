import type { Offering } from '#contract/ipo/records.ts';
import { matchesText } from '#web/platform/forms/text-match.ts';

/** The stage of an offering, roughly, as people search for it. */
const stages = {
  upcoming: ['announced', 'postponed'],
  open: ['open'],
  priced: ['closed', 'priced', 'reconfirming', 'allotting', 'allotted'],
  listed: ['listed', 'unlocked'],
  withdrawn: ['withdrawn', 'archived'],
} as const satisfies Record<string, Offering['state'][]>;

export type Stage = keyof typeof stages;
export const stageNames = Object.keys(stages) as Stage[];

export const orders = ['date', 'issuer', 'demand', 'minimum'] as const;
export type Order = (typeof orders)[number];

/** The client's filter on the calendar; an empty string is no filter. */
export interface CalendarFilter {
  words: string;
  stage: Stage | '';
  sector: string;
  currency: string;
  mine: boolean;
  order: Order;
}

export const noFilter: CalendarFilter = { words: '', stage: '', sector: '', currency: '', mine: false, order: 'date' };

/** The offerings that match a filter, in its order. They come with the next date first. */
export function filterOfferings(
  offerings: readonly Offering[],
  filter: CalendarFilter,
  sectorName: (sector: string) => string,
): Offering[] {
  const matching = offerings.filter(
    ({ issuer, ticker, isin, exchange, sector, currency, state, mine }) =>
      (filter.stage === '' || (stages[filter.stage] as readonly string[]).includes(state)) &&
      (filter.sector === '' || filter.sector === sector) &&
      (filter.currency === '' || filter.currency === currency) &&
      (!filter.mine || mine !== null) &&
      matchesText(filter.words, issuer, ticker, isin, exchange, sectorName(sector)),
  );
  if (filter.order === 'issuer') return matching.toSorted((a, b) => a.issuer.localeCompare(b.issuer));
  if (filter.order === 'demand') return matching.toSorted((a, b) => timesOf(b) - timesOf(a));
  if (filter.order === 'minimum') return matching.toSorted((a, b) => a.min_quantity - b.min_quantity);
  return matching;
}

/** The demand as a multiple of the shares for clients. */
export const timesOf = ({ demand, quota }: Pick<Offering, 'demand' | 'quota'>): number => demand.quantity / quota;

/** What there is to choose from, each once. */
export const choicesOf = (offerings: readonly Offering[], of: 'sector' | 'currency'): string[] =>
  [...new Set(offerings.map((offering) => offering[of]))].toSorted((a, b) => a.localeCompare(b));
