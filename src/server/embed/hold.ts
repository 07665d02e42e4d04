import type { Clock } from '#server/platform/clock.ts';

/** More than every widget in every language; beyond, all of it is made again. */
const maxHeld = 400;

interface Held<T> {
  value: Promise<T>;
  at: number;
}

/**
 * Makes what all visitors see once for all of them, and again when it is older than that. Callers in the meantime get the
 * one that is being made; one that failed is not kept.
 */
export function holding<T>({ now }: Clock): (key: string, forMs: number, make: () => Promise<T>) => Promise<T> {
  const held = new Map<string, Held<T>>();
  return (key, forMs, make) => {
    const at = now().getTime();
    const known = held.get(key);
    // The clock of a demo may have been set back.
    if (known && Math.abs(at - known.at) < forMs) return known.value;
    if (held.size >= maxHeld) held.clear();
    const value = make();
    held.set(key, { value, at });
    void value.catch(() => held.delete(key));
    return value;
  };
}
