import { useEffect } from 'react';
import type { Candle } from '#contract/market/endpoints.ts';
import { useDrawing } from '../CandleChart.tsx';
import { colours, type Drawing } from '../candle-drawing.ts';
import { useTerminal } from '../terminal.ts';
import { useQuote } from '../terminal-queries.ts';
import { ChartCredit } from './ChartCredit.tsx';
import { Levels } from './Levels.tsx';
import styles from './LiveChart.module.css';
import { OhlcLine } from './OhlcLine.tsx';
import { isCandle, withPrice } from './with-price.ts';

interface LiveChartProps {
  candles: readonly Candle[];
  digits: number;
  /** What a screen reader announces in place of the picture. */
  label: string;
}

/** Candles whose last one follows the price, with what the account has in the instrument. */
export function LiveChart({ candles, digits, label }: LiveChartProps) {
  const { drawing, frame } = useDrawing(digits, 'candles', false);
  useEffect(() => dress(drawing), [drawing]);
  useEffect(() => drawing?.put(candles), [drawing, candles]);
  return (
    <>
      <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={label} />
      {drawing && (
        <>
          <Follow drawing={drawing} last={candles.at(-1)} />
          <OhlcLine drawing={drawing} candles={candles} digits={digits} />
          <Levels drawing={drawing} digits={digits} />
        </>
      )}
      <ChartCredit className={styles.credit} />
    </>
  );
}

/** What a chart of the market's screens does not need: space for what comes, fewer lines. */
function dress(drawing: Drawing | undefined): void {
  if (!drawing) return;
  const { line } = colours(drawing.chart.chartElement());
  drawing.chart.applyOptions({
    grid: { vertLines: { visible: false }, horzLines: { color: `${line}99` } },
    timeScale: { rightOffset: 6, barSpacing: 8 },
    rightPriceScale: { scaleMargins: { top: 0.14, bottom: 0.08 } },
  });
}

/** Draws nothing of its own: each price moves the last candle. */
function Follow({ drawing, last }: { drawing: Drawing; last: Candle | undefined }) {
  const bid = useQuote(useTerminal().symbol)?.bid;
  useEffect(() => {
    const bar = drawing.series.data().at(-1);
    if (!bid || !last || !bar || !isCandle(bar)) return;
    drawing.series.update(withPrice(bar, Number(bid)));
  }, [drawing, last, bid]);
  return null;
}
