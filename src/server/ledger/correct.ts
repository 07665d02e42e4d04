import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { post, type EntryContext, type Posted, type Posting } from './post.ts';

/**
 * Reverses a transaction by its mirrored postings, of kind `correction`, once. Held money goes to the available side of
 * its wallet, since the hold that set it aside has ended. A caller who corrects money on a trading account notifies the
 * platform in the same database transaction.
 * @throws Refusal `ledger.not_correctable` for a hold or its release, which move nothing out of the wallet;
 * `ledger.already_corrected`, `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function correct(
  tx: Tx,
  transactionId: string,
  context: Omit<EntryContext, 'kind' | 'reference'>,
): Promise<Posted> {
  const mirror = await tx.rows<Posting>(sql`
    select a.code as account, -sum(p.amount)::bigint as "amountMinor"
    from ledger_posting p left join wallet w on w.held_id = p.account_id
    join ledger_account a on a.id = coalesce(w.available_id, p.account_id)
    where p.transaction_id = ${transactionId}
    group by a.id having sum(p.amount) <> 0
    order by a.id`);
  if (mirror.length === 0) throw refuse('ledger.not_correctable');
  const reference = { type: 'ledger_transaction', id: transactionId };
  return post(tx, { ...context, kind: 'correction', reference }, mirror);
}
