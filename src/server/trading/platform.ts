import type { Deal } from '#contract/trading-records.ts';
import type { Tx } from '#server/platform/db/database.ts';

export interface PlatformAccount {
  number: bigint;
  currency: string;
  leverage: number;
}

/** The figures of an account as the platform last knew them, in minor units of its currency. */
export interface Snapshot {
  balanceMinor: bigint;
  equityMinor: bigint;
  freeMarginMinor: bigint;
  at: Date;
}

/** Which deals to read: of these accounts, the latest first. Days are UTC, both ends included. */
export interface DealFilter {
  accounts: readonly bigint[];
  type?: Deal['type'] | undefined;
  symbol?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The ticket after which to go on. */
  after?: string | undefined;
  limit: number;
}

/**
 * A trading platform as the rest of the product knows it. What changes something takes the transaction of the act: an
 * embedded platform writes in it, one elsewhere leaves an order in the outbox there.
 */
export interface TradingPlatform {
  openAccount(tx: Tx, account: PlatformAccount, at: Date): Promise<void>;
  /** Credits the account, or debits it when negative. `externalId` makes it happen once, however often it is asked. */
  changeBalance(tx: Tx, change: { account: bigint; amountMinor: bigint; externalId: string; at: Date }): Promise<void>;
  /** By account number; an account that the platform does not know is left out. */
  snapshots(accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>>;
  deals(filter: DealFilter): Promise<Deal[]>;
  /** Where a browser goes to be signed in with this token. */
  signInLink(token: string, language: string): string;
}
