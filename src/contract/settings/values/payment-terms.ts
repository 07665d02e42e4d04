import { z } from 'zod';
import { currencyCode, wholeNumber } from '#contract/kernel/fields.ts';
import { fromDecimal, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import { paymentMethods } from '#contract/payments/names.ts';

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'validation.number');

const terms = z
  .strictObject({
    method: z.enum(paymentMethods, 'validation.choice'),
    kind: z.enum(['deposit', 'withdrawal'], 'validation.choice'),
    currency: currencyCode,
    min: amount,
    max: amount,
    fee_fixed: amount,
    /** Below 50. */
    fee_percent: z
      .string()
      .trim()
      .regex(/^[0-4]?\d(\.\d{1,4})?$/, 'validation.number')
      .transform(plainPercent),
    /** Until an unpaid deposit expires. */
    open_days: wholeNumber(1, 90),
    /** Working days until the money is there; 0 is at once. */
    days: wholeNumber(0, 30),
  })
  .transform((way) => ({
    ...way,
    min: inScale(way.min, way.currency),
    max: inScale(way.max, way.currency),
    fee_fixed: inScale(way.fee_fixed, way.currency),
  }))
  .refine(isKeepable, 'validation.number');

/** Whether an amount has no more digits after the point than its currency. */
export const fitsScale = (decimal: string, currency: string) =>
  (decimal.split('.')[1] ?? '').length <= scaleOf(currency);

/** A number of minor units has 63 bits, which is less than twelve digits of a currency with many decimals. */
function isKeepable({ min, max, fee_fixed: fee, currency }: Record<'min' | 'max' | 'fee_fixed' | 'currency', string>) {
  return [min, max, fee].every((each) => !fitsScale(each, currency) || fromDecimal(each, currency) < 2n ** 63n);
}

/** As the currency writes it; what doesn’t fit stays, and is refused by name. */
function inScale(decimal: string, currency: string): string {
  return fitsScale(decimal, currency) ? toDecimal(fromDecimal(decimal, currency), currency) : decimal;
}

/** `1.50` is `1.5`. */
function plainPercent(percent: string): string {
  const [whole = '', fraction = ''] = percent.split('.');
  const rest = fraction.replace(/0+$/, '');
  return whole.replace(/^0(?=\d)/, '') + (rest && `.${rest}`);
}

type Way = z.output<typeof terms>;

/** The unique key of a way. */
export const wayOf = ({ method, kind, currency }: Pick<Way, 'method' | 'kind' | 'currency'>) =>
  `${method} ${kind} ${currency}`;

/** Every way of money in and out with its price. Amounts are checked where they are stored. */
export const paymentTerms = z
  .array(terms, 'validation.type')
  .max(240)
  .transform((all) => all.toSorted((one, other) => (wayOf(one) < wayOf(other) ? -1 : 1)));
