import type { ListedOperation } from '#contract/wallets/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What reverses another transaction names that one; people know it by the payment that it is. */
const isReversal = sql`t.reference_type = 'ledger_transaction' and t.scope like 'payment:%'`;
const type = sql`case when ${isReversal} then 'payment' else t.reference_type end`;
const id = sql`case when ${isReversal} then split_part(t.scope, ':', 2) else t.reference_id end`;

/** Columns of a ledger transaction `t` that {@link showReference} reads. */
export const referenceColumns = sql`
  ${type} as "referenceType", ${id} as "referenceId", case ${type}
    when 'trading_account' then t.reference_id
    when 'payment' then (select 'P-' || r.number from payment r where r.id = (${id})::uuid)
    when 'ipo_application' then (select 'A-' || a.number from ipo_application a where a.id = t.reference_id::uuid)
    when 'ipo_sale' then (select 'S-' || s.number from ipo_sale s where s.id = t.reference_id::uuid)
  end as "referenceLabel"`;

export interface ReferenceRow {
  referenceType: string | null;
  referenceId: string | null;
  referenceLabel: string | null;
}

/** What is behind a transaction, with the number that people know it by. */
export function showReference({
  referenceType: type,
  referenceId: id,
  referenceLabel: label,
}: ReferenceRow): ListedOperation['reference'] {
  return type !== null && id !== null ? { type, id, label } : null;
}
