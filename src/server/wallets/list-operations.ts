import { fromDecimal, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import type { OperationFilter, OperationsPage } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { dayAfter, dayOf } from './days.ts';
import { addUp, readOperations, type OperationQuery } from './operations.ts';
import { ownWallet } from './own-wallet.ts';

/**
 * Operations of one wallet that meet a filter, page by page, and on the first page what all of them add up to.
 * @throws Refusal `http.not_found`
 */
export async function listOperations(app: App, me: Person, filter: OperationFilter): Promise<OperationsPage> {
  const wallet = await ownWallet(app.db, me.id, filter.wallet_id);
  const query = inputOf(filter, wallet.currency);
  const { operations, nextCursor, searchedTo } = await readOperations(app.db, wallet, query);
  const sums = query.cursor === undefined ? await addUp(app.db, wallet, query) : null;
  const decimal = (minor: bigint) => toDecimal(minor, wallet.currency);
  return {
    currency: wallet.currency,
    operations,
    totals: sums && { count: Number(sums.count), in: decimal(sums.came), out: decimal(sums.went) },
    next_cursor: nextCursor,
    searched_to: searchedTo,
  };
}

function inputOf(filter: OperationFilter, currency: string): OperationQuery {
  const { kind, direction, from, to, min, max, search, cursor } = filter;
  return {
    kind,
    direction,
    search,
    cursor,
    since: from === undefined ? undefined : dayOf(from),
    until: to === undefined ? undefined : dayAfter(to),
    minMinor: min === undefined ? undefined : roundedUp(min, currency),
    maxMinor: max === undefined ? undefined : minorOf(max, currency),
  };
}

/** Digits beyond the currency's scale are dropped: an amount is at most 9.999 when it is at most 9.99. */
function minorOf(decimal: string, currency: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const scale = scaleOf(currency);
  return fromDecimal(scale === 0 ? whole : `${whole}.${fraction.slice(0, scale).padEnd(scale, '0')}`, currency);
}

/** And it is at least 9.991 when it is at least 10. */
function roundedUp(decimal: string, currency: string): bigint {
  const [, fraction = ''] = decimal.split('.');
  const dropped = /[1-9]/.test(fraction.slice(scaleOf(currency)));
  return minorOf(decimal, currency) + (dropped ? 1n : 0n);
}
