import {
  CandlestickSeries,
  createChart,
  LineStyle,
  type CandlestickData,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { PaperCandle } from '#contract/paper.ts';
import styles from './CandleChart.module.css';

interface CandleChartProps {
  /** The earliest first. */
  candles: readonly PaperCandle[];
  /** After the point. */
  digits: number;
  /** Prices at which the account stands. */
  levels: readonly { price: string; side: 'buy' | 'sell' }[];
  /** What a reader hears in place of the picture. */
  label: string;
}

const shown = (candle: PaperCandle): CandlestickData<UTCTimestamp> => ({
  time: (Date.parse(candle.at) / 1000) as UTCTimestamp,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
});

/** The colours of the theme, as the page has them now. */
function colours(element: Element) {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink-soft'),
    line: read('--line'),
    up: read('--positive'),
    down: read('--negative'),
    font: style.fontFamily,
  };
}

function paint(element: Element, chart: IChartApi, series: ISeriesApi<'Candlestick'>): void {
  const { ink, line, up, down, font } = colours(element);
  chart.applyOptions({
    layout: { background: { color: 'transparent' }, textColor: ink, fontFamily: font, attributionLogo: false },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line, timeVisible: true },
  });
  series.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false });
}

/** Candles that keep up with the market, in the colours of the theme in which they were first drawn. Time runs from left to right in every language. */
export function CandleChart({ candles, digits, levels, label }: CandleChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick'>; lines: IPriceLine[] }>(null);

  useEffect(() => {
    if (!frame.current) return;
    const chart = createChart(frame.current, { autoSize: true, layout: { attributionLogo: false } });
    const series = chart.addSeries(CandlestickSeries);
    paint(frame.current, chart, series);
    drawn.current = { chart, series, lines: [] };
    return () => {
      chart.remove();
      drawn.current = null;
    };
  }, []);

  useEffect(() => {
    drawn.current?.series.applyOptions({ priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits } });
  }, [digits]);

  useEffect(() => {
    drawn.current?.series.setData(candles.map(shown));
  }, [candles]);

  const marked = levels.map(({ price, side }) => `${side} ${price}`).join();
  useEffect(() => {
    const { series, lines } = drawn.current ?? {};
    if (!series || !lines || !frame.current) return;
    const { up, down } = colours(frame.current);
    for (const line of lines.splice(0)) series.removePriceLine(line);
    for (const level of marked ? marked.split(',') : []) {
      const [side, price] = level.split(' ');
      const color = side === 'buy' ? up : down;
      lines.push(series.createPriceLine({ price: Number(price), color, lineStyle: LineStyle.Dashed, lineWidth: 1 }));
    }
  }, [marked]);

  return <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={label} />;
}
