import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';

export type Direction = 'in' | 'out';

interface Sides {
  direction: Direction;
  /** Of the same currency. */
  wallet: Pick<Wallet, 'available' | 'currency'>;
  account: Pick<TradingAccount, 'native_balance' | 'credit' | 'free_margin'>;
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);

function maxMinor({ direction, wallet, account }: Sides): bigint {
  const minor = (amount: string) => fromDecimal(amount, wallet.currency);
  if (direction === 'in') return minor(wallet.available);
  // The operator's advance is a negative credit; a gain that is not realised stays on the account too.
  const own = minor(account.native_balance) + min(minor(account.credit), 0n);
  const max = min(own, minor(account.free_margin));
  return max < 0n ? 0n : max;
}

/** What can be moved at most: available money of the wallet, or what on the account is neither bound nor lent. */
export const maxOf = (sides: Sides): string => toDecimal(maxMinor(sides), sides.wallet.currency);

/** Both balances once the amount has moved; none while it is no amount, or more than can move. */
export function afterTransfer(typed: string, sides: Sides): { wallet: string; account: string } | null {
  const { direction, wallet, account } = sides;
  const { currency, available } = wallet;
  const moved = amountIn(typed.trim(), currency);
  if (moved === null || moved <= 0n || moved > maxMinor(sides)) return null;
  const signed = direction === 'in' ? moved : -moved;
  return {
    wallet: toDecimal(fromDecimal(available, currency) - signed, currency),
    account: toDecimal(fromDecimal(account.native_balance, currency) + signed, currency),
  };
}

function amountIn(typed: string, currency: string): bigint | null {
  try {
    return fromDecimal(typed, currency);
  } catch {
    return null;
  }
}
