import type { IpoStaffAction } from '#contract/ipo/staff-names.ts';
import type { OfferingState } from '#contract/ipo/names.ts';
import { offeringTerms, type OfferingTerms } from '#contract/ipo/staff-records.ts';
import type { StaffOfferingRow } from './offering-row.ts';

/** What an action may need to know of an offering. */
type Facts = Pick<StaffOfferingRow, 'state' | 'mode' | 'frozen' | 'settledAt' | 'postponedFrom'>;

const isOneOf =
  (...states: OfferingState[]) =>
  ({ state }: Facts) =>
    states.includes(state);

/** Clients may have relied on it, and it is not over. */
const isPublic = isOneOf('announced', 'open', 'closed', 'priced', 'reconfirming', 'postponed');

/** The states of an offering in which an action is possible at all. */
const rules: Record<
  Exclude<IpoStaffAction, 'create' | 'decide' | 'withdraw_request' | 'list' | 'quote'>,
  (facts: Facts) => boolean
> = {
  edit: isOneOf('draft', 'announced', 'open', 'closed', 'priced', 'reconfirming'),
  write_text: ({ state }) => state !== 'archived' && state !== 'withdrawn',
  set_prospectus: isOneOf('draft'),
  publish: isOneOf('draft'),
  supplement: (facts) => isPublic(facts) && !facts.frozen,
  postpone: isOneOf('announced', 'open', 'closed'),
  resume: isOneOf('postponed'),
  withdraw: (facts) =>
    isOneOf('announced', 'open', 'closed', 'priced', 'reconfirming', 'allotting', 'postponed')(facts) &&
    !facts.frozen &&
    // What was bought at once belongs to the buyers.
    (facts.mode === 'subscription' || facts.state === 'announced'),
  propose_price: ({ state, mode }) => state === 'closed' && mode === 'subscription',
  propose_allotment: ({ state, frozen }) => (state === 'priced' || state === 'allotting') && !frozen,
  reject: (facts) => (isPublic(facts) || facts.state === 'allotting') && !facts.frozen,
  propose_listing: ({ state, mode }) => state === 'allotted' || (state === 'closed' && mode === 'direct'),
  propose_quote: isOneOf('listed', 'unlocked'),
  archive: isOneOf('draft', 'unlocked', 'withdrawn'),
};

/** Actions that depend on the offering, not on an approval request. */
export type OfferingAction = keyof typeof rules;

export const mayBe = (action: OfferingAction, facts: Facts): boolean => rules[action](facts);

export const offeringActions = Object.keys(rules) as OfferingAction[];

const all = Object.keys(offeringTerms.shape) as (keyof OfferingTerms)[];
const afterClose: (keyof OfferingTerms)[] = ['listed_at', 'allotment_method', 'when_postponed'];

/** Terms that can change without a second person, and that clients have not relied on; none in a state that is not here. */
const editable: Partial<Record<OfferingState, (keyof OfferingTerms)[]>> = {
  draft: all,
  announced: ['opens_at', 'closes_at', ...afterClose],
  open: ['closes_at', ...afterClose],
  closed: afterClose,
  priced: afterClose,
  reconfirming: afterClose,
};

/** Terms that staff may still change. */
export const editableTerms = (state: OfferingState): (keyof OfferingTerms)[] => editable[state] ?? [];
