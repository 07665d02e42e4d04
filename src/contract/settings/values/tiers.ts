import { z } from 'zod';
import { wholeNumber } from '#contract/kernel/fields.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import { contentNames, tierNames } from '#contract/portfolio/tier-names.ts';
import type { SettingShape } from './setting-shape.ts';

/** Whole US dollars or with cents, stored with cents. */
const usd = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'validation.number')
  .transform((text) => toDecimal(fromDecimal(text, 'USD'), 'USD'));

/** With two decimals at most, stored without trailing zeros. */
const decimal = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'validation.number')
    .refine((text) => Number(text) >= min && Number(text) <= max, 'validation.number')
    .transform((text) => String(Number(text)));

const tier = z.enum(tierNames, 'validation.choice');

/** Those that speak of each tier have a row for each, from the lowest. */
export const tierValues = {
  /** The realised equity that each requires. */
  'tiers.levels': { shape: z.array(z.strictObject({ tier, from: usd })).length(tierNames.length) },
  'tiers.days_below': { shape: wholeNumber(0, 365) },
  'tiers.benefits': {
    shape: z
      .array(
        z.strictObject({
          tier,
          ipo_fee_percent: decimal(0, 50),
          allotment_weight: decimal(0.01, 100),
          /** Of the fee of a withdrawal, so much is let off. */
          withdrawal_fee_off_percent: decimal(0, 100),
          /** Limits of withdrawals are those of the level so many times. */
          withdrawal_limit_factor: decimal(1, 100),
          personal_manager: z.boolean('validation.type'),
          content: z.enum(contentNames, 'validation.choice'),
        }),
      )
      .length(tierNames.length),
  },
} as const satisfies Record<string, SettingShape>;
