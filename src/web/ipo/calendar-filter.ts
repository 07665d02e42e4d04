import type { Offering } from '#contract/ipo-records.ts';
import { holds } from '#web/platform/forms/text-match.ts';

/** Where an offering stands, roughly, as somebody looks for it. */
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

/** What a client looks for on the calendar; an empty string is no wish. */
export interface CalendarWish {
  words: string;
  stage: Stage | '';
  sector: string;
  currency: string;
  mine: boolean;
  order: Order;
}

export const noWish: CalendarWish = { words: '', stage: '', sector: '', currency: '', mine: false, order: 'date' };

/** The offerings that meet a wish, in its order. They come with the next date first. */
export function wishedOfferings(
  offerings: readonly Offering[],
  wish: CalendarWish,
  sectorName: (sector: string) => string,
): Offering[] {
  const wanted = offerings.filter(
    ({ issuer, ticker, isin, exchange, sector, currency, state, mine }) =>
      (wish.stage === '' || (stages[wish.stage] as readonly string[]).includes(state)) &&
      (wish.sector === '' || wish.sector === sector) &&
      (wish.currency === '' || wish.currency === currency) &&
      (!wish.mine || mine !== null) &&
      holds(wish.words, issuer, ticker, isin, exchange, sectorName(sector)),
  );
  if (wish.order === 'issuer') return wanted.toSorted((a, b) => a.issuer.localeCompare(b.issuer));
  if (wish.order === 'demand') return wanted.toSorted((a, b) => timesOf(b) - timesOf(a));
  if (wish.order === 'minimum') return wanted.toSorted((a, b) => a.min_quantity - b.min_quantity);
  return wanted;
}

/** How many times the shares for clients were asked for. */
export const timesOf = ({ demand, quota }: Pick<Offering, 'demand' | 'quota'>): number => demand.quantity / quota;

/** What there is to choose from, each once. */
export const choicesOf = (offerings: readonly Offering[], of: 'sector' | 'currency'): string[] =>
  [...new Set(offerings.map((offering) => offering[of]))].toSorted((a, b) => a.localeCompare(b));
