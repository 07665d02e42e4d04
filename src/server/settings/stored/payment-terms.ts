import type { HouseValues } from '#contract/settings-catalogue.ts';
import { fitsScale, wayOf } from '#contract/settings-values/payment-terms.ts';
import { fromDecimal, scaleOf, toDecimal } from '#contract/money.ts';
import { feeOf } from '#server/payments/amounts.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Place } from './setting-store.ts';

type Terms = HouseValues['payments.terms'];
type Way = Terms[number];

interface Row extends Pick<Way, 'method' | 'kind' | 'currency' | 'days'> {
  least: bigint;
  most: bigint;
  feeFixed: bigint;
  feePercent: string;
  openDays: number;
}

/** Ways of money in and out, and their price. */
export const paymentTerms: Place<Terms> = { read, check, write };

async function read(db: Queries): Promise<Terms> {
  const rows = await db.rows<Row>(sql`
    select method, kind, currency, least, most, fee_fixed as "feeFixed", trim_scale(fee_percent) as "feePercent",
           open_days as "openDays", days
    from payment_terms order by method, kind, currency`);
  return rows.map(({ least, most, feeFixed, feePercent, openDays, ...way }) => ({
    ...way,
    least: toDecimal(least, way.currency),
    most: toDecimal(most, way.currency),
    fee_fixed: toDecimal(feeFixed, way.currency),
    fee_percent: feePercent,
    open_days: openDays,
  }));
}

function check(terms: Terms): void {
  for (const [place, way] of terms.entries()) {
    const { kind, currency } = way;
    const next = terms[place + 1];
    if (next && wayOf(next) === wayOf(way)) throw refuseField('value', 'house.way_twice', { kind, currency });
    if (![way.least, way.most, way.fee_fixed].every((amount) => fitsScale(amount, currency)))
      throw refuseField('value', 'house.way_scale', { kind, currency, scale: scaleOf(currency) });
    const { least, most, ...fee } = inMinor(way);
    if (least === 0n || most < least) throw refuseField('value', 'house.way_order', { kind, currency });
    if (feeOf(fee, least) >= least) throw refuseField('value', 'house.way_fee', { kind, currency });
  }
}

async function write(tx: Tx, terms: Terms): Promise<void> {
  await tx.run(sql`delete from payment_terms`);
  for (const way of terms) {
    const { least, most, feeFixed, feePercent } = inMinor(way);
    await tx.run(sql`
      insert into payment_terms (method, kind, currency, least, most, fee_fixed, fee_percent, open_days, days)
      values (${way.method}, ${way.kind}, ${way.currency}, ${least}, ${most}, ${feeFixed}, ${feePercent}, ${way.open_days}, ${way.days})`);
  }
}

function inMinor({ currency, least, most, fee_fixed: feeFixed, fee_percent: feePercent }: Way) {
  return {
    least: fromDecimal(least, currency),
    most: fromDecimal(most, currency),
    feeFixed: fromDecimal(feeFixed, currency),
    feePercent,
  };
}
