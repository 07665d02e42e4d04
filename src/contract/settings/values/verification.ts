import { z } from 'zod';
import { wholeNumber } from '#contract/kernel/fields.ts';
import type { SettingShape } from './setting-shape.ts';

/** The level from which on something is needed. */
const level = wholeNumber(2, 4);

export const verificationValues = {
  /** Null is never needed. Identity and residence are each needed at some level. */
  'verification.levels': {
    shape: z.strictObject({
      person: level,
      profile: level.nullable(),
      phone: level.nullable(),
      identity: level,
      residence: level,
      source_of_funds: level.nullable(),
    }),
  },
  'verification.review_hours': { shape: wholeNumber(1, 720) },
  'verification.lock_minutes': { shape: wholeNumber(1, 480) },
  'verification.residence_months': { shape: wholeNumber(1, 12) },
  'verification.min_age': { shape: wholeNumber(16, 99) },
  /** Codes to phones of one country in 24 hours, against calls that only earn money for the owners of numbers. */
  'verification.codes_per_country': { shape: wholeNumber(0, 100_000) },
} as const satisfies Record<string, SettingShape>;
