import type { ListedOperation } from '#contract/wallets.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Columns of a ledger transaction `t` that {@link showReference} reads. */
export const referenceColumns = sql`
  t.reference_type as "referenceType", t.reference_id as "referenceId", case t.reference_type
    when 'trading_account' then t.reference_id
    when 'payment' then (select 'P-' || r.number from payment r where r.id = t.reference_id::uuid)
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
