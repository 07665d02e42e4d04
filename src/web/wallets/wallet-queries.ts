import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { read } from '#web/platform/api/read.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { walletsQuery } from '#web/platform/session/session.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/**
 * How often the balances of an open wallet are polled while no notice can arrive: staff credit and approve at any
 * moment.
 */
export const walletEveryMs = 30_000;
/** What changes a wallet. */
export const walletNotices = ['wallet.changed', 'payment.changed', 'application.changed'] as const;

/** One wallet, with what it holds now and what last moved in it. */
export const walletQuery = (id: string) =>
  queryOptions({
    queryKey: ['wallet', id],
    queryFn: () => read('POST /api/wallets-info', { body: { wallet_id: id } }, { loader: false }),
    meta: invalidatedBy(...walletNotices),
  });

/** What each balance of a wallet is made of. */
export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['wallet', id, 'explanation'],
    queryFn: () => read('POST /api/wallets/explain', { body: { wallet_id: id } }, { loader: false }),
  });

type Body = RequestOf<'POST /api/wallets/operations'>['body'];

/** The filter of operations; an empty string is no filter. Days are UTC, both included. */
export interface OperationFilter {
  search: string;
  kind: NonNullable<Body['kind']> | '';
  direction: NonNullable<Body['direction']> | '';
  from: string;
  to: string;
  min: string;
  max: string;
}

export const noFilter: OperationFilter = { search: '', kind: '', direction: '', from: '', to: '', min: '', max: '' };

/** The amount typed so far: `12.` is 12 until the next digit is typed. */
const amountSoFar = (typed: string) => /^\d{1,12}(?:\.\d{1,18})?/.exec(typed)?.[0] ?? '';

/** What is sent to the server: the filters that are set and complete. */
export function filterOf({ min, max, ...rest }: OperationFilter): Omit<Body, 'wallet_id'> {
  const filters = { ...rest, min: amountSoFar(min), max: amountSoFar(max) };
  return Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter.trim() !== ''));
}

/** Operations of one wallet page by page, the latest first. While a new filter loads, the last one's rows stay. */
export const operationsQuery = (walletId: string, filter: OperationFilter) =>
  infiniteQueryOptions({
    queryKey: ['wallet', walletId, 'operations', filter],
    queryFn: ({ pageParam: cursor }) =>
      read('POST /api/wallets/operations', {
        body: { ...filterOf(filter), wallet_id: walletId, ...(cursor === null ? {} : { cursor }) },
      }),
    meta: invalidatedBy(...walletNotices),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** One operation with its postings. What was posted never changes. */
export const operationQuery = (walletId: string, operationId: string) =>
  queryOptions({
    queryKey: ['wallet-operation', walletId, operationId],
    queryFn: () => call('POST /api/wallets/operation', { body: { wallet_id: walletId, operation_id: operationId } }),
    staleTime: Infinity,
  });

/** Currencies in which a wallet can still be opened. */
export const walletCurrenciesQuery = queryOptions({
  queryKey: ['wallet-currencies'],
  queryFn: () => call('POST /api/wallets/currencies', { body: {} }),
});

/** After money moved or a wallet was opened: refetches everything that shows an amount. */
export async function refreshWallets(): Promise<void> {
  const stale = [walletsQuery.queryKey, ['wallet'], ['wallet-currencies'], ['overview']];
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
