import { figureNames, periods, type FigureName } from '#contract/dashboard/names.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { isDay } from '#web/platform/lists/is-day.ts';
import type { Asked } from './dashboard-query.ts';

/** The choices of the period; `days` are the reader's own. */
export const spans = [...periods, 'days'] as const;
export type Span = (typeof spans)[number];

export interface Choice {
  span: Span;
  from: string;
  to: string;
  figure: FigureName;
}

const usual: Record<keyof Choice, string> = { span: 'days_30', from: '', to: '', figure: 'deposits' };
const allowed = { span: spans, figure: figureNames };

/** What the reader looks at, kept in the address. */
export function useDashboardChoice() {
  const { filter, settled, narrow } = useAddressFilter(usual, allowed);
  const choice = filter as unknown as Choice;
  return {
    choice,
    asked: askedOf(settled as unknown as Choice),
    choose: (next: Partial<Choice>) => narrow({ ...usual, ...choice, ...next }),
  };
}

/** Days in the wrong order are not asked for, as the fields say themselves that they are. */
function askedOf({ span, from, to }: Choice): Asked {
  if (span !== 'days') return { period: span };
  const [first, last] = [isDay(from) ? from : undefined, isDay(to) ? to : undefined];
  if (first && last && first > last) return { from: last, to: first };
  return { ...(first && { from: first }), ...(last && { to: last }) };
}
