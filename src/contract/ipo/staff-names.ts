// The names of the IPO module for staff. Without the schema library, so that the browser may import them for real.

/** Actions of staff that touch clients; a preview shows whom they touch and with how much money. */
export const previewedActions = [
  'publish',
  'supplement',
  'postpone',
  'resume',
  'withdraw',
  'price',
  'allot',
  'list',
  'reject',
  'archive',
  'edit',
  'quote',
] as const;
export type PreviewedAction = (typeof previewedActions)[number];

/** All actions of staff on an offering. `list` and `quote` once took one person: only history has them. */
export const ipoStaffActions = [
  'create',
  'edit',
  'write_text',
  'set_prospectus',
  'publish',
  'supplement',
  'postpone',
  'resume',
  'withdraw',
  'propose_price',
  'propose_allotment',
  'propose_listing',
  'propose_quote',
  'decide',
  'withdraw_request',
  'reject',
  'list',
  'quote',
  'archive',
] as const;
export type IpoStaffAction = (typeof ipoStaffActions)[number];

/** The effect of an action on the money of the clients concerned. */
export const moneyEffects = ['none', 'held', 'released', 'held_until_confirmed', 'taken_or_released'] as const;
export type MoneyEffect = (typeof moneyEffects)[number];

/** What two people must agree on. */
export const ipoApprovalActions = ['publish', 'price', 'allot', 'list', 'quote'] as const;
export type IpoApprovalAction = (typeof ipoApprovalActions)[number];

/** The action that starts each kind of approval request. */
export const proposingActions = {
  publish: 'publish',
  price: 'propose_price',
  allot: 'propose_allotment',
  list: 'propose_listing',
  quote: 'propose_quote',
} as const satisfies Record<IpoApprovalAction, IpoStaffAction>;

/** What each kind of approval request is about, as the key of a noun: a past act must not read like a button. */
export const approvalTexts = {
  publish: 'offerings.approval_publish',
  price: 'offerings.final_price',
  allot: 'ipo.allotment',
  list: 'ipo.listing',
  quote: 'ipo.quoted_price',
} as const satisfies Record<IpoApprovalAction, string>;

/** The next step of staff on an offering; `decision` is that of the second person. */
export const staffSteps = ['decision', 'price', 'allotment', 'withdrawal', 'listing', 'resumption'] as const;
export type StaffStep = (typeof staffSteps)[number];

/** Why an action that staff would expect is not possible yet. */
export const holdBackReasons = [
  'no_text',
  'no_prospectus',
  'times_passed',
  'cancel_open',
  'empty_book',
  'unsettled',
  'lock_up',
  'clients_inside',
] as const;
export type HoldBackReason = (typeof holdBackReasons)[number];
