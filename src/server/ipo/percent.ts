/** Basis points as a percentage with two places: 325 is `"3.25"`. */
export function percentOf(bps: number): string {
  return `${Math.trunc(bps / 100)}.${String(bps % 100).padStart(2, '0')}`;
}
