import { z } from 'zod';
import { decimal, instant, uuid } from '#contract/kernel/fields.ts';
import {
  allotmentMethods,
  applicationStates,
  eligibilityRules,
  historyKinds,
  offeringModes,
  offeringStates,
  priceTypes,
  suitabilityQuestions,
} from './names.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';

const tier = z.enum(['standard', 'silver', 'gold', 'platinum', 'vip']);

/** An offering as clients see it. Money in `currency`, prices per share, percentages whole (`"3.00"` is 3 %). */
export const offering = z.object({
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  exchange: z.string(),
  /** Of `sectors`, or as it was written before there was a list. */
  sector: z.string(),
  currency: z.string(),
  mode: z.enum(offeringModes),
  price_low: decimal,
  price_high: decimal,
  final_price: decimal.nullable(),
  shares_offered: z.number().int(),
  shares_outstanding: z.number().int(),
  /** Shares for the clients of this broker. */
  quota: z.number().int(),
  /** The demand of clients so far, and how many they are; of a direct offering what was sold. */
  demand: z.object({ quantity: z.number().int(), applicants: z.number().int() }),
  lot_size: z.number().int(),
  min_quantity: z.number().int(),
  max_quantity: z.number().int(),
  lock_up_days: z.number().int(),
  /** Deducted from the price before the lock-up ends; null where an early exit is impossible. */
  early_exit_percent: decimal.nullable(),
  fee_in_percent: decimal,
  fee_in_minimum: decimal,
  fee_fixed: decimal,
  fee_out_percent: decimal,
  min_level: z.number().int(),
  min_tier: tier,
  cut_off: z.enum(['close', 'confirm_until']),
  allotment_method: z.enum(allotmentMethods),
  state: z.enum(offeringStates),
  announced_at: instant.nullable(),
  opens_at: instant,
  closes_at: instant,
  /** Until then applications must be confirmed again. */
  confirm_until: instant.nullable(),
  allotted_at: instant.nullable(),
  /** Expected until it is listed. */
  listed_at: instant.nullable(),
  lock_up_ends_at: instant.nullable(),
  /** The last quoted price, once it is listed. */
  price: z.object({ price: decimal, at: instant }).nullable(),
  /** The own application, if there is one that counts. */
  mine: z.object({ application_id: uuid, state: z.enum(applicationStates), quantity: z.number().int() }).nullable(),
});
export type Offering = z.output<typeof offering>;

/** One rule of eligibility: whether it is met, and what it requires. `path` leads to where the client can meet it. */
const eligibility = z.object({
  rule: z.enum(eligibilityRules),
  met: z.boolean(),
  /** In the language of the caller. */
  explanation: z.string(),
  path: z.string().nullable(),
});

/** All about one offering, for one client. */
export const offeringInfo = z.object({
  offering,
  about: z.string(),
  risks: z.string(),
  /** The latest first; all after the first version are supplements. */
  prospectus: z.array(
    z.object({ version: z.number().int(), url: z.url(), note: z.string().nullable(), published_at: instant }),
  ),
  disclosure_version: z.number().int(),
  eligibility: z.array(eligibility),
  /** The wallet that would pay; null when there is none in the currency of the offering. */
  wallet: z.object({ wallet_id: uuid, available: decimal }).nullable(),
  /** The fee of this client, which their tier may lower. */
  fee_in_percent: decimal,
  /** A supplement allows every applicant to cancel until then. */
  cancel_until: instant.nullable(),
  /** The basis of allotment can be read. */
  basis_published: z.boolean(),
  /** SHA-256 of the seed of the draw, in hex; null where the method is no lottery. */
  lottery_commitment: z.string().nullable(),
});
export type OfferingInfo = z.output<typeof offeringInfo>;

/** An application, or what became of it. */
export const ipoApplication = z.object({
  id: uuid,
  /** As `A-500123`; it is in the published basis of allotment. */
  number: z.string(),
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  currency: z.string(),
  mode: z.enum(offeringModes),
  wallet_id: uuid,
  /** Shares requested. */
  quantity: z.number().int(),
  price_type: z.enum(priceTypes),
  limit_price: decimal.nullable(),
  /** Shares received; null before the allotment. */
  allotted_quantity: z.number().int().nullable(),
  state: z.enum(applicationStates),
  reason: formattedReason.nullable(),
  /** Held at the application. */
  held: decimal,
  /** Paid for shares and fees, and released; null before the settlement. */
  cost: decimal.nullable(),
  fee: decimal.nullable(),
  released: decimal.nullable(),
  amendable: z.boolean(),
  cancellable: z.boolean(),
  confirm_until: instant.nullable(),
  /** When it was made. */
  at: instant,
  updated_at: instant,
  /** Who does what next, and by when; null when there is no next step. */
  next: z
    .object({
      what: z.enum(['close', 'price', 'confirm', 'allot', 'settle', 'list', 'unlock', 'sell']),
      /** Null for what comes with time, and for what the client may do at any time. */
      who: z.enum(['client', 'staff', 'exchange']).nullable(),
      by: instant.nullable(),
    })
    .nullable(),
});
export type IpoApplication = z.output<typeof ipoApplication>;

export const applicationInfo = z.object({
  application: ipoApplication,
  /** What has happened, the earliest first. */
  history: z.array(
    z.object({
      state: z.enum(applicationStates),
      quantity: z.number().int(),
      at: instant,
      by: z.enum(['client', 'staff', 'system']),
    }),
  ),
  /** What the client saw and agreed to. */
  terms: z.object({
    price_low: decimal,
    price_high: decimal,
    prospectus_version: z.number().int(),
    disclosure_version: z.number().int(),
    fee_in_percent: decimal,
    fee_in_minimum: decimal,
    fee_fixed: decimal,
  }),
  /** SHA-256 of the secret with which the client takes part in the draw, in hex; null where the method is no lottery. */
  draw_commitment: z.string().nullable(),
  offering,
});
export type ApplicationInfo = z.output<typeof applicationInfo>;

/** What a client has of one offering, all applications together. Values at the last quoted price, or at cost before. */
export const ipoHolding = z.object({
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  /** Of these: free to sell now. */
  free_quantity: z.number().int(),
  state: z.enum(['waiting_for_listing', 'in_lock_up', 'tradable']),
  lock_up_ends_at: instant.nullable(),
  /** With fees. */
  cost: decimal,
  price: decimal.nullable(),
  priced_at: instant.nullable(),
  value: decimal,
  /** What selling all of it at the quoted price would leave, after the fee: value − fee − cost. */
  result: decimal,
  early_exit_percent: decimal.nullable(),
  /** Of a sale, deducted from the proceeds. */
  fee_out_percent: decimal,
});
export type IpoHolding = z.output<typeof ipoHolding>;

export const ipoSale = z.object({
  id: uuid,
  number: z.string(),
  stock_id: uuid,
  ticker: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  price: decimal,
  proceeds: decimal,
  fee: decimal,
  /** Proceeds less fee, which reaches the wallet. */
  net: decimal,
  cost: decimal,
  result: decimal,
  early: z.boolean(),
  at: instant,
});
export type IpoSale = z.output<typeof ipoSale>;

/** One line of the history: an application's end, an allotment or a sale. Amounts in `currency`. */
export const historyLine = z.object({
  id: uuid,
  kind: z.enum(historyKinds),
  number: z.string(),
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  price: decimal.nullable(),
  fee: decimal.nullable(),
  /** What left the wallet (negative) or came to it. */
  amount: decimal.nullable(),
  at: instant,
});
export type HistoryLine = z.output<typeof historyLine>;

/** The published basis of an allotment. */
export const basis = z.object({
  stock_id: uuid,
  method: z.enum(allotmentMethods),
  final_price: decimal,
  quota: z.number().int(),
  lot_size: z.number().int(),
  demand: z.object({ quantity: z.number().int(), applicants: z.number().int() }),
  allotted: z.number().int(),
  /** Demand as a multiple of the quota, two digits. */
  oversubscription: decimal,
  /** Of the draw; null where the method makes no use of it. */
  commitment: z.string().nullable(),
  seed: z.string().nullable(),
  inputs_sha256: z.string(),
  result_sha256: z.string(),
  published_at: instant,
  by_tier: z.array(
    z.object({
      tier,
      weight: decimal,
      applicants: z.number().int(),
      requested: z.number().int(),
      allotted: z.number().int(),
      /** Applicants who got shares. */
      served: z.number().int(),
    }),
  ),
  mine: z
    .object({
      number: z.string(),
      tier,
      requested: z.number().int(),
      allotted: z.number().int(),
      /** SHA-256 of the secret in the own row of the file; null where there are no secrets. */
      draw_commitment: z.string().nullable(),
    })
    .nullable(),
});
export type Basis = z.output<typeof basis>;

export const suitabilityAnswers = z.strictObject({
  experience: z.enum(suitabilityQuestions.experience, 'validation.choice'),
  allotment_is_uncertain: z.enum(suitabilityQuestions.allotment_is_uncertain, 'validation.choice'),
  lock_up_means: z.enum(suitabilityQuestions.lock_up_means, 'validation.choice'),
  worst_case: z.enum(suitabilityQuestions.worst_case, 'validation.choice'),
  share_of_savings: z.enum(suitabilityQuestions.share_of_savings, 'validation.choice'),
});
