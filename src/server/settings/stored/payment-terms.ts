import type { SettingValues } from '#contract/settings/catalogue.ts';
import { fitsScale, wayOf } from '#contract/settings/values/payment-terms.ts';
import { fromDecimal, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import { feeOf } from '#contract/payments/fee.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore } from './setting-store.ts';

type Terms = SettingValues['payments.terms'];
type Way = Terms[number];

interface Row extends Pick<Way, 'method' | 'kind' | 'currency' | 'days'> {
  min: bigint;
  max: bigint;
  feeFixed: bigint;
  feePercent: string;
  openDays: number;
}

/** Ways of money in and out, and their price. */
export const paymentTerms: SettingStore<Terms> = { read, check, write };

async function read(db: Queries): Promise<Terms> {
  const rows = await db.rows<Row>(sql`
    select method, kind, currency, min_amount as min, max_amount as max, fee_fixed as "feeFixed", trim_scale(fee_percent) as "feePercent",
           open_days as "openDays", working_days as days
    from payment_terms order by method, kind, currency`);
  return rows.map(({ min, max, feeFixed, feePercent, openDays, ...way }) => ({
    ...way,
    min: toDecimal(min, way.currency),
    max: toDecimal(max, way.currency),
    fee_fixed: toDecimal(feeFixed, way.currency),
    fee_percent: feePercent,
    open_days: openDays,
  }));
}

function check(terms: Terms): void {
  for (const [index, way] of terms.entries()) {
    const { kind, currency } = way;
    const next = terms[index + 1];
    if (next && wayOf(next) === wayOf(way)) throw refuseField('value', 'settings.method_twice', { kind, currency });
    if (![way.min, way.max, way.fee_fixed].every((amount) => fitsScale(amount, currency)))
      throw refuseField('value', 'settings.method_scale', { kind, currency, scale: scaleOf(currency) });
    const { min, max, ...fee } = inMinor(way);
    if (min === 0n || max < min) throw refuseField('value', 'settings.method_order', { kind, currency });
    if (feeOf(fee, min) >= min) throw refuseField('value', 'settings.method_fee', { kind, currency });
  }
}

async function write(tx: Tx, terms: Terms): Promise<void> {
  await tx.run(sql`delete from payment_terms`);
  for (const way of terms) {
    const { min, max, feeFixed, feePercent } = inMinor(way);
    await tx.run(sql`
      insert into payment_terms (method, kind, currency, min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days)
      values (${way.method}, ${way.kind}, ${way.currency}, ${min}, ${max}, ${feeFixed}, ${feePercent}, ${way.open_days}, ${way.days})`);
  }
}

function inMinor({ currency, min, max, fee_fixed: feeFixed, fee_percent: feePercent }: Way) {
  return {
    min: fromDecimal(min, currency),
    max: fromDecimal(max, currency),
    feeFixed: fromDecimal(feeFixed, currency),
    feePercent,
  };
}
