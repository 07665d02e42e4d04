import type { UseQueryResult } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import type { Loadable } from '#web/platform/api/Async.tsx';

type Info = ResponseOf<'POST /api/wallets-info'>;
type Operation = Info['operations'][number] & Pick<Info, 'wallet'>;

export const latestCount = 6;

/** The latest of all wallets that could be read: one that could not hides none of the others. */
export function latestOf(found: UseQueryResult<Info>[]): Loadable<Operation[]> {
  const failed = found.filter(({ isError }) => isError);
  const isKnown = found.every(({ isPending }) => !isPending) && found.some(({ data }) => data);
  const operations = found.flatMap(
    ({ data }) => data?.operations.map((each) => ({ ...each, wallet: data.wallet })) ?? [],
  );
  return {
    data: isKnown ? operations.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, latestCount) : undefined,
    isError: failed.length > 0,
    error: failed[0]?.error,
    isFetching: found.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
