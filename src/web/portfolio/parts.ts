import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Overview } from '#contract/portfolio/endpoints.ts';

/** A part of the net worth. */
export interface Part {
  name: 'available' | 'held' | 'trading_accounts' | 'investments_free' | 'investments_locked';
  /** USD, a decimal string. */
  usd: string;
  /** Of the net worth, one digit after the point, rounded half up. */
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

function shareOf(cents: bigint, total: bigint): string {
  if (total <= 0n) return '0.0';
  const tenths = (cents * 2000n + total) / (2n * total);
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** What everything is worth more, or less, than at the end of yesterday; USD, a decimal string. */
export function sinceYesterday({ net_worth, history }: Pick<Overview, 'net_worth' | 'history'>): string {
  const before = history.at(-2)?.usd ?? net_worth;
  return toDecimal(fromDecimal(net_worth, 'USD') - fromDecimal(before, 'USD'), 'USD');
}
