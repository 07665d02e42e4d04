import type { ReasonPurpose } from '#contract/reason-names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';

/**
 * The reason of an act, as a record is to keep it: nobody retires it or gives it another text before the act is done.
 * @throws Refusal on `reason`: `reasons.not_open` for one that is retired, or none of this purpose
 */
export async function chooseReason(tx: Tx, purpose: ReasonPurpose, code: string | undefined): Promise<string> {
  const [kept] = await chooseReasons(tx, purpose, code === undefined ? [] : [code], 'reason');
  if (kept === undefined) throw refuseField('reason', 'reasons.not_open');
  return kept;
}

/**
 * Several of them, each once, in the order of the catalogue.
 * @throws Refusal on the field: `reasons.not_open`
 */
export async function chooseReasons(
  tx: Tx,
  purpose: ReasonPurpose,
  codes: readonly string[],
  field: string,
): Promise<string[]> {
  const wanted = [...new Set(codes)];
  const open = await tx.rows<{ kept: string; place: number }>(sql`
    select case when own then code || '.' || version else code end as kept, place from reason
    where purpose = ${purpose} and code = any(${wanted}) and active order by code for share`);
  if (open.length < wanted.length) throw refuseField(field, 'reasons.not_open');
  return open.toSorted((a, b) => a.place - b.place).map(({ kept }) => kept);
}
