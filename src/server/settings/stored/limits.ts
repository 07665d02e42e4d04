import type { SettingValues } from '#contract/settings/catalogue.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore } from './setting-store.ts';

type Limits = SettingValues['payments.limits'];
type PaymentLimit = Limits[number]['deposit'];

interface PaymentLimitRow {
  level: number;
  kind: 'deposit' | 'withdrawal';
  allowed: boolean;
  perOperation: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
}

/** What each verification level allows. */
export const limits: SettingStore<Limits> = { read, check, write };

async function read(db: Queries): Promise<Limits> {
  const rows = await db.rows<PaymentLimitRow>(sql`
    select level, kind, allowed, per_operation as "perOperation", per_day as "perDay", per_month as "perMonth"
    from payment_limit order by level, kind`);
  const usd = (cents: bigint | null) => (cents === null ? null : toDecimal(cents, 'USD'));
  const of = (level: number, kind: PaymentLimitRow['kind']): PaymentLimit => {
    const row = rows.find((each) => each.level === level && each.kind === kind);
    return {
      allowed: row?.allowed ?? false,
      per_operation: usd(row?.perOperation ?? null),
      per_day: usd(row?.perDay ?? null),
      per_month: usd(row?.perMonth ?? null),
    };
  };
  const levels = [...new Set(rows.map(({ level }) => level))];
  return levels.map((level) => ({ level, deposit: of(level, 'deposit'), withdrawal: of(level, 'withdrawal') }));
}

const kinds = ['deposit', 'withdrawal'] as const;

function check(limits: Limits): void {
  if (limits.some(({ level }, index) => level !== index)) throw refuseField('value', 'validation.type');
  for (const { level, ...rows } of limits) {
    for (const kind of kinds) {
      const [operation, day, month] = inCents(rows[kind]);
      if (isAbove(operation, day) || isAbove(day, month) || isAbove(operation, month))
        throw refuseField('value', 'settings.limit_order', { level });
    }
  }
}

async function write(tx: Tx, limits: Limits): Promise<void> {
  for (const { level, ...rows } of limits) {
    for (const kind of kinds) {
      const { allowed } = rows[kind];
      const [operation, day, month] = inCents(rows[kind]);
      await tx.run(sql`
        update payment_limit set allowed = ${allowed}, per_operation = ${operation}, per_day = ${day}, per_month = ${month}
        where level = ${level} and kind = ${kind}`);
    }
  }
}

function inCents({ per_operation, per_day, per_month }: PaymentLimit): [bigint | null, bigint | null, bigint | null] {
  const cents = (usd: string | null) => (usd === null ? null : fromDecimal(usd, 'USD'));
  return [cents(per_operation), cents(per_day), cents(per_month)];
}

/** What has no limit is above none, and below all. */
const isAbove = (one: bigint | null, other: bigint | null) => other !== null && one !== null && one > other;
