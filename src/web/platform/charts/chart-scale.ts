/** An axis between two round values, with the round values in between. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const roundSteps = [1, 2, 2.5, 5, 10];

/**
 * The axis for values from `least` to `most`: at least two and at most `count` + 1 steps, each a round number. A flat
 * line gets room above and below; one that is nowhere below nought gets none there. Only for drawing: what is read is the amount itself.
 */
export function scaleFor(least: number, most: number, count: number): Scale {
  const spread = most - least || Math.abs(most) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(spread / count));
  const step = (roundSteps.find((round) => round * magnitude * count >= spread) ?? 10) * magnitude;
  const low = most === least && most !== 0 ? Math.floor(least / step - 1) * step : Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + 2 * step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  if (least < 0) return { low, high, ticks };
  return { low: Math.max(0, low), high, ticks: ticks.filter((tick) => tick >= 0) };
}
