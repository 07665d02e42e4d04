/** The wait after this many failures in a row: twice as long each time, up to a minute, with jitter. */
export function pauseAfter(failures: number, firstMs = 1000): number {
  return Math.min(60_000, firstMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
