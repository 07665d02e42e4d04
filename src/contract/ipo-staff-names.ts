// The names of the IPO desk. Without the schema library, so that the browser may import them for real.

/** What staff do to an offering that touches clients, and of which they see beforehand whom and how much. */
export const previewedActs = [
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
export type PreviewedAct = (typeof previewedActs)[number];

/** All that staff do to an offering. `list` and `quote` were acts of one person once: only history has them. */
export const ipoDeskActs = [
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
  'withdraw_proposal',
  'reject',
  'list',
  'quote',
  'archive',
] as const;
export type IpoDeskAct = (typeof ipoDeskActs)[number];

/** What an act does to the money of those whom it touches. */
export const moneyEffects = ['none', 'kept', 'released', 'kept_until_confirmed', 'taken_or_released'] as const;
export type MoneyEffect = (typeof moneyEffects)[number];

/** What two people must agree on. */
export const proposalActs = ['price', 'allot', 'list', 'quote'] as const;
export type ProposalAct = (typeof proposalActs)[number];

/** The act that begins each kind of proposal. */
export const proposingActs = {
  price: 'propose_price',
  allot: 'propose_allotment',
  list: 'propose_listing',
  quote: 'propose_quote',
} as const satisfies Record<ProposalAct, IpoDeskAct>;

/** What an offering waits for a person to do; `decision` is that of the second one. */
export const deskSteps = ['decision', 'price', 'allotment', 'withdrawal', 'listing', 'resumption'] as const;
export type DeskStep = (typeof deskSteps)[number];

/** Why an act that a desk would look for cannot be done yet. */
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
