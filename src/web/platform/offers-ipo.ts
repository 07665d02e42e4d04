import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/api.ts';
import { windowConfig } from './window-config.ts';

/** Whether the house offers IPOs to its clients. */
export const offersIpo = windowConfig.features.ipo;

const ownQuery = queryOptions({
  queryKey: ['my-ipo'],
  queryFn: () => call('POST /api/ipo/my-ipo', { body: {} }, { loader: false }),
  enabled: !offersIpo,
  retry: false,
  staleTime: 60_000,
});

/** Whether somebody meets IPOs at all: the house offers them, or he has something of earlier ones, which stays his. */
export function useHasIpo(): boolean {
  const { data: own } = useQuery(ownQuery);
  return offersIpo || own !== undefined;
}
