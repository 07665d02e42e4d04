import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * The reference of the order of `p` that was reported to staff, as its provider has left it undecided for long or is no longer
 * connected; null for any other payment. Only then staff may decide about an ordered withdrawal.
 */
export const overdueOrder: Sql = sql`
  (select o.reference from provider_payout o join provider_finding f on f.payment_id = o.payment_id and f.subject = o.reference
   where o.payment_id = p.id and p.state = 'ordered' and o.state in ('calling', 'accepted') and f.kind in ('payout_pending', 'payout_disconnected') limit 1)`;

export async function readOverdue(tx: Tx, { id }: PaymentRow): Promise<string | null> {
  const { reference } = await tx.one<{ reference: string | null }>(sql`
    select ${overdueOrder} as reference from payment p where p.id = ${id}`);
  return reference;
}
