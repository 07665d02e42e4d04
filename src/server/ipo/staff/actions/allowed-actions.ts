import {
  proposingActions,
  type StaffStep,
  type HoldBackReason,
  type IpoStaffAction,
  type IpoApprovalAction,
} from '#contract/ipo/staff-names.ts';
import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { OfferingMode, OfferingState } from '#contract/ipo/names.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { StaffOfferingRow } from '../offering-row.ts';
import { mayBe, offeringActions } from '../states.ts';

type Me = Pick<Person, 'id' | 'roles'>;

/** What the actions of an offering depend on, besides its row. */
export interface ActionContext {
  now: Date;
  /** Who made the open approval request; null when there is none. */
  openRequestBy: string | null;
  /** It has a text in the installation's own language. */
  hasText: boolean;
  hasProspectus: boolean;
}

const mayDecide = ({ roles }: Me): boolean => roles.includes('finance') || roles.includes('admin');

/** What a person may do now, and which actions are blocked. */
export function actionsOf(
  me: Me,
  offering: StaffOfferingRow,
  context: ActionContext,
): Pick<StaffOfferingInfo, 'actions' | 'held_back'> {
  if (!mayDecide(me)) return { actions: [], held_back: [] };
  const { openRequestBy } = context;
  const held = blockedBy(offering, context);
  const blocked = new Set<IpoStaffAction>([
    ...(openRequestBy ? Object.values(proposingActions) : []),
    ...held.map(({ action }) => action),
  ]);
  const decision = openRequestBy && (openRequestBy === me.id ? 'withdraw_request' : 'decide');
  const possible = offeringActions.filter((action) => mayBe(action, offering) && !blocked.has(action));
  return { actions: [...possible, ...(decision ? ([decision] as const) : [])], held_back: held };
}

/** Actions that fit the offering's state and would still be refused: each with its first blocker. */
function blockedBy(offering: StaffOfferingRow, context: ActionContext): StaffOfferingInfo['held_back'] {
  const { state, mode, cancelUntil, settledAt } = offering;
  const { now, hasText, hasProspectus } = context;
  const reasons: [action: IpoStaffAction, reason: HoldBackReason, holds: boolean][] = [
    ['publish', 'no_text', state === 'draft' && !hasText],
    ['publish', 'no_prospectus', state === 'draft' && !hasProspectus],
    ['publish', 'times_passed', state === 'draft' && offering.closesAt <= now],
    [
      'propose_allotment',
      'cancel_open',
      mayBe('propose_allotment', offering) && cancelUntil !== null && cancelUntil > now,
    ],
    ['propose_allotment', 'empty_book', mayBe('propose_allotment', offering) && !offering.waiting],
    ['propose_listing', 'unsettled', state === 'allotted' && mode === 'subscription' && !settledAt],
    ['archive', 'lock_up', state === 'listed'],
    ['archive', 'clients_inside', mayBe('archive', offering) && offering.involved],
  ];
  return reasons.filter(([, , holds]) => holds).map(([action, reason]) => ({ action, reason }));
}

const steps: Partial<Record<OfferingState, StaffStep>> = {
  closed: 'price',
  priced: 'allotment',
  allotting: 'allotment',
  allotted: 'listing',
  postponed: 'resumption',
};

/** The step that a person has to take next; an offering whose book all have left can only be withdrawn. */
export function stepOf(
  { state, mode, isEmpty }: { state: OfferingState; mode: OfferingMode; isEmpty: boolean },
  approvalRequest: IpoApprovalAction | null,
): StaffStep | null {
  if (approvalRequest !== null) return 'decision';
  if (isEmpty && steps[state] === 'allotment') return 'withdrawal';
  if (state === 'closed' && mode === 'direct') return 'listing';
  return steps[state] ?? null;
}
