import { Big } from 'big.js';
import { convert, fromDecimal, scaleOf } from '#contract/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/money-format.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Language } from '#contract/languages.ts';

/** A price of a way to pay: `fixedMinor` and a percentage of the amount. */
export interface Fee {
  feeFixed: bigint;
  feePercent: string;
}

/** The fee of an amount in minor units, rounded up. */
export function feeOf({ feeFixed, feePercent }: Fee, amountMinor: bigint): bigint {
  const share = new Big(String(amountMinor)).times(feePercent).div(100).round(0, Big.roundUp);
  return feeFixed + BigInt(share.toFixed(0));
}

/** The least amount of which something is left after its fee. */
export function leastWith({ feeFixed, feePercent }: Fee): bigint {
  const left = new Big(100).minus(feePercent).div(100);
  const least = new Big(String(feeFixed + 1n)).div(left).round(0, Big.roundUp);
  return BigInt(least.toFixed(0));
}

/** A price of which so many percent are let off; its fixed part is rounded up. */
export function reduced<Price extends Fee>(price: Price, offPercent: string): Price {
  const left = new Big(100).minus(offPercent).div(100);
  const fixed = new Big(String(price.feeFixed)).times(left).round(0, Big.roundUp);
  return { ...price, feeFixed: BigInt(fixed.toFixed(0)), feePercent: left.times(price.feePercent).toFixed() };
}

interface Bounds {
  least: bigint;
  most?: bigint;
}

/**
 * Reads what a caller asks to move, in minor units.
 * @throws Refusal on the field: `payments.amount_scale`, `payments.amount_least`, `payments.amount_most`
 */
export function readAmount(
  language: Language,
  text: string,
  currency: string,
  { least, most }: Bounds,
  field = 'amount',
): bigint {
  const scale = scaleOf(currency);
  const fraction = text.split('.')[1] ?? '';
  if (fraction.length > scale) throw refuseField(field, 'payments.amount_scale', { currency, scale });
  const amountMinor = fromDecimal(text, currency);
  if (amountMinor < least) {
    throw refuseField(field, 'payments.amount_least', { least: moneyText(language, least, currency) });
  }
  if (most !== undefined && amountMinor > most) {
    throw refuseField(field, 'payments.amount_most', { most: moneyText(language, most, currency) });
  }
  return amountMinor;
}

/** The most of a currency, in minor units, that is worth no more than so many US cents at a rate. */
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
  return convert(amountMinor, currency, 'USD', rate);
}
