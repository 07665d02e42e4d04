import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '#web/platform/api/read.ts';
import { live } from '#web/platform/realtime/live.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { tradingAccountsQuery, walletsQuery } from '#web/platform/session/session.ts';

export const archivedQuery = queryOptions({
  queryKey: ['archived-accounts'],
  queryFn: () => read('POST /api/trading-account/archived', { body: {} }),
});

const beatMs = 5000;

/** Positions and waiting orders of one account, at present prices. */
export const liveOpenQuery = (number: string) =>
  live(
    queryOptions({
      queryKey: ['account-open', number],
      queryFn: () =>
        read('POST /api/trading-account/open', { body: { trading_account_id: number } }, { loader: false }),
    }),
    beatMs,
  );

/** The ranges that a curve is looked at in, the shortest first. */
export const equityRanges = ['1m', '3m', '6m', '1y', 'all'] as const;
export type EquityRange = (typeof equityRanges)[number];

/** The curve of one account. Another range leaves the last one in its place until it is there. */
export const equityQuery = (number: string, range: EquityRange) =>
  queryOptions({
    queryKey: ['account-equity', number, range],
    queryFn: () => read('POST /api/trading-account/equity', { body: { trading_account_id: number, range } }),
    placeholderData: keepPreviousData,
  });

/** After an action: everything that shows an account or the money beside it refetches. */
export function refreshAccounts(): void {
  const stale = [
    ['archived-accounts'],
    ['account-open'],
    ['account-equity'],
    ['account-records'],
    ['wallet'],
    ['wallet-operations'],
    ['overview'],
  ];
  for (const queryKey of [...stale, tradingAccountsQuery.queryKey, walletsQuery.queryKey])
    void queries.invalidateQueries({ queryKey });
}
