import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { argumentsOf, explained, type EntryContext, type Posted, type Posting } from './post.ts';

export type HoldPurpose = 'withdrawal' | 'transfer_to_trading' | 'ipo';

/**
 * An amount to set aside in one wallet. `expiresAt` is what the client is shown; a job of the purpose's module ends the
 * hold then.
 */
export interface HoldRequest {
  wallet: { available: string; held: string };
  amountMinor: bigint;
  purpose: HoldPurpose;
  expiresAt?: Date | undefined;
}

/**
 * Moves money from available to held, where only this hold can spend it. Its id is the transaction's.
 * @throws Refusal `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function hold(tx: Tx, context: Omit<EntryContext, 'kind'>, request: HoldRequest): Promise<Posted> {
  const { wallet, amountMinor, purpose, expiresAt } = request;
  const postings = [
    { account: wallet.available, amountMinor: -amountMinor },
    { account: wallet.held, amountMinor },
  ];
  const values = argumentsOf({ ...context, kind: 'hold' }, postings, { purpose });
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
 * Pays from a hold to the given account and releases the rest.
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`; more than was held is a defect
 */
export async function captureHold(
  tx: Tx,
  holdId: string,
  context: EntryContext,
  to: readonly Posting[],
): Promise<Posted> {
  return resolve(tx, holdId, context, to);
}

/**
 * Releases a hold in full: it is no longer needed.
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`
 */
export async function releaseHold(tx: Tx, holdId: string, context: Omit<EntryContext, 'kind'>): Promise<Posted> {
  return resolve(tx, holdId, { ...context, kind: 'release' }, []);
}

/** Shows clients a later date at which active holds end. A date is never brought forward. */
export async function extendHolds(tx: Tx, holdIds: readonly string[], expiresAt: Date): Promise<void> {
  await tx.run(sql`
    update ledger_hold h set expires_at = ${expiresAt}
    from (select id from ledger_hold where id = any(${holdIds}::uuid[]) and state = 'active' order by id for update) active
    where h.id = active.id and h.expires_at < ${expiresAt}`);
}

async function resolve(tx: Tx, holdId: string, context: EntryContext, to: readonly Posting[]): Promise<Posted> {
  const values = argumentsOf(context, to, { holdId, unused: 'released' });
  return explained(tx.one<Posted>(sql`select * from ledger_resolve_hold(${holdId}, 'released', ${values})`));
}
