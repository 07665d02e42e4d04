import type { DeskAct, PaymentKind, PaymentMethod, PaymentState } from '#contract/payment-names.ts';

/** A state that may follow another. The database holds the same table and refuses everything else. */
export interface Transition {
  kind: PaymentKind;
  from: PaymentState;
  to: PaymentState;
  /** The act of staff that must have been approved by as many persons as the payment asks for. */
  approvals?: DeskAct;
  /** The only method of which it is true. */
  method?: PaymentMethod;
}

export const transitions: readonly Transition[] = [
  { kind: 'deposit', from: 'created', to: 'awaiting_payment' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'under_review' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'credited', method: 'sandbox' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'expired' },
  { kind: 'deposit', from: 'awaiting_payment', to: 'cancelled' },
  { kind: 'deposit', from: 'under_review', to: 'credited', approvals: 'credit_deposit' },
  { kind: 'deposit', from: 'under_review', to: 'rejected' },
  { kind: 'deposit', from: 'expired', to: 'under_review' },
  { kind: 'deposit', from: 'cancelled', to: 'under_review' },
  { kind: 'deposit', from: 'credited', to: 'refunded', approvals: 'refund' },
  { kind: 'deposit', from: 'credited', to: 'charged_back', approvals: 'charge_back' },
  { kind: 'deposit', from: 'credited', to: 'reversed' },
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
  { kind: 'withdrawal', from: 'sent', to: 'completed' },
  { kind: 'withdrawal', from: 'sent', to: 'failed', approvals: 'fail' },
  { kind: 'adjustment', from: 'proposed', to: 'posted', approvals: 'decide_adjustment' },
  { kind: 'adjustment', from: 'proposed', to: 'rejected' },
  { kind: 'adjustment', from: 'posted', to: 'reversed' },
];

/** The acts that one or two persons approve. */
export const approvedActs = transitions.flatMap(({ approvals }) => approvals ?? []);

export function mayFollow(kind: PaymentKind, from: PaymentState, to: PaymentState): boolean {
  return transitions.some((each) => each.kind === kind && each.from === from && each.to === to);
}

/** The client takes a withdrawal back until it is approved, a deposit until somebody says that it was paid. */
export function isCancellable(kind: PaymentKind, state: PaymentState): boolean {
  return mayFollow(kind, state, 'cancelled');
}

/** What comes when all goes well, in its order. */
const goodWay: Record<PaymentKind, readonly PaymentState[]> = {
  deposit: ['created', 'awaiting_payment', 'under_review', 'credited'],
  withdrawal: ['draft', 'awaiting_confirmation', 'submitted', 'in_review', 'approved', 'sent', 'completed'],
  adjustment: ['proposed', 'posted'],
};

/** The states ahead of one; none for what has ended. A test card skips the review. */
export function statesAhead(kind: PaymentKind, state: PaymentState, method: PaymentMethod | null): PaymentState[] {
  const way = goodWay[kind].filter((each) => each !== 'under_review' || method !== 'sandbox');
  const place = way.indexOf(state);
  return place === -1 ? [] : way.slice(place + 1);
}

/** Who has to act in each state that is under way. Every other state has ended. */
const actors: Partial<Record<PaymentState, 'client' | 'staff' | 'bank'>> = {
  awaiting_payment: 'client',
  under_review: 'staff',
  awaiting_confirmation: 'client',
  submitted: 'staff',
  in_review: 'staff',
  approved: 'staff',
  sent: 'bank',
  proposed: 'staff',
};

export const openStates = Object.keys(actors) as PaymentState[];

/** States in which a request lies on the desk of staff. */
export const deskStates = openStates.filter((state) => actors[state] === 'staff');

/** States in which nothing counts to a limit any more: the money stayed, or went back. */
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
  /** Hours within which staff promise to act. */
  reviewHours: number;
  /** Working days that the way takes. */
  days: number;
}

/** Who acts next, and until when that is promised; null for a payment that has ended. */
export function nextStep(of: Timing): { who: 'client' | 'staff' | 'bank'; by: Date | null } | null {
  const who = actors[of.state];
  if (!who) return null;
  if (who === 'client') return { who, by: of.expiresAt };
  const by = who === 'bank' ? addWorkingDays(of.updatedAt, of.days) : addHours(of.updatedAt, of.reviewHours);
  return { who, by };
}

export function addHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000);
}

/** So many days later, Saturdays and Sundays (in UTC) not counted. */
export function addWorkingDays(at: Date, days: number): Date {
  let day = at;
  for (let left = days; left > 0;) {
    day = addHours(day, 24);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}

/** What decides which acts are open to one of the staff. */
export interface DeskView {
  kind: PaymentKind;
  state: PaymentState;
  isOwn: boolean;
  isMaker: boolean;
  isReviewer: boolean;
  /** Whatever it is by: nothing more of the client's leaves. */
  isHeldBack: boolean;
  /** Of an adjustment that undoes another operation, and of what such a one undoes, or is about to. */
  isUndo: boolean;
  approvedByMe: readonly DeskAct[];
}

const leaving: ReadonlySet<DeskAct> = new Set(['approve', 'mark_sent']);

const actsIn: Partial<Record<`${PaymentKind} ${PaymentState}`, readonly DeskAct[]>> = {
  'deposit awaiting_payment': ['take'],
  'deposit under_review': ['take', 'credit_deposit', 'reject'],
  'deposit expired': ['take'],
  'deposit cancelled': ['take'],
  'deposit credited': ['refund', 'charge_back', 'undo'],
  'withdrawal submitted': ['take'],
  'withdrawal in_review': ['take', 'approve', 'reject'],
  'withdrawal approved': ['mark_sent', 'fail'],
  'withdrawal sent': ['complete', 'fail'],
  'adjustment proposed': ['decide_adjustment'],
  'adjustment posted': ['undo'],
};

/** The acts that one of finance may do now. Nobody decides on his own request, on what he proposed, or twice. */
export function openActs(view: DeskView): DeskAct[] {
  if (view.isOwn) return [];
  const acts = actsIn[`${view.kind} ${view.state}`] ?? [];
  return acts.filter(
    (act) =>
      !view.approvedByMe.includes(act) &&
      !(act === 'take' && view.isReviewer) &&
      !(act === 'decide_adjustment' && view.isMaker) &&
      !(act === 'undo' && view.isUndo) &&
      !(view.isHeldBack && leaving.has(act)),
  );
}
