import { useQuery } from '@tanstack/react-query';
import { cx } from '#web/ui/cx.ts';
import { dayQuery } from './market-queries.ts';
import styles from './Market.module.css';

/** The past day as a line; only a visual help, for price and change are beside it. Time runs from left to right. */
export function DayLine({ symbol, trend }: { symbol: string; trend: 'up' | 'down' | 'flat' }) {
  const { data } = useQuery(dayQuery(symbol));
  // Only drawn: what is read is the price itself.
  const closes = data?.candles.map(({ close }) => Number(close)) ?? [];
  const last = closes.length - 1;
  if (last < 1) return <span className={styles.line} />;
  const low = Math.min(...closes);
  const span = Math.max(...closes) - low || 1;
  const points = closes.map(
    (close, index) => `${((index / last) * 100).toFixed(2)},${(28 - ((close - low) / span) * 26).toFixed(2)}`,
  );
  return (
    <svg className={cx(styles.line, styles[trend])} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
