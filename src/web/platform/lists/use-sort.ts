import { useSearch } from '@tanstack/react-router';
import type { Sorts } from '#contract/kernel/reads/sorts.ts';

/** What the address says of how a list is sorted, for the call; nothing where it is as usual. */
export function useSort<Sort extends string>(sorts: Sorts<Sort>): { sort?: Sort } {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const sort = sorts.find((each) => each === address['sort']);
  return sort === undefined || sort === sorts[0] ? {} : { sort };
}
