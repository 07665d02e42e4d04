import { useCallback, useEffect, useState } from 'react';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { Candle } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { startDrawing, type Drawing, type Shape } from './candle-drawing.ts';
import styles from './CandleChart.module.css';
import { ChartCredit } from './chart/ChartCredit.tsx';

interface CandleChartProps {
  /** The earliest first. */
  candles: readonly Candle[];
  /** After the point. */
  digits: number;
  /** Candles by default. */
  shape?: Shape;
  /** Shows all candles, and leaves wheel and finger to the page. */
  still?: boolean;
  /** What a screen reader announces in place of the picture. */
  label: string;
}

/** Prices that keep up with the market, in the colours of the theme in which they were first drawn. Time runs from left to right in every language. */
export function CandleChart({ shape = 'candles', still = false, candles, digits, label }: CandleChartProps) {
  const { drawing, frame } = useDrawing(digits, shape, still);
  useEffect(() => drawing?.put(candles), [drawing, candles]);
  return (
    <div>
      <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={label} />
      <ChartCredit className={styles.credit} />
    </div>
  );
}

/** A chart in an element that takes `frame` as its `ref`, with prices of so many digits in the page's language. */
export function useDrawing(digits: number, shape: Shape, still: boolean) {
  const format = useFormat();
  const locale = intlTagOf(useLanguage());
  const [drawing, setDrawing] = useState<Drawing>();
  const frame = useCallback(
    (element: HTMLDivElement) => {
      const started = startDrawing(element, shape, still);
      setDrawing(started);
      return () => {
        setDrawing(undefined);
        started.chart.remove();
      };
    },
    [shape, still],
  );
  useEffect(() => {
    drawing?.series.applyOptions({ priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits } });
    drawing?.chart.applyOptions({
      localization: { locale, priceFormatter: (value: number) => format.price(value.toFixed(digits)) },
    });
  }, [drawing, digits, locale, format]);
  return { drawing, frame };
}
