import { useNavigate, useSearch } from '@tanstack/react-router';
import { tickerSymbols } from '#contract/constants.ts';
import { periods, type Period } from './period.ts';

interface ChartAddress {
  symbol: string;
  period: Period;
}

/** What the chart shows, as the address has it; without a word the first instrument of the tape and its last day. */
export function useChart(): ChartAddress & { show: (wish: Partial<ChartAddress>) => void } {
  const navigate = useNavigate();
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const { symbol: named = tickerSymbols[0] } = asked;
  const symbol = typeof named === 'string' ? named.toUpperCase() : '';
  const period = periods.find((each) => each === asked['period']) ?? '1d';
  const show = (wish: Partial<ChartAddress>) =>
    void navigate({ to: '.', search: { symbol, period, ...wish }, replace: true });
  return { symbol, period, show };
}
