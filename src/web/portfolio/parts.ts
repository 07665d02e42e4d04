import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { shareOf } from '#contract/portfolio/share.ts';

/** A part of the net worth. */
export interface Part {
  name: 'available' | 'held' | 'trading_accounts' | 'investments_free' | 'investments_locked';
  /** USD, a decimal string. */
  usd: string;
  /** Of the net worth, two digits after the point, rounded half up. */
  sharePercent: string;
}

/**
 * The net worth taken apart: what is free in wallets, what is held there, what is on trading accounts, and, where there
 * are any, investments that can be sold and that cannot yet.
 */
export function partsOf({ net_worth, wallets, held, trading_accounts, investments, locked }: Overview): Part[] {
  const cents = (usd: string) => fromDecimal(usd, 'USD');
  const total = cents(net_worth);
  const part = (name: Part['name'], amount: bigint): Part => ({
    name,
    usd: toDecimal(amount, 'USD'),
    sharePercent: shareOf(amount, total),
  });
  return [
    part('available', cents(wallets) - cents(held)),
    part('held', cents(held)),
    part('trading_accounts', cents(trading_accounts)),
    ...(cents(investments) === 0n
      ? []
      : [part('investments_free', cents(investments) - cents(locked)), part('investments_locked', cents(locked))]),
  ];
}

/** Whether there is nothing, and was nothing on any day that is known of. */
export const isNothingYet = (overview: Overview): boolean =>
  [...overview.history, ...partsOf(overview)].every(({ usd }) => fromDecimal(usd, 'USD') === 0n);

type Past = Pick<Overview, 'net_worth' | 'history'>;

/**
 * The result since the end of a day of the history, its first by default: what everything is worth more, or less, without
 * what came in or went out since. USD, a decimal string.
 */
export function resultSince({ net_worth, history }: Past, day = 0): string {
  const cents = (usd: string) => fromDecimal(usd, 'USD');
  const [start, ...since] = history.slice(day);
  if (!start) return toDecimal(0n, 'USD');
  const flow = since.reduce((sum, each) => sum + cents(each.flow), 0n);
  return toDecimal(cents(net_worth) - cents(start.usd) - flow, 'USD');
}

/** The same since the end of yesterday. */
export const resultOfToday = (past: Past): string => resultSince(past, -2);
