import type { DeskAct, PaymentKind } from '#contract/payment-names.ts';
import type { ReasonPurpose } from '#contract/reason-names.ts';
import type { Route } from '#contract/api.ts';

/** What an act asks for besides the request itself. */
export interface ActForm {
  route: Route;
  /** What the reason is given for, by kind of request; the client reads it. */
  purpose?: (kind: PaymentKind) => ReasonPurpose;
  fields: readonly ('received' | 'bank_reference' | 'note')[];
  noteNeeded?: true;
  /** It ends something, or takes money. */
  grave?: true;
}

/** `decide_adjustment` is one act of the server's; a person approves or rejects, which are two buttons. */
export type ShownAct = Exclude<DeskAct, 'decide_adjustment' | 'undo'> | 'approve_adjustment' | 'reject_adjustment';

export const actForms: Record<ShownAct, ActForm> = {
  take: { route: 'POST /api/staff/payments/take', fields: [] },
  approve: { route: 'POST /api/staff/payments/approve', fields: ['note'] },
  credit_deposit: { route: 'POST /api/staff/payments/credit', fields: ['received', 'bank_reference', 'note'] },
  mark_sent: { route: 'POST /api/staff/payments/mark-sent', fields: ['bank_reference'] },
  complete: { route: 'POST /api/staff/payments/complete', fields: [] },
  approve_adjustment: { route: 'POST /api/staff/payments/decide-adjustment', fields: ['note'] },
  reject_adjustment: {
    route: 'POST /api/staff/payments/decide-adjustment',
    purpose: () => 'adjustment',
    fields: ['note'],
    grave: true,
  },
  reject: {
    route: 'POST /api/staff/payments/reject',
    purpose: (kind) => kind,
    fields: ['note'],
    grave: true,
  },
  fail: { route: 'POST /api/staff/payments/fail', purpose: () => 'failure', fields: ['note'], grave: true },
  refund: {
    route: 'POST /api/staff/payments/refund',
    purpose: () => 'refund',
    fields: ['note'],
    noteNeeded: true,
    grave: true,
  },
  charge_back: {
    route: 'POST /api/staff/payments/charge-back',
    purpose: () => 'charge_back',
    fields: ['note'],
    noteNeeded: true,
    grave: true,
  },
};

/** The buttons for what the server lets this person do, in the order of the table above. */
export function shownActs(acts: readonly DeskAct[]): ShownAct[] {
  return (Object.keys(actForms) as ShownAct[]).filter((act) =>
    act === 'approve_adjustment' || act === 'reject_adjustment'
      ? acts.includes('decide_adjustment')
      : acts.includes(act),
  );
}
