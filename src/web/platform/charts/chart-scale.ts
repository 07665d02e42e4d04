/** An axis between two round values, with the round values in between. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const roundSteps = [1, 2, 2.5, 5, 10];

/**
 * The axis for values from `min` to `max`: at least two and at most `count` + 1 steps, each a round number. A flat line
 * gets space above and below; one that is nowhere below zero gets none there. Only for drawing: the text shows the
 * amount itself.
 */
export function scaleFor(min: number, max: number, count: number): Scale {
  const spread = max - min || Math.abs(max) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(spread / count));
  const step = (roundSteps.find((round) => round * magnitude * count >= spread) ?? 10) * magnitude;
  const low = max === min && max !== 0 ? Math.floor(min / step - 1) * step : Math.floor(min / step) * step;
  const high = Math.max(Math.ceil(max / step) * step, low + 2 * step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  if (min < 0) return { low, high, ticks };
  return { low: Math.max(0, low), high, ticks: ticks.filter((tick) => tick >= 0) };
}
