import { z } from 'zod';
import { wholeNumber } from '#contract/kernel/fields.ts';
import type { SettingShape } from './setting-shape.ts';

export const ipoValues = {
  /** Whether IPOs are offered; what is under way is settled all the same. */
  'features.ipo': { shape: z.boolean('validation.type'), initial: true },
  'ipo.band_low_percent': { shape: wholeNumber(1, 100) },
  'ipo.band_high_percent': { shape: wholeNumber(100, 1000) },
  'ipo.confirm_minutes': { shape: wholeNumber(60, 90) },
  'ipo.supplement_days': { shape: wholeNumber(1, 10) },
  'ipo.suitability_days': { shape: wholeNumber(1, 3650) },
  'ipo.exit_quote_seconds': { shape: wholeNumber(5, 600) },
  'ipo.price_age_seconds': { shape: wholeNumber(10, 86_400) },
  /** In hundredths of a percent. */
  'ipo.price_tolerance': { shape: wholeNumber(0, 1000) },
} as const satisfies Record<string, SettingShape>;
