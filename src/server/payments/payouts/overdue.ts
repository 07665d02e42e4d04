import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { PaymentRow } from '../payment-row.ts';
import type { Overdue } from '../rules.ts';
import type { PayoutRow } from './payout-row.ts';

/** How a report that an order is undecided names it: in its present state, so that an older report opens nothing. */
export const overdueSubject = ({ reference, state }: Pick<PayoutRow, 'reference' | 'state'>): string =>
  state === 'accepted' ? `${reference} accepted` : reference;

/** Of an ordered withdrawal `p`, as `Overdue` has it; null for any other payment. */
export const overdueOrder: Sql = sql`
  (select jsonb_build_object('isPaidOtherwise', o.state = 'calling' or f.kind = 'payout_disconnected')
   from provider_payout o join provider_finding f on f.payment_id = o.payment_id
     and (f.kind, f.subject) in (('payout_disconnected', o.reference),
       ('payout_pending', o.reference || case o.state when 'accepted' then ' accepted' else '' end))
   where o.payment_id = p.id and p.state = 'ordered' and o.state in ('calling', 'accepted')
   order by f.kind limit 1)`;

export async function readOverdue(tx: Tx, { id }: PaymentRow): Promise<Overdue | null> {
  const { overdue } = await tx.one<{ overdue: Overdue | null }>(sql`
    select ${overdueOrder} as overdue from payment p where p.id = ${id}`);
  return overdue;
}
