import { useEffect } from 'react';

const page = 8;

/** The index to which a key moves in a list of so many; undefined for a key that moves nowhere. */
export function indexAfter(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'PageDown') return Math.min(index + page, count - 1);
  if (key === 'PageUp') return Math.max(index - page, 0);
  return undefined;
}

/** Keeps the entry with this id in sight. */
export function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
