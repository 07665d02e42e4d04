import type { SettingValues } from '#contract/settings/catalogue.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import { contentNames, tierNames, type TierName } from '#contract/portfolio/tier-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore, SettingStores, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

type Levels = SettingValues['tiers.levels'];
type Benefits = SettingValues['tiers.benefits'];

const levels: SettingStore<Levels> = {
  async read(db) {
    const rows = await db.rows<{ tier: TierName; cents: bigint }>(sql`
      select name as tier, from_cents as cents from tier order by tier_rank(name)`);
    return rows.map(({ tier, cents }) => ({ tier, from: toDecimal(cents, 'USD') }));
  },
  check(value) {
    checkRows(value);
    const takes = value.map(({ from }) => fromDecimal(from, 'USD'));
    const [lowest] = takes;
    if (lowest !== 0n || takes.some((cents, index) => cents <= (takes[index - 1] ?? -1n)))
      throw refuseField('value', 'settings.tier_order');
  },
  async write(tx, value) {
    const rows = value.map(({ tier, from }) => ({ tier, cents: fromDecimal(from, 'USD').toString() }));
    await tx.run(sql`
      update tier t set from_cents = w.cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (tier text, cents bigint) where t.name = w.tier`);
  },
};

/** The response time of support is set with its hours. */
const benefits: SettingStore<Benefits> = {
  read: (db) =>
    db.rows<Benefits[number]>(sql`
      select tier,
             max(value) filter (where benefit = 'ipo_fee_percent') as ipo_fee_percent,
             max(value) filter (where benefit = 'allotment_weight') as allotment_weight,
             max(value) filter (where benefit = 'withdrawal_fee_off_percent') as withdrawal_fee_off_percent,
             max(value) filter (where benefit = 'withdrawal_limit_factor') as withdrawal_limit_factor,
             max(value) filter (where benefit = 'personal_manager') = 'yes' as personal_manager,
             max(value) filter (where benefit = 'content') as content
      from tier_benefit group by tier order by tier_rank(tier)`),
  check(value) {
    checkRows(value);
    if (value.some((row, index) => isWorse(row, value[index - 1]))) throw refuseField('value', 'settings.tier_worse');
  },
  async write(tx, value) {
    const rows = value.flatMap(({ tier, ...given }) =>
      Object.entries(given).map(([benefit, each]) => ({ tier, benefit, value: inTable(each) })),
    );
    await tx.run(sql`
      update tier_benefit b set value = w.value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (tier text, benefit text, value text)
      where b.tier = w.tier and b.benefit = w.benefit`);
  },
};

function checkRows(rows: readonly { tier: TierName }[]): void {
  if (rows.some(({ tier }, index) => tier !== tierNames[index])) throw refuseField('value', 'validation.choice');
}

const inTable = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no');

/** A client who rises to a tier must not lose any benefit. */
function isWorse(row: Benefits[number], below: Benefits[number] | undefined): boolean {
  if (!below) return false;
  const more = ['allotment_weight', 'withdrawal_fee_off_percent', 'withdrawal_limit_factor'] as const;
  return (
    Number(row.ipo_fee_percent) > Number(below.ipo_fee_percent) ||
    more.some((each) => Number(row[each]) < Number(below[each])) ||
    (below.personal_manager && !row.personal_manager) ||
    contentNames.indexOf(row.content) < contentNames.indexOf(below.content)
  );
}

export const tierStores: SettingStores<Extract<TableKey, `tiers.${string}`>> = {
  'tiers.levels': levels,
  'tiers.days_below': wholeNumberIn(sql`tier_setting`, sql`days_below`),
  'tiers.benefits': benefits,
};
