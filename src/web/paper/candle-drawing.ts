import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '#contract/market/endpoints.ts';

export type Shape = 'candles' | 'area';

export interface Drawing {
  chart: IChartApi;
  series: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
  /** Draws these instead of what was drawn. */
  put: (candles: readonly Candle[]) => void;
}

/** The colours of the theme, as the page has them now. */
export function colours(element: Element) {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink'),
    soft: read('--ink-soft'),
    paper: read('--paper'),
    line: read('--line'),
    up: read('--positive'),
    down: read('--negative'),
    accent: read('--accent-ink'),
    font: style.fontFamily,
  };
}

/**
 * An empty chart in the colours of the theme.
 * @param still shows all that it has and leaves wheel and finger to the page
 */
export function startDrawing(frame: HTMLElement, shape: Shape, still: boolean): Drawing {
  const { soft, line, up, down, accent, font } = colours(frame);
  const chart = createChart(frame, {
    autoSize: true,
    layout: { background: { color: 'transparent' }, textColor: soft, fontFamily: font, attributionLogo: false },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line, timeVisible: true, lockVisibleTimeRangeOnResize: still },
    ...(still && { handleScroll: false, handleScale: false }),
  });
  const { series, put } = shape === 'area' ? addLine(chart, accent) : addCandles(chart, up, down);
  return {
    chart,
    series,
    put(candles) {
      put(candles);
      if (still) chart.timeScale().fitContent();
    },
  };
}

function addLine(chart: IChartApi, color: string) {
  const series = chart.addSeries(AreaSeries, {
    lineColor: color,
    topColor: `${color}33`,
    bottomColor: `${color}00`,
    lineWidth: 2,
  });
  const put = (candles: readonly Candle[]) => {
    const time = timesOf(candles);
    series.setData(candles.map((candle) => ({ time: time(candle), value: Number(candle.close) })));
  };
  return { series, put };
}

function addCandles(chart: IChartApi, up: string, down: string) {
  const series = chart.addSeries(CandlestickSeries, {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
  });
  const put = (candles: readonly Candle[]) => {
    const time = timesOf(candles);
    series.setData(
      candles.map((candle) => ({
        time: time(candle),
        open: Number(candle.open),
        high: Number(candle.high),
        low: Number(candle.low),
        close: Number(candle.close),
      })),
    );
  };
  return { series, put };
}

const dayMs = 86_400_000;

/**
 * The positions of candles on an axis that knows only UTC: days as they are, shorter intervals by the reader's clock.
 * The offset from UTC is that of the last candle, so that an hour that the clock repeats does not come twice.
 */
function timesOf(candles: readonly Candle[]): (candle: Candle) => UTCTimestamp {
  const [last, before] = [candles.at(-1), candles.at(-2)].map((candle) => Date.parse(candle?.at ?? ''));
  const isDaily = (last ?? 0) - (before ?? 0) >= dayMs;
  const awayMs = isDaily || !last ? 0 : new Date(last).getTimezoneOffset() * 60_000;
  return ({ at }) => ((Date.parse(at) - awayMs) / 1000) as UTCTimestamp;
}
