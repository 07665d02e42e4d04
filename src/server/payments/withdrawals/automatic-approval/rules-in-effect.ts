import { automaticApproval, type AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';

export interface RulesVersion {
  id: string;
  number: number;
  rules: AutomaticApproval;
}

export const rulesKey = 'payments.automatic_approval';

/**
 * The rules that approve now; null where there are none, where one person has switched them off, and where they were
 * written past the program. In a transaction that decides by them, who switches them off waits for it, or was first.
 */
export async function readRulesInEffect(app: Witness, db: Queries, lock = sql``): Promise<RulesVersion | null> {
  const version = await db.maybeOne<RowMac & { id: string; number: number; value: unknown }>(sql`
    select v.id, v.number, v.value, ${macColumns('setting_version')} from setting_version v
    where v.key = ${rulesKey} and v.number = (select max(number) from setting_version where key = ${rulesKey}) ${lock}`);
  if (!version) return null;
  const { id, number, value } = version;
  // A statement of its own, after the lock: it sees who was first.
  const stopped = await db.maybeOne(sql`select from automatic_approval_stop where version_id = ${id}`);
  if (stopped || !isGenuine(app, 'setting_version', `${rulesKey} ${number}`, version)) return null;
  const { success, data: rules } = automaticApproval.safeParse(value);
  return success && rules.rules.length > 0 ? { id, number, rules } : null;
}

/** What follows a statement that decides by the rules. */
export const whileDeciding = sql`for share of v`;
