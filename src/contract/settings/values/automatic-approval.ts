import { z } from 'zod';
import { currencyCode, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import { riskRatings } from '#contract/clients/risk-names.ts';
import { payoutMethods } from '#contract/payments/names.ts';
import { usd } from './usd.ts';

/** A withdrawal that meets every condition is approved without a person. */
const rule = z.strictObject({
  name: writtenLine.pipe(z.string().min(1, 'validation.required').max(60)),
  methods: z.array(z.enum(payoutMethods)).min(1, 'validation.required').max(payoutMethods.length),
  /** Any currency with a least rate where none is named. */
  currencies: z.array(currencyCode).max(60),
  /** In US dollars, as the sums. */
  max_amount: usd,
  min_level: wholeNumber(0, 4),
  /** The highest risk rating that it approves; where none is named, any, and clients without a rating, too. */
  max_risk: z.enum(riskRatings, 'validation.choice').exclude(['high']).optional(),
  /** Days since the client registered. */
  account_days: wholeNumber(0, 3650),
  /** Days since the destination was confirmed. */
  destination_days: wholeNumber(0, 3650),
  /** Money was sent to the destination before. */
  used_before: z.boolean('validation.type'),
  /** The client has paid in the way that the money goes. */
  to_source: z.boolean('validation.type'),
  /** All withdrawals that the client confirmed in 24 hours and in 30 days, this one included. */
  max_day: usd,
  max_month: usd,
});

const leastRate = z.strictObject({
  /** A US dollar is one. */
  currency: currencyCode.refine((code) => code !== 'USD', 'validation.choice'),
  usd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, 'validation.number')
    .refine((rate) => Number(rate) > 0, 'validation.number'),
});

/** Rules for withdrawals, and what they may approve for all clients together on one day (UTC). No rules switch it off. */
export const automaticApproval = z.strictObject({
  day_count: wholeNumber(0, 10_000),
  day_total: usd,
  /**
   * The least value of one unit of a currency in US dollars: a withdrawal counts with at least this value. Staff decide on
   * any other currency, except US dollars.
   */
  least_rates: z
    .array(leastRate, 'validation.type')
    .max(60)
    .refine((rates) => new Set(rates.map(({ currency }) => currency)).size === rates.length, 'validation.choice'),
  rules: z
    .array(rule, 'validation.type')
    .max(10)
    .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'validation.choice'),
});
export type AutomaticApproval = z.output<typeof automaticApproval>;
export type AutomaticApprovalRule = AutomaticApproval['rules'][number];
