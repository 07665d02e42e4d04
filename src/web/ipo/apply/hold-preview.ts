import { chargeOf, lotsCovered, type FeesIn } from '#contract/ipo/charge.ts';
import { Decimal } from '#contract/ipo/terms.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';

/** What an application is charged by. Percentages are whole (`"3.00"` is 3 %). */
export interface HoldTerms {
  currency: string;
  price_high: string;
  lot_size: number;
  fee_in_percent: string;
  fee_in_minimum: string;
  fee_fixed: string;
}

/** Money that an application sets aside, as decimal strings. */
export interface HoldPreview {
  cost: string;
  /** The percentage or its minimum. */
  fee: string;
  fixed: string;
  total: string;
}

/** `"3.00"` is 300. */
export const bpsOf = (percent: string): number => new Decimal(percent).times(100).round().toNumber();

function feesOf(terms: HoldTerms): FeesIn {
  return {
    feeInBps: bpsOf(terms.fee_in_percent),
    feeInMinMinor: fromDecimal(terms.fee_in_minimum, terms.currency),
    feeFixedMinor: fromDecimal(terms.fee_fixed, terms.currency),
  };
}

/** What so many shares set aside: at the upper end of the price range, with all fees. */
export function holdOf(quantity: number, terms: HoldTerms): HoldPreview {
  const { currency } = terms;
  const fees = feesOf(terms);
  const { costMinor, feeMinor } = chargeOf(quantity, fromDecimal(terms.price_high, currency), fees);
  return {
    cost: toDecimal(costMinor, currency),
    fee: toDecimal(feeMinor - fees.feeFixedMinor, currency),
    fixed: toDecimal(fees.feeFixedMinor, currency),
    total: toDecimal(costMinor + feeMinor, currency),
  };
}

/** The maximum of shares, in whole lots, whose hold an amount covers. */
export function sharesFor(amount: string, terms: HoldTerms): number {
  const { currency, lot_size: lotSize } = terms;
  const heldMinor = fromDecimal(amount, currency);
  const priceMinor = fromDecimal(terms.price_high, currency);
  const lots = Number(heldMinor / (priceMinor * BigInt(lotSize)));
  return lotsCovered({ lots, lotSize, heldMinor }, priceMinor, feesOf(terms)) * lotSize;
}

/** What is left of an amount after a hold, negative where it does not suffice. */
export const leftOf = (available: string, held: string, currency: string): string =>
  toDecimal(fromDecimal(available, currency) - fromDecimal(held, currency), currency);

/** Two amounts in one currency together. */
export const togetherOf = (one: string, other: string, currency: string): string =>
  toDecimal(fromDecimal(one, currency) + fromDecimal(other, currency), currency);

/** What a sale brings: proceeds, the fee rounded up, and what reaches the wallet. */
export function saleOf(quantity: number, price: string, feePercent: string, currency: string) {
  const proceedsMinor = BigInt(quantity) * fromDecimal(price, currency);
  const feeMinor = (proceedsMinor * BigInt(bpsOf(feePercent)) + 9_999n) / 10_000n;
  return {
    proceeds: toDecimal(proceedsMinor, currency),
    fee: toDecimal(feeMinor, currency),
    net: toDecimal(proceedsMinor - feeMinor, currency),
  };
}
