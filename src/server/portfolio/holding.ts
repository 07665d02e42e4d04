import type { Amounts } from './history.ts';

/** One wallet, one trading account, or what a client holds of one offering. */
export interface Holding extends Amounts {
  part: 'wallet' | 'trading_account' | 'investment';
  /** The account's number or the issuer; a wallet is named by its currency. */
  name: string | null;
  /** Now: held money of a wallet, or what cannot be sold yet of an investment. */
  lockedMinor: bigint;
  /** What was paid for it, fees included; of money it is the amount itself. Now. */
  costMinor: bigint;
  sector: string | null;
}
