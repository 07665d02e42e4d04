import { useEffect, useState } from 'react';
import type { MouseEventParams } from 'lightweight-charts';
import type { Candle } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { trendOf } from '#web/ui/figures/trend.ts';
import type { Drawing } from '../candle-drawing.ts';
import { useTerminal } from '../terminal.ts';
import { useQuote } from '../terminal-queries.ts';
import styles from './LiveChart.module.css';
import { isCandle, withPrice, type Bar } from './with-price.ts';

interface OhlcLineProps {
  drawing: Drawing;
  candles: readonly Candle[];
  digits: number;
}

const parts = ['open', 'high', 'low', 'close'] as const;
/** As every chart writes them, in every language. */
const letters = { open: 'O', high: 'H', low: 'L', close: 'C' };

/** Open, high, low and close of the candle under the pointer, else of the last one. */
export function OhlcLine({ drawing, candles, digits }: OhlcLineProps) {
  const format = useFormat();
  const bid = useQuote(useTerminal().symbol)?.bid;
  const [pointed, setPointed] = useState<Bar>();
  useEffect(() => {
    const read = ({ seriesData }: MouseEventParams) => {
      const bar = seriesData.get(drawing.series);
      setPointed(bar && isCandle(bar) ? bar : undefined);
    };
    drawing.chart.subscribeCrosshairMove(read);
    return () => drawing.chart.unsubscribeCrosshairMove(read);
  }, [drawing]);
  const last = candles.at(-1);
  const forming = last && {
    open: Number(last.open),
    high: Number(last.high),
    low: Number(last.low),
    close: Number(last.close),
  };
  const bar = pointed ?? (forming && bid ? withPrice(forming, Number(bid)) : forming);
  if (!bar) return null;
  const change = (((bar.close - bar.open) / bar.open) * 100).toFixed(2);
  return (
    <p className={styles.ohlc} dir="ltr" aria-hidden>
      {parts.map((part) => (
        <span key={part}>
          <abbr>{letters[part]}</abbr>
          <bdi>{format.price(bar[part].toFixed(digits))}</bdi>
        </span>
      ))}
      <bdi className={styles[trendOf(change)]}>{format.change(change)}</bdi>
    </p>
  );
}
