import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { LineStyle, type IPriceLine } from 'lightweight-charts';
import { colours, type Drawing } from '../candle-drawing.ts';
import { recordOf, type Level } from './levels.ts';

/** Draws the lines of levels, and keeps the tags in `layer` on them however the chart moves. */
export function useLevelLines({ chart, series }: Drawing, layer: RefObject<HTMLDivElement | null>, levels: Level[]) {
  const lines = useRef<IPriceLine[]>([]);
  // As one text, so that what is drawn changes only with it.
  const drawn = levels.map((level) => `${level.kind} ${recordOf(level).side} ${level.price}`).join();

  useEffect(() => {
    const { ink, soft, paper, accent } = colours(chart.chartElement());
    for (const line of lines.current) series.removePriceLine(line);
    lines.current = (drawn ? drawn.split(',') : []).map((each) => {
      const [kind, side, price] = each.split(' ');
      const isStop = kind === 'sl' || kind === 'tp';
      const color = isStop ? soft : side === 'buy' ? accent : ink;
      return series.createPriceLine({
        price: Number(price),
        color,
        lineStyle: kind === 'open' ? LineStyle.Solid : LineStyle.Dashed,
        lineWidth: 1,
        axisLabelColor: color,
        axisLabelTextColor: paper,
      });
    });
  }, [chart, series, drawn]);

  useEffect(() => {
    let isThere = true;
    // It draws nothing itself: whenever the chart is drawn, the tags follow.
    const draw = () => isThere && layer.current && placeTags(layer.current, { chart, series });
    series.attachPrimitive({ paneViews: () => [{ renderer: () => ({ draw }) }] });
    return () => {
      isThere = false;
    };
  }, [chart, series, layer]);

  useLayoutEffect(() => {
    if (layer.current) placeTags(layer.current, { chart, series });
  });
}

/** Each tag names its price; one whose price is out of sight is hidden. */
function placeTags(layer: HTMLElement, { chart, series }: Pick<Drawing, 'chart' | 'series'>): void {
  const height = layer.clientHeight - chart.timeScale().height();
  for (const tag of layer.children as Iterable<HTMLElement>) {
    const y = series.priceToCoordinate(Number(tag.dataset['price']));
    const isSeen = y !== null && y >= 0 && y <= height;
    tag.hidden = !isSeen;
    if (isSeen) tag.style.translate = `0 ${y}px`;
  }
}
