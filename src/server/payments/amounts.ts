import { Big } from 'big.js';
import type { Fee } from '#contract/payments/fee.ts';
import { convert, fromDecimal, scaleOf } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { refuseField } from '#server/platform/refusal.ts';

/** The smallest amount that leaves something after its fee. */
export function minWith({ feeFixed, feePercent }: Fee): bigint {
  const left = new Big(100).minus(feePercent).div(100);
  const min = new Big(String(feeFixed + 1n)).div(left).round(0, Big.roundUp);
  return BigInt(min.toFixed(0));
}

/** A price with a discount in percent; its fixed part is rounded up. */
export function reduced<Price extends Fee>(price: Price, offPercent: string): Price {
  const left = new Big(100).minus(offPercent).div(100);
  const fixed = new Big(String(price.feeFixed)).times(left).round(0, Big.roundUp);
  return { ...price, feeFixed: BigInt(fixed.toFixed(0)), feePercent: left.times(price.feePercent).toFixed() };
}

interface Bounds {
  min: bigint;
  max?: bigint;
}

/**
 * Reads the amount that a caller wants to move, in minor units.
 * @throws Refusal on the field: `payments.amount_scale`, `payments.amount_min`, `payments.amount_max`
 */
export function readAmount(text: string, currency: string, { min, max }: Bounds, field = 'amount'): bigint {
  const scale = scaleOf(currency);
  const fraction = text.split('.')[1] ?? '';
  if (fraction.length > scale) throw refuseField(field, 'payments.amount_scale', { currency, scale });
  const amountMinor = fromDecimal(text, currency);
  if (amountMinor < min) {
    throw refuseField(field, 'payments.amount_min', { min: amountWritten(min, currency) });
  }
  if (max !== undefined && amountMinor > max) {
    throw refuseField(field, 'payments.amount_max', { max: amountWritten(max, currency) });
  }
  return amountMinor;
}

/** The largest amount of a currency, in minor units, that is worth no more than these US cents at a rate. */
export function fromUsd(usdMinor: bigint, currency: string, rate: string): bigint {
  const units = new Big(String(usdMinor))
    .times(new Big(10).pow(scaleOf(currency)))
    .div(100)
    .div(rate);
  return BigInt(units.round(0, Big.roundDown).toFixed(0));
}

/** The value in US cents at the rate that the installation has now. */
export async function usdValue(db: Queries, amountMinor: bigint, currency: string): Promise<bigint> {
  const { rate } = await db.one<{ rate: string }>(sql`select usd_rate as rate from currency where code = ${currency}`);
  return usdValueAt(rate, amountMinor, currency);
}

export const usdValueAt = (rate: string, amountMinor: bigint, currency: string): bigint =>
  convert(amountMinor, currency, 'USD', rate);
