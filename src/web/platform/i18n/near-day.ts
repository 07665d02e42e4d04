import { useNear } from './format.ts';

/** Writes a day of the product's calendar, such as `2026-03-02`, without its year where that is the present one. */
export function useNearDay(): (day: string) => string {
  const near = useNear();
  // At noon of the reader's own zone it is the same day everywhere.
  return (day) => near(`${day}T12:00`, 'date');
}
