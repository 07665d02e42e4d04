import { z } from 'zod';
import { currencyCode, wholeNumber } from '#contract/kernel/fields.ts';
import type { SettingShape } from './setting-shape.ts';

const currencies = z
  .array(currencyCode, 'validation.type')
  .min(1, 'validation.required')
  .max(60)
  .transform((codes) => [...new Set(codes)].toSorted());

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
  'currencies.spreads': {
    shape: z
      .array(spread, 'validation.type')
      .max(60)
      .transform((spreads) => spreads.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))),
  },
  'currencies.quote_seconds': { shape: wholeNumber(5, 300) },
  /** In hundredths of a percent: how far the rate may have moved against the operator when a quote is accepted. */
  'currencies.quote_tolerance': { shape: wholeNumber(0, 1000) },
} as const satisfies Record<string, SettingShape>;
