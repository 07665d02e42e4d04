import { z } from 'zod';
import { currencyCode, day, wholeNumber } from '#contract/kernel/fields.ts';
import type { SettingShape } from './setting-shape.ts';

const currencies = z
  .array(currencyCode, 'validation.type')
  .min(1, 'validation.required')
  .max(60)
  .transform((codes) => [...new Set(codes)].toSorted());

/** What one unit is worth in USD, for currencies that the market does not price. A currency comes into use with its first rate. */
const rate = z.strictObject({
  currency: currencyCode,
  usd: z
    .string()
    .trim()
    .regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/, 'validation.number')
    .transform(plainDecimal),
  /** The day of the rate, in UTC. */
  on: day,
  /** For how many days of an open market it converts money; null for good, as of a currency with a fixed rate. */
  days: wholeNumber(1, 365).nullable(),
});

/** `01.50` is `1.5`, as PostgreSQL trims it. */
function plainDecimal(written: string): string {
  const [whole = '', fraction = ''] = written.split('.');
  const rest = fraction.replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (rest && `.${rest}`);
}

const byCurrency = (one: { currency: string }, other: { currency: string }) => (one.currency < other.currency ? -1 : 1);

/** What the operator earns on a conversion, as `1.00`; between two currencies the higher counts. */
const spread = z.strictObject({
  currency: currencyCode,
  percent: z
    .string()
    .trim()
    .regex(/^(?:[0-4]?\d(?:\.\d{1,2})?|50(?:\.0{1,2})?)$/, 'validation.number')
    .transform(inHundredths),
});

/** `1.5` is `1.50`, and `01` is `1.00`. */
function inHundredths(percent: string): string {
  const [whole = '', fraction = ''] = percent.split('.');
  return `${whole.replace(/^0(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

export const currencyValues = {
  'currencies.wallets': { shape: currencies },
  'currencies.accounts': { shape: currencies },
  'currencies.rates': {
    shape: z
      .array(rate, 'validation.type')
      .max(60)
      .transform((rates) => rates.toSorted(byCurrency)),
  },
  'currencies.spreads': {
    shape: z
      .array(spread, 'validation.type')
      .max(60)
      .transform((spreads) => spreads.toSorted(byCurrency)),
  },
  'currencies.quote_seconds': { shape: wholeNumber(5, 300) },
  /** In hundredths of a percent: how far the rate may have moved against the operator when a quote is accepted. */
  'currencies.quote_tolerance': { shape: wholeNumber(0, 1000) },
} as const satisfies Record<string, SettingShape>;
