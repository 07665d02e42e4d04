import { useEffect, useState } from 'react';

/** The rows that a person has chosen, by key. */
export interface Selection {
  keys: ReadonlySet<string>;
  choose: (keys: Iterable<string>) => void;
}

/** What was chosen in each list as a row of it was opened, by its address, until one comes back to it. */
const kept = new Map<string, ReadonlySet<string>>();

export function keepSelection(keys: ReadonlySet<string>): void {
  kept.set(location.href, keys);
}

/** The chosen rows of a list; after Back they are still chosen. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => kept.get(location.href) ?? new Set());
  useEffect(() => {
    kept.delete(location.href);
  }, []);
  return { keys, choose: (next) => setKeys(new Set(next)) };
}

/** Everything from one key to another in the order of the list, for a choice by Shift; the second alone without the first. */
export function between(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [keys.indexOf(from ?? to), keys.indexOf(to)];
  return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
