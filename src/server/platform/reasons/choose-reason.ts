import type { ReasonPurpose } from '#contract/reasons/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';

/**
 * The reason of an action, as a record stores it: it cannot be retired or get another text before the action is done.
 * @throws Refusal on `reason`: `reasons.not_open` for one that is retired, or none of this purpose
 */
export async function chooseReason(tx: Tx, purpose: ReasonPurpose, code: string | undefined): Promise<string> {
  const [versionedCode] = await chooseReasons(tx, purpose, code === undefined ? [] : [code], 'reason');
  if (versionedCode === undefined) throw refuseField('reason', 'reasons.not_open');
  return versionedCode;
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
  const uniqueCodes = [...new Set(codes)];
  const open = await tx.rows<{ versionedCode: string; position: number }>(sql`
    select case when own then code || '.' || version else code end as "versionedCode", position from reason
    where purpose = ${purpose} and code = any(${uniqueCodes}) and active order by code for share`);
  if (open.length < uniqueCodes.length) throw refuseField(field, 'reasons.not_open');
  return open.toSorted((a, b) => a.position - b.position).map(({ versionedCode }) => versionedCode);
}
