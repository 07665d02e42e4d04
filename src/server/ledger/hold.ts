import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { argumentsOf, explained, type Act, type Posted, type Posting } from './post.ts';

export type HoldPurpose = 'withdrawal' | 'transfer_to_trading' | 'ipo';

/** A sum to set aside in one wallet. `expiresAt` is a promise to the client; a job of the purpose's room keeps it. */
export interface HoldRequest {
  wallet: { available: string; held: string };
  amountMinor: bigint;
  purpose: HoldPurpose;
  expiresAt?: Date;
}

/**
 * Moves money from available to held, where only this hold can spend it. Its id is the transaction's.
 * @throws Refusal `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function hold(tx: Tx, act: Omit<Act, 'kind'>, request: HoldRequest): Promise<Posted> {
  const { wallet, amountMinor, purpose, expiresAt } = request;
  const postings = [
    { account: wallet.available, amountMinor: -amountMinor },
    { account: wallet.held, amountMinor },
  ];
  const values = argumentsOf({ ...act, kind: 'hold' }, postings, { purpose });
  return explained(
    tx.one<Posted>(sql`
      with posted as (select * from ledger_post(${values})),
      held as (
        insert into ledger_hold (id, available_id, held_id, amount, purpose, expires_at)
        select p.id, a.id, h.id, ${amountMinor}, ${purpose}, ${expiresAt ?? null}
        from posted p, ledger_account a, ledger_account h
        where not p.replayed and a.code = ${wallet.available} and h.code = ${wallet.held})
      select * from posted`),
  );
}

/**
 * Pays from a hold to where the money was promised, and gives back what is left of it.
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`; more than was held is a defect
 */
export async function captureHold(tx: Tx, holdId: string, act: Act, to: readonly Posting[]): Promise<Posted> {
  return resolve(tx, holdId, 'released', act, to);
}

/**
 * Gives a hold back in full: because it is no longer wanted, or because its time is over.
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`
 */
export async function releaseHold(
  tx: Tx,
  holdId: string,
  act: Omit<Act, 'kind'>,
  because: 'released' | 'expired' = 'released',
): Promise<Posted> {
  return resolve(tx, holdId, because, { ...act, kind: 'release' }, []);
}

async function resolve(tx: Tx, holdId: string, unused: string, act: Act, to: readonly Posting[]): Promise<Posted> {
  const values = argumentsOf(act, to, { holdId, unused });
  return explained(tx.one<Posted>(sql`select * from ledger_resolve_hold(${holdId}, ${unused}, ${values})`));
}
