import type { Quote } from '#contract/market/endpoints.ts';
import { trendOf } from '#web/ui/figures/trend.ts';

const max = 5;

/** A signed percentage with two digits as a whole number of hundredths, to be put in order. */
const hundredths = ({ change_percent: change }: Pick<Quote, 'change_percent'>): bigint =>
  BigInt(change.replace('.', ''));

/** The largest moves in one direction, the strongest first. Outdated prices are left out. */
export function movers<Q extends Pick<Quote, 'change_percent' | 'is_stale'>>(
  quotes: readonly Q[],
  direction: 'up' | 'down',
): Q[] {
  const moved = quotes.filter((quote) => !quote.is_stale && trendOf(quote.change_percent) === direction);
  const order = (one: Q, other: Q) => Number(hundredths(other) - hundredths(one));
  return moved.toSorted((one, other) => (direction === 'up' ? order(one, other) : order(other, one))).slice(0, max);
}
