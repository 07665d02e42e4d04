// The names of the IPO module. Without the schema library, so that the browser may import them for real.

/** The lifecycle of an offering, roughly in its order. The allowed transitions are a table of the database. */
export const offeringStates = [
  'draft',
  'announced',
  'open',
  'closed',
  'priced',
  'reconfirming',
  'allotting',
  'allotted',
  'listed',
  'unlocked',
  'archived',
  'postponed',
  'withdrawn',
] as const;
export type OfferingState = (typeof offeringStates)[number];

/** The lifecycle of an application. `closed`: all of its shares were sold. */
export const applicationStates = [
  'submitted',
  'amended',
  'reconfirm_required',
  'confirmed',
  'allotted',
  'not_allotted',
  'rejected',
  'settled',
  'in_lock_up',
  'tradable',
  'closed',
  'cancelled',
  'expired',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** In these an application holds money and is pending until the allotment. */
export const waitingStates = ['submitted', 'amended', 'reconfirm_required', 'confirmed'] as const;

/** A book with holds and an allotment, or a fixed price at once. */
export const offeringModes = ['subscription', 'direct'] as const;
export type OfferingMode = (typeof offeringModes)[number];

/** Any final price within the range, or none above a limit. */
export const priceTypes = ['any', 'limit'] as const;
export type PriceType = (typeof priceTypes)[number];

export const allotmentMethods = ['full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual'] as const;
export type AllotmentMethod = (typeof allotmentMethods)[number];

/** Methods that use the draw: to choose who gets shares, or to break ties between equal remainders. */
export const drawingMethods: readonly AllotmentMethod[] = ['pro_rata', 'tier_weighted', 'one_lot_each', 'lottery'];

/** Methods in which the draw chooses who gets shares. */
export const lotteryMethods: readonly AllotmentMethod[] = ['one_lot_each', 'lottery'];

/** Why an application ended without shares, where no person decided on it alone; staff give those of the catalogue. */
export type ApplicationEnd =
  | 'requested_by_client'
  | 'limit_below_price'
  | 'not_drawn'
  | 'too_little'
  | 'not_reconfirmed'
  | 'hold_expired'
  | 'postponed'
  | 'withdrawn'
  | 'not_eligible';

/** What may exclude a client from an application, in the order in which it is checked. */
export const eligibilityRules = ['staff', 'level', 'country', 'tier', 'suitability'] as const;
export type EligibilityRule = (typeof eligibilityRules)[number];

/** The questions on whether a person understands the product, and the options to choose from. */
export const suitabilityQuestions = {
  experience: ['none', 'some', 'years'],
  allotment_is_uncertain: ['true', 'false', 'unsure'],
  lock_up_means: ['cannot_sell', 'can_sell', 'unsure'],
  worst_case: ['lose_all', 'lose_some', 'no_loss'],
  share_of_savings: ['below_tenth', 'below_half', 'most'],
} as const;
export type SuitabilityQuestion = keyof typeof suitabilityQuestions;

/** The kinds of lines in the history. */
export const historyKinds = ['application', 'cancellation', 'allotment', 'sale'] as const;
