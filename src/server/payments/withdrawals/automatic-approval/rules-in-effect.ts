import { fromDecimal } from '#contract/kernel/money.ts';
import { automaticApproval, type AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { usd } from '#contract/settings/values/usd.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import type { Thresholds } from './evaluate.ts';

export interface RulesVersion {
  id: string;
  number: number;
  rules: AutomaticApproval;
}

export const rulesKey = 'payments.automatic_approval';

type StoredVersion = RowMac & { id: string; key: string; number: number; value: unknown };

const isWritten = (app: Witness, version: StoredVersion): boolean =>
  isGenuine(app, 'setting_version', `${version.key} ${version.number}`, version);

/**
 * The rules that approve now; null where there are none, as after staff have switched them off, and where they were
 * written past the program. In a transaction that decides by them, who switches them off waits for it, or was first.
 */
export async function readRulesInEffect(app: Witness, db: Queries, lock = sql``): Promise<RulesVersion | null> {
  const version = await db.maybeOne<StoredVersion>(sql`
    select v.id, v.key, v.number, v.value, ${macColumns('setting_version')} from setting_version v
    where v.key = ${rulesKey} and v.number = (select max(number) from setting_version where key = ${rulesKey}) ${lock}`);
  if (!version || !isWritten(app, version)) return null;
  const { success, data: rules } = automaticApproval.safeParse(version.value);
  return success && rules.rules.length > 0 ? { id: version.id, number: version.number, rules } : null;
}

/** What follows a statement that decides by the rules. */
export const whileDeciding = sql`for share of v`;

/** The settings, and what holds until they were first changed. */
export const thresholds = {
  secondApproverFrom: { key: 'payments.second_approver_from', initial: '10000.00' },
  approverDayTotal: { key: 'payments.approver_day_total', initial: '100000.00' },
} as const satisfies Record<keyof Thresholds, { key: string; initial: string }>;

/**
 * From when on an approval takes two people. The table of the settings has no MAC, the versions of settings have one:
 * where the two differ, the lower one holds. Everything takes two where a version was written past the program.
 */
export async function readThresholds(app: Witness, db: Queries): Promise<Thresholds> {
  const [stored, versions] = await Promise.all([
    db.one<Thresholds>(sql`
      select second_approver_from as "secondApproverFrom", approver_day_total as "approverDayTotal" from payment_setting`),
    db.rows<StoredVersion>(sql`
      select v.id, v.key, v.number, v.value, ${macColumns('setting_version')}
      from unnest(${Object.values(thresholds).map(({ key }) => key)}::text[]) asked (key), lateral (
        select * from setting_version w where w.key = asked.key order by w.number desc limit 1) v`),
  ]);
  if (!versions.every((version) => isWritten(app, version))) return { secondApproverFrom: 0n, approverDayTotal: 0n };
  const lower = (name: keyof Thresholds): bigint => {
    const { key, initial } = thresholds[name];
    const version = versions.find((each) => each.key === key);
    const signed = fromDecimal(version ? (usd.safeParse(version.value).data ?? '0') : initial, 'USD');
    return signed < stored[name] ? signed : stored[name];
  };
  return { secondApproverFrom: lower('secondApproverFrom'), approverDayTotal: lower('approverDayTotal') };
}
