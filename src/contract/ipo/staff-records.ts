import { z } from 'zod';
import { approvalStates } from '#contract/approvals/names.ts';
import { decimal, instant, uuid } from '#contract/kernel/fields.ts';
import { computedMethods } from './allotment.ts';
import {
  staffSteps,
  holdBackReasons,
  ipoStaffActions,
  moneyEffects,
  previewedActions,
  ipoApprovalActions,
} from './staff-names.ts';
import { allotmentMethods, applicationStates, offeringModes, offeringStates, priceTypes } from './names.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';

const whole = z.number().int();
const person = z.object({ id: uuid, name: z.string() });

/** All that staff enter. Money in `currency`, prices per share, percentages whole (`"3.00"` is 3 %). */
export const offeringTerms = z.object({
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
  shares_offered: whole,
  shares_outstanding: whole,
  quota: whole,
  lot_size: whole,
  min_quantity: whole,
  max_quantity: whole,
  fee_in_percent: decimal,
  fee_in_minimum: decimal,
  fee_fixed: decimal,
  fee_out_percent: decimal,
  lock_up_days: whole,
  early_exit_percent: decimal.nullable(),
  min_level: whole,
  min_tier: z.enum(tierNames),
  excluded_countries: z.array(z.string()),
  cut_off: z.enum(['close', 'confirm_until']),
  when_postponed: z.enum(['keep', 'release']),
  allotment_method: z.enum(allotmentMethods),
  disclosure_version: whole,
  opens_at: instant,
  closes_at: instant,
  /** Expected until it is listed. */
  listed_at: instant.nullable(),
});
export type OfferingTerms = z.output<typeof offeringTerms>;

/** A line of the list for staff. */
export const staffOffering = z.object({
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  exchange: z.string(),
  currency: z.string(),
  mode: z.enum(offeringModes),
  state: z.enum(offeringStates),
  quota: whole,
  /** Of applications that count. */
  applicants: whole,
  requested: whole,
  /** Money that is held now. */
  held: decimal,
  /** What the clock does next, and when; null when the next step is a person's. */
  next: z.object({ state: z.enum(offeringStates), at: instant }).nullable(),
  /** The next step for staff; null while the clock, or nothing, is next. */
  waits_for: z.enum(staffSteps).nullable(),
  /** An approval request waits for a second person; `mine` is the caller's own, which they cannot decide. */
  approval_request: z.object({ action: z.enum(ipoApprovalActions), mine: z.boolean() }).nullable(),
  updated_at: instant,
});
export type StaffOffering = z.output<typeof staffOffering>;

export const approvalRequest = z.object({
  id: uuid,
  action: z.enum(ipoApprovalActions),
  price: decimal.nullable(),
  method: z.enum(allotmentMethods).nullable(),
  /** What it touched when it was requested: pending clients and their money. */
  clients: whole,
  amount: decimal,
  proposed_by: person,
  proposed_at: instant,
  state: z.enum(approvalStates).exclude(['expired']),
  decided_by: person.nullable(),
  decided_at: instant.nullable(),
  note: z.string().nullable(),
});
export type OfferingApprovalRequest = z.output<typeof approvalRequest>;

const counted = { applications: whole, quantity: whole };

/** The book in numbers. All but `by_state` count what takes part in an allotment, or would. */
const bookSummary = z.object({
  applicants: whole,
  requested: whole,
  held: decimal,
  /** Demand over the quota, two digits. */
  oversubscription: decimal,
  by_state: z.array(z.object({ state: z.enum(applicationStates), ...counted, held: decimal })),
  by_tier: z.array(z.object({ tier: z.enum(tierNames), ...counted })),
  by_price_type: z.array(z.object({ price_type: z.enum(priceTypes), ...counted })),
  /** Shares requested at each price or above it, the highest first: limits, and the range's ends. */
  demand: z.array(z.object({ price: decimal, ...counted })),
});

/** All about one offering, for staff. */
export const staffOfferingInfo = z.object({
  stock_id: uuid,
  /** Sent back with a change; refused when another person has saved since. */
  version: whole,
  state: z.enum(offeringStates),
  postponed_from: z.enum(offeringStates).nullable(),
  terms: offeringTerms,
  /** Terms that can still be changed in this state. */
  editable: z.array(z.string()),
  final_price: decimal.nullable(),
  sold: whole,
  announced_at: instant.nullable(),
  priced_at: instant.nullable(),
  confirm_until: instant.nullable(),
  cancel_until: instant.nullable(),
  allotted_at: instant.nullable(),
  settled_at: instant.nullable(),
  lock_up_ends_at: instant.nullable(),
  next: staffOffering.shape.next,
  texts: z.array(z.object({ language: z.string(), about: z.string(), risks: z.string() })),
  /** The latest first. */
  prospectus: z.array(
    z.object({ version: whole, url: z.string(), note: z.string().nullable(), published_at: instant }),
  ),
  book: bookSummary,
  holdings: z.object({ holders: whole, quantity: whole, sold: whole }),
  price: z.object({ price: decimal, at: instant, source: z.enum(['staff', 'market']) }).nullable(),
  approval_requests: z.array(approvalRequest),
  /** What staff did, the latest first. */
  history: z.array(
    z.object({ action: z.string(), by: z.string(), at: instant, details: z.record(z.string(), z.string()) }),
  ),
  /** What the caller may do now; anything else would be refused. */
  actions: z.array(z.enum(ipoStaffActions)),
  /** Actions that the caller may expect and that are not in `actions`, each with what blocks it. */
  held_back: z.array(z.object({ action: z.enum(ipoStaffActions), reason: z.enum(holdBackReasons) })),
});
export type StaffOfferingInfo = z.output<typeof staffOfferingInfo>;

/** An application in the book. */
export const bookEntry = z.object({
  id: uuid,
  number: z.string(),
  client: person.extend({ email: z.string() }),
  tier: z.enum(tierNames),
  state: z.enum(applicationStates),
  reason: formattedReason.nullable(),
  quantity: whole,
  price_type: z.enum(priceTypes),
  limit_price: decimal.nullable(),
  held: decimal,
  allotted_quantity: whole.nullable(),
  at: instant,
  /** The applicant sees offerings by their roles, or applied by a dealing exception. */
  by_staff: z.boolean(),
  /** The caller may reject it now. */
  rejectable: z.boolean(),
});
export type BookEntry = z.output<typeof bookEntry>;

/** Whom an action would touch and with how much money, were it done now. */
export const actionPreview = z.object({
  action: z.enum(previewedActions),
  clients: whole,
  amount: decimal,
  currency: z.string(),
  money: z.enum(moneyEffects),
  /** The state that it leads to. */
  state: z.enum(offeringStates),
  /** Applications with a limit below the price, which get nothing at it. */
  limit_below: whole,
  /** Applications whose money does not cover the price, and must be raised by their clients. */
  short: whole,
  /** Until when clients may confirm or cancel. */
  until: instant.nullable(),
  /** Of a price at which clients may sell: what it does to what they hold. */
  price: z
    .object({
      last: decimal,
      new: decimal,
      /** Signed, of the last price. */
      change_percent: decimal,
      value_before: decimal,
      value_after: decimal,
    })
    .nullable(),
});
export type ActionPreview = z.output<typeof actionPreview>;

const tierShare = z.object({
  tier: z.enum(tierNames),
  applicants: whole,
  requested: whole,
  allotted: whole,
  served: whole,
  fill_percent: decimal,
});

/** The result of each method. Shares. */
export const methodComparison = z.object({
  id: uuid,
  at: instant,
  quota: whole,
  applicants: whole,
  requested: whole,
  /** What takes part: within its limit, eligible, and covered by its hold. */
  counted: whole,
  inputs_sha256: z.string(),
  methods: z.array(
    z.object({
      method: z.enum(computedMethods),
      /** Null for a method that cannot serve all that it promises to. */
      summary: z
        .object({
          allotted: whole,
          served: whole,
          largest: whole,
          smallest: whole,
          by_tier: z.array(tierShare),
        })
        .nullable(),
    }),
  ),
});
export type MethodComparison = z.output<typeof methodComparison>;
