import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, type Refusal } from '#server/platform/refusal.ts';

/** What a transaction is to the people who read it; `hold` and `release` move money within one wallet. */
export type LedgerKind =
  | 'deposit'
  | 'withdrawal'
  | 'transfer_to_trading'
  | 'transfer_from_trading'
  | 'conversion'
  | 'bonus'
  | 'fee'
  | 'correction'
  | 'ipo'
  | 'trading_result'
  | 'negative_balance'
  | 'hold'
  | 'release';

/** Who does what, when and why. Repeating an act under the same scope and key gives the first answer. */
export interface Act {
  /** Whose key it is, as in `client:{id}`. */
  scope: string;
  key: string;
  kind: LedgerKind;
  at: Date;
  /** The thing behind it, such as a trading account and its number. */
  reference?: { type: string; id: string };
  /** The person who did it; nobody when the product itself acts. */
  actorId?: string;
  /** In the words of the person who did it. */
  reason?: string;
}

/** A signed movement in minor units of the account's currency; what a client owns is positive. */
export interface Posting {
  account: string;
  amountMinor: bigint;
}

export interface Posted {
  id: string;
  at: Date;
  /** The act had been done before; this is its first answer. */
  replayed: boolean;
}

/**
 * Posts one transaction; its postings sum to zero per currency, or the database refuses the commit.
 * @throws Refusal `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function post(tx: Tx, act: Act, postings: readonly Posting[]): Promise<Posted> {
  return explained(tx.one<Posted>(sql`select * from ledger_post(${argumentsOf(act, postings)})`));
}

/** The arguments that the database's functions share, in their order; `also` is what else tells requests apart. */
export function argumentsOf(act: Act, postings: readonly Posting[], also: object = {}): Sql {
  const { at, scope, key } = act;
  return join([
    newId(),
    scope,
    key,
    fingerprintOf(act, postings, also),
    act.kind,
    act.reference?.type ?? null,
    act.reference?.id ?? null,
    act.actorId ?? null,
    act.reason ?? null,
    at,
    sql`${postings.map(({ account }) => account)}::text[]`,
    sql`${postings.map(({ amountMinor }) => amountMinor)}::bigint[]`,
  ]);
}

/** Tells one request from another under the same key. The time of asking is no part of it. */
export function fingerprintOf(act: Act, postings: readonly Posting[], also: object = {}): Buffer {
  const { kind, reference, actorId, reason } = act;
  const plain = JSON.stringify({ kind, reference, actorId, reason, ...also, postings }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(plain).digest();
}

/** What the database refuses by these names is a refusal; everything else stays a defect. */
const refusals: Record<string, () => Refusal> = {
  ledger_balance_of_closed: () => refuse('ledger.client_closed'),
  ledger_balance_not_negative: () => refuse('ledger.insufficient_funds'),
  ledger_key_reused: () => refuse('http.idempotency_mismatch'),
  ledger_hold_ends_once: () => refuse('ledger.hold_ended'),
  ledger_transaction_corrected_once: () => refuse('ledger.already_corrected'),
};

/** Turns the database's word for a refusal into one. */
export async function explained<T>(act: Promise<T>): Promise<T> {
  return act.catch((error: unknown) => {
    const name = (error as { constraint?: string }).constraint ?? '';
    throw refusals[name]?.() ?? error;
  });
}
