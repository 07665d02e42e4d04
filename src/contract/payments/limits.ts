import { z } from 'zod';
import { decimal } from '#contract/kernel/fields.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';

export const level = z.number().int().min(0).max(4);

const limit = z.object({
  span: z.enum(['operation', 'day', 'month']),
  /** In USD; null where there is no limit. `used` and `left` are null for a single operation. */
  limit: decimal.nullable(),
  used: decimal.nullable(),
  left: decimal.nullable(),
});

/** Rights and limits of one direction at the client's level. */
export const allowance = z.object({
  allowed: z.boolean(),
  /** The lowest level that has the right. */
  level_needed: level,
  /** Staff have restricted these payments, until they lift it or until the end of a day (UTC). */
  restricted: z.object({ reason: formattedReason, until: z.iso.date().nullable() }).nullable(),
  /** Staff have set these for the client, without an end or until the end of a day (UTC). */
  own: z.object({ until: z.iso.date().nullable() }).nullable(),
  limits: z.array(limit),
});

/** What a client's tier changes of withdrawals. */
export const tierTerms = z.object({
  tier: z.enum(tierNames),
  /** Percent of the fee that is waived. */
  fee_off_percent: decimal,
  /** Limits are those of the level multiplied by this. */
  limit_factor: decimal,
});
