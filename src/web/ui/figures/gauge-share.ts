/** Where a margin level stands on a line that holds all of them, in percent: 100 % is in the middle. */
export function gaugeShare(level: string): number {
  const percent = Math.max(0, Number(level));
  return (100 * percent) / (percent + 100);
}
