import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, type Refusal } from '#server/platform/refusal.ts';

/** Kinds of transactions that move a wallet or a trading account. */
export const movementKinds = [
  'deposit',
  'withdrawal',
  'transfer_to_trading',
  'transfer_from_trading',
  'conversion',
  'bonus',
  'fee',
  'correction',
  'opening_balance',
  'ipo',
  'trading_result',
  'negative_balance',
] as const;

/** The meaning of a transaction for its readers; `hold` and `release` move money within one wallet. */
export type LedgerKind = (typeof movementKinds)[number] | 'hold' | 'release';

/** Who does what, when and why. A repeated action with the same scope and key gives the first result. */
export interface EntryContext {
  /** The owner of the key, as in `client:{id}`. */
  scope: string;
  key: string;
  kind: LedgerKind;
  at: Date;
  /** The object behind it, such as a trading account and its number. */
  reference?: { type: string; id: string };
  /** The person who did it; undefined when the product itself acts. */
  actorId?: string;
  /** In that person's words. */
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
  /** The action was done before; this is its first result. */
  replayed: boolean;
}

/**
 * Posts one transaction; its postings sum to zero per currency, or the database refuses the commit.
 * @throws Refusal `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function post(tx: Tx, context: EntryContext, postings: readonly Posting[]): Promise<Posted> {
  return explained(tx.one<Posted>(sql`select * from ledger_post(${argumentsOf(context, postings)})`));
}

/** The arguments that the database functions share, in their order; `also` is what else distinguishes requests. */
export function argumentsOf(context: EntryContext, postings: readonly Posting[], also: object = {}): Sql {
  const { at, scope, key } = context;
  return join([
    newId(),
    scope,
    key,
    fingerprintOf(context, postings, also),
    context.kind,
    context.reference?.type ?? null,
    context.reference?.id ?? null,
    context.actorId ?? null,
    context.reason ?? null,
    at,
    sql`${postings.map(({ account }) => account)}::text[]`,
    sql`${postings.map(({ amountMinor }) => amountMinor)}::bigint[]`,
  ]);
}

/** Distinguishes requests under the same key. The time of the request is no part of it. */
export function fingerprintOf(context: EntryContext, postings: readonly Posting[], also: object = {}): Buffer {
  const { kind, reference, actorId, reason } = context;
  const plain = JSON.stringify({ kind, reference, actorId, reason, ...also, postings }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(plain).digest();
}

/** Database errors with these names are refusals; all others stay defects. */
const refusals: Record<string, () => Refusal> = {
  ledger_balance_of_closed: () => refuse('ledger.client_closed'),
  ledger_balance_not_negative: () => refuse('ledger.insufficient_funds', {}),
  ledger_key_reused: () => refuse('http.idempotency_mismatch'),
  ledger_hold_ends_once: () => refuse('ledger.hold_ended'),
  ledger_transaction_corrected_once: () => refuse('ledger.already_corrected'),
};

/** Turns a refusal of the database into a `Refusal`. */
export async function explained<T>(context: Promise<T>): Promise<T> {
  return context.catch((error: unknown) => {
    const name = (error as { constraint?: string }).constraint ?? '';
    throw refusals[name]?.() ?? error;
  });
}
