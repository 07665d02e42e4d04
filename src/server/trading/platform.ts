import type { ClosedPosition, Deal, Order, Position } from '#contract/trading/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Sql } from '#server/platform/db/sql.ts';

export interface PlatformAccount {
  number: bigint;
  currency: string;
  leverage: number;
  /** Of an imported account: what it begins with, in minor units, also where that is nothing. */
  openingMinor?: bigint | undefined;
}

/** The figures of an account as the platform last knew them, in minor units of its currency. */
export interface Snapshot {
  balanceMinor: bigint;
  /**
   * Credit to the client, or with a minus an advance for the client; it counts towards equity and does not belong to
   * the client.
   */
  creditMinor: bigint;
  /** Balance, credit and what open positions would bring. */
  equityMinor: bigint;
  marginMinor: bigint;
  freeMarginMinor: bigint;
  /** Of open positions, with their swap. */
  unrealisedMinor: bigint;
  at: Date;
}

/** Which records to read: of these accounts, the latest first. Days are UTC, both ends included. */
export interface HistoryFilter {
  accounts: readonly bigint[];
  symbol?: string | undefined;
  side?: 'buy' | 'sell' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
export type DealFilter = HistoryFilter & { type?: Deal['type'] | undefined };
export type OrderFilter = HistoryFilter & { state?: Order['state'] | undefined };

/** Part of a list: after the last ticket, and its largest size. */
export interface Page {
  after?: string | undefined;
  limit: number;
}

/** Of all records that pass a filter, in minor units; of accounts in one currency. */
export interface Totals {
  count: number;
  /** Lots, a decimal string. */
  volume: string;
  /** Without the deals that move cash, which are in `cashMinor`. */
  profitMinor: bigint;
  cashMinor: bigint;
  swapMinor: bigint;
  commissionMinor: bigint;
  feeMinor: bigint;
}

/** Credits an account, or debits it when negative. `externalId` makes it happen once, for any number of calls. */
export interface BalanceChange {
  account: bigint;
  amountMinor: bigint;
  externalId: string;
  at: Date;
}

/**
 * `refused`: certainly not done, for too little free margin; `unknown`: it may have happened, so nothing is released
 * and nothing is tried again before `balanceChange` gives the result.
 */
export type BalanceResult = 'done' | 'refused' | 'unknown';

/**
 * Why nothing may be taken from an account, whatever is free on it: the client is long on one account and short on another in
 * one instrument, or a loss on one account is not covered by it.
 */
export type AccountHold = 'mirrored' | 'loss_open';

/** How a browser is signed in: it follows the link, or posts a form there with these fields. */
export interface SignIn {
  link: string;
  fields: Record<string, string> | null;
}

/** A trading platform as the rest of the product knows it. */
export interface TradingPlatform {
  /**
   * An embedded platform writes in the transaction of the action; an external one does not take part, so no transaction
   * may be open.
   */
  readonly embedded: boolean;
  openAccount(tx: Tx, account: PlatformAccount, at: Date): Promise<void>;
  changeBalance(tx: Tx | null, change: BalanceChange): Promise<BalanceResult>;
  /**
   * Of an embedded platform: the query that credits an account, returning one row, for an action that makes it a part of
   * its own statement.
   */
  creditStatement?(change: BalanceChange): Sql;
  /**
   * Locks the client's accounts on an embedded platform, so that the result holds for the action; an external one
   * decides itself.
   */
  accountHold(tx: Tx, clientId: string): Promise<AccountHold | null>;
  /** The result of a requested change; `refused` when the platform never received it. */
  balanceChange(externalId: string): Promise<BalanceResult>;
  /** By account number; an account that the platform does not know is left out. */
  snapshots(accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>>;
  positions(accounts: readonly bigint[]): Promise<Position[]>;
  /** Orders that wait for their price. */
  waitingOrders(accounts: readonly bigint[]): Promise<Order[]>;
  /** Orders that are done. */
  orders(filter: OrderFilter & Page): Promise<Order[]>;
  closedPositions(filter: HistoryFilter & Page): Promise<ClosedPosition[]>;
  closedTotals(filter: HistoryFilter): Promise<Totals>;
  deals(filter: DealFilter & Page): Promise<Deal[]>;
  dealTotals(filter: DealFilter): Promise<Totals>;
  /** Deals booked later than the one named, in the order of booking; from the first without a name. */
  dealsSince(account: bigint, ticket: string | null, limit: number): Promise<Deal[]>;
  /** @param site where the client's area is, without a slash at the end; a platform of one's own has another */
  signIn(token: string, site: string, language: Language, account: bigint): Promise<SignIn>;
}
