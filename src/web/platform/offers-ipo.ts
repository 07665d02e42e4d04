import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/api.ts';
import { windowConfig } from './window-config.ts';

/** Whether the operator offers IPOs to clients. */
export const offersIpo = windowConfig.features.ipo;

const ownQuery = queryOptions({
  queryKey: ['my-ipo'],
  queryFn: () => call('POST /api/ipo/my-ipo', { body: {} }, { loader: false }),
  enabled: !offersIpo,
  retry: false,
  staleTime: 60_000,
});

/** Whether a person sees IPOs at all: the operator offers them, or the person still has something of earlier ones. */
export function useHasIpo(): boolean {
  const { data: own } = useQuery(ownQuery);
  return offersIpo || own !== undefined;
}
