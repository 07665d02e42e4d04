import { useCallback, useEffect, useState } from 'react';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { Candle } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { startDrawing, type Drawing, type Shape } from './candle-drawing.ts';
import styles from './CandleChart.module.css';

interface CandleChartProps {
  /** The earliest first. */
  candles: readonly Candle[];
  /** After the point. */
  digits: number;
  /** Prices at which an account stands. */
  levels?: readonly { price: string; side: 'buy' | 'sell' }[];
  /** Candles by default. */
  shape?: Shape;
  /** Shows all candles, and leaves wheel and finger to the page. */
  still?: boolean;
  /** What a screen reader announces in place of the picture. */
  label: string;
}

const none: NonNullable<CandleChartProps['levels']> = [];

/** Prices that keep up with the market, in the colours of the theme in which they were first drawn. Time runs from left to right in every language. */
export function CandleChart({ shape = 'candles', still = false, levels = none, ...rest }: CandleChartProps) {
  const t = useText();
  return (
    <div>
      <Drawn key={`${shape} ${still}`} {...rest} shape={shape} still={still} levels={levels} />
      <p className={styles.credit}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('terminal.chart_credit')}
        </a>
      </p>
    </div>
  );
}

function Drawn({ candles, digits, levels, shape, still, label }: Required<CandleChartProps>) {
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

  useEffect(() => drawing?.put(candles), [drawing, candles]);

  const marked = levels.map(({ price, side }) => `${side} ${price}`).join();
  useEffect(() => drawing?.mark(marked ? marked.split(',') : []), [drawing, marked]);

  return <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={label} />;
}
