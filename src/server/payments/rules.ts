import {
  actorOf,
  type BlockedBy,
  type PaymentAction,
  type PaymentKind,
  type PaymentMethod,
  type PaymentState,
} from '#contract/payments/names.ts';

/** A state that may follow another. The database has the same table and refuses everything else. */
export interface Transition {
  kind: PaymentKind;
  from: PaymentState;
  to: PaymentState;
  /** The staff action that needs as many approvals as the payment requires. */
  approvals?: PaymentAction;
  /** The only methods that it applies to. */
  methods?: readonly PaymentMethod[];
}

export const transitions: readonly Transition[] = [
  { kind: 'deposit', from: 'created', to: 'awaiting_payment' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'under_review' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'credited', methods: ['card', 'crypto', 'sandbox'] },
  { kind: 'deposit', from: 'awaiting_payment', to: 'failed', methods: ['card', 'crypto'] },
  { kind: 'deposit', from: 'awaiting_payment', to: 'expired' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'cancelled' },
  { kind: 'deposit', from: 'under_review', to: 'credited', approvals: 'credit_deposit' },
  { kind: 'deposit', from: 'under_review', to: 'rejected' },
  { kind: 'deposit', from: 'expired', to: 'under_review' },
  { kind: 'deposit', from: 'cancelled', to: 'under_review' },
  { kind: 'deposit', from: 'failed', to: 'under_review', methods: ['card', 'crypto'] },
  { kind: 'deposit', from: 'credited', to: 'refunded', approvals: 'refund' },
  { kind: 'deposit', from: 'credited', to: 'charged_back', approvals: 'charge_back' },
  { kind: 'deposit', from: 'credited', to: 'reversed' },
  { kind: 'deposit', from: 'charged_back', to: 'credited', methods: ['card', 'crypto'] },
  { kind: 'deposit', from: 'refunded', to: 'credited', methods: ['card'] },
  { kind: 'withdrawal', from: 'draft', to: 'awaiting_confirmation' },
  { kind: 'withdrawal', from: 'awaiting_confirmation', to: 'submitted' },
  { kind: 'withdrawal', from: 'awaiting_confirmation', to: 'cancelled' },
  { kind: 'withdrawal', from: 'awaiting_confirmation', to: 'expired' },
  { kind: 'withdrawal', from: 'submitted', to: 'in_review' },
  { kind: 'withdrawal', from: 'submitted', to: 'cancelled' },
  { kind: 'withdrawal', from: 'in_review', to: 'approved', approvals: 'approve' },
  { kind: 'withdrawal', from: 'in_review', to: 'rejected' },
  { kind: 'withdrawal', from: 'in_review', to: 'cancelled' },
  { kind: 'withdrawal', from: 'approved', to: 'sent' },
  { kind: 'withdrawal', from: 'approved', to: 'failed' },
  { kind: 'withdrawal', from: 'approved', to: 'ordered', methods: ['bank_transfer', 'card', 'crypto'] },
  { kind: 'withdrawal', from: 'ordered', to: 'approved' },
  { kind: 'withdrawal', from: 'ordered', to: 'sent' },
  { kind: 'withdrawal', from: 'ordered', to: 'failed', approvals: 'fail' },
  { kind: 'withdrawal', from: 'sent', to: 'completed' },
  { kind: 'withdrawal', from: 'sent', to: 'failed', approvals: 'fail' },
  { kind: 'withdrawal', from: 'completed', to: 'failed', approvals: 'fail' },
  { kind: 'adjustment', from: 'proposed', to: 'posted', approvals: 'decide_adjustment' },
  { kind: 'adjustment', from: 'proposed', to: 'rejected' },
  { kind: 'adjustment', from: 'posted', to: 'reversed' },
];

/** The actions that one or two people approve. */
export const approvedActions = transitions.flatMap(({ approvals }) => approvals ?? []);

export function mayFollow(kind: PaymentKind, from: PaymentState, to: PaymentState): boolean {
  return transitions.some((each) => each.kind === kind && each.from === from && each.to === to);
}

/** Whether the client can cancel: a withdrawal until it is approved, a deposit until it is marked as paid. */
export function isCancellable(kind: PaymentKind, state: PaymentState): boolean {
  return mayFollow(kind, state, 'cancelled');
}

/** What comes when all goes well, in its order. */
const goodWay: Record<PaymentKind, readonly PaymentState[]> = {
  deposit: ['created', 'awaiting_payment', 'under_review', 'credited'],
  withdrawal: ['draft', 'awaiting_confirmation', 'submitted', 'in_review', 'approved', 'ordered', 'sent', 'completed'],
  adjustment: ['proposed', 'posted'],
};

/** The states ahead of one; none for what has ended. What a provider proves skips the review, and not every payout is in a file. */
export function statesAhead(kind: PaymentKind, state: PaymentState, method: PaymentMethod | null): PaymentState[] {
  const way = goodWay[kind].filter(
    (each) =>
      (each !== 'under_review' || method === null || method === 'bank_transfer') &&
      (each !== 'ordered' || state === 'ordered'),
  );
  const index = way.indexOf(state);
  return index === -1 ? [] : way.slice(index + 1);
}

/** A withdrawal counts as returned to its source as long as it is not refused or undone. */
export const returningStates = goodWay.withdrawal.slice(goodWay.withdrawal.indexOf('submitted'));

export const openStates = Object.keys(actorOf) as PaymentState[];

/** States in which a request is in the queue of staff. */
export const queueStates = openStates.filter((state) => actorOf[state] === 'staff');

/** States that no longer count towards a limit: the money stayed, or went back. */
export const voidStates: readonly PaymentState[] = [
  'rejected',
  'expired',
  'refunded',
  'charged_back',
  'reversed',
  'failed',
  'cancelled',
];

/** What the times of the next step follow from. */
export interface Timing {
  state: PaymentState;
  updatedAt: Date;
  expiresAt: Date | null;
  /** The SLA of staff, in hours. */
  reviewHours: number;
  /** Working days that the way takes. */
  days: number;
}

/** Who acts next, and the deadline of that step; null for a payment that has ended. */
export function nextStep(of: Timing): { who: 'client' | 'staff' | 'bank'; by: Date | null } | null {
  const who = actorOf[of.state];
  if (!who) return null;
  if (who === 'client') return { who, by: of.expiresAt };
  const by = who === 'bank' ? addWorkingDays(of.updatedAt, of.days) : addHours(of.updatedAt, of.reviewHours);
  return { who, by };
}

export function addHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000);
}

/** This many days later, without Saturdays and Sundays (in UTC). */
export function addWorkingDays(at: Date, days: number): Date {
  let day = at;
  for (let left = days; left > 0;) {
    day = addHours(day, 24);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}

/** An order that was reported to staff, as its provider has left it undecided for long or is no longer connected. */
export interface Overdue {
  /** Whether staff may pay it otherwise: what its provider has accepted, that still pays by itself. */
  isPaidOtherwise: boolean;
}

/** The facts that decide which actions are open to a member of staff. */
export interface QueueItem {
  kind: PaymentKind;
  state: PaymentState;
  isOwn: boolean;
  isMaker: boolean;
  isReviewer: boolean;
  /** Whatever it is: nothing more of the client's leaves. */
  heldBack: BlockedBy | null;
  /** A bank or provider reports that it has paid it, although it counts as not paid. */
  isReportedPaid: boolean;
  /** True of an adjustment that reverses another operation, and of a payment that is reversed or is about to be. */
  isReversal: boolean;
  overdue: Overdue | null;
  approvedByMe: readonly PaymentAction[];
}

const leaving: ReadonlySet<PaymentAction> = new Set(['approve', 'send_payout', 'mark_sent']);

const actionsIn: Partial<Record<`${PaymentKind} ${PaymentState}`, readonly PaymentAction[]>> = {
  'deposit awaiting_payment': ['assign'],
  'deposit under_review': ['assign', 'credit_deposit', 'reject'],
  'deposit expired': ['assign'],
  'deposit failed': ['assign'],
  'deposit cancelled': ['assign'],
  'deposit credited': ['refund', 'charge_back', 'reverse'],
  'withdrawal submitted': ['assign'],
  'withdrawal in_review': ['assign', 'approve', 'reject'],
  'withdrawal approved': ['send_payout', 'mark_sent', 'fail'],
  'withdrawal ordered': ['mark_sent', 'fail'],
  'withdrawal sent': ['complete', 'fail'],
  'adjustment proposed': ['decide_adjustment'],
  'adjustment posted': ['reverse'],
};

/** What is reported as paid may be recorded as sent. */
const isRecord = (action: PaymentAction, view: QueueItem): boolean => action === 'mark_sent' && view.isReportedPaid;

const isOpenOrder = (action: PaymentAction, view: QueueItem): boolean =>
  isRecord(action, view) || (action === 'mark_sent' ? view.overdue?.isPaidOtherwise === true : view.overdue !== null);

/**
 * The actions that a person of finance can take now. They cannot decide on their own request, on what they made, or
 * twice.
 */
export function openActions(view: QueueItem): PaymentAction[] {
  if (view.isOwn) return [];
  const actions = actionsIn[`${view.kind} ${view.state}`] ?? [];
  return actions.filter(
    (action) =>
      !view.approvedByMe.includes(action) &&
      !(view.state === 'ordered' && !isOpenOrder(action, view)) &&
      !(action === 'assign' && view.isReviewer) &&
      !(view.isMaker && approvedActions.includes(action)) &&
      !(action === 'reverse' && view.isReversal) &&
      !(view.heldBack !== null && leaving.has(action) && !isRecord(action, view)),
  );
}
