import { useNavigate, useSearch } from '@tanstack/react-router';
import { tickerSymbols } from '#contract/kernel/constants.ts';
import { periods, type Period } from './period.ts';

interface ChartAddress {
  symbol: string;
  period: Period;
}

/** What the chart shows, as the address has it; without a word the first instrument of the tape and its last day. */
export function useChart(): ChartAddress & { show: (filter: Partial<ChartAddress>) => void } {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { symbol: named = tickerSymbols[0] } = search;
  const symbol = typeof named === 'string' ? named.toUpperCase() : '';
  const period = periods.find((each) => each === search['period']) ?? '1d';
  const show = (filter: Partial<ChartAddress>) =>
    void navigate({ to: '.', search: { symbol, period, ...filter }, replace: true });
  return { symbol, period, show };
}
