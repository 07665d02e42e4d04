import type { PaymentAction, PaymentKind } from '#contract/payments/names.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import type { Route } from '#contract/api.ts';

/** The input of an action besides the request itself. */
export interface ActionForm {
  route: Route;
  /** The purpose of the reason, by kind of request; the client reads it. */
  purpose?: (kind: PaymentKind) => ReasonPurpose;
  fields: readonly ('received' | 'bank_reference' | 'note')[];
  noteNeeded?: true;
  /** It ends something, or takes money. */
  destructive?: true;
}

/** `decide_adjustment` is one act of the server's; a person approves or rejects, which are two buttons. */
export type ShownAction =
  | Exclude<PaymentAction, 'decide_adjustment' | 'reverse'>
  | 'approve_adjustment'
  | 'reject_adjustment';

export const actionForms: Record<ShownAction, ActionForm> = {
  assign: { route: 'POST /api/staff/payments/assign', fields: [] },
  approve: { route: 'POST /api/staff/payments/approve', fields: ['note'] },
  credit_deposit: { route: 'POST /api/staff/payments/credit', fields: ['received', 'bank_reference', 'note'] },
  mark_sent: { route: 'POST /api/staff/payments/mark-sent', fields: ['bank_reference'] },
  complete: { route: 'POST /api/staff/payments/complete', fields: [] },
  approve_adjustment: { route: 'POST /api/staff/payments/decide-adjustment', fields: ['note'] },
  reject_adjustment: {
    route: 'POST /api/staff/payments/decide-adjustment',
    purpose: () => 'adjustment',
    fields: ['note'],
    destructive: true,
  },
  reject: {
    route: 'POST /api/staff/payments/reject',
    purpose: (kind) => kind,
    fields: ['note'],
    destructive: true,
  },
  fail: { route: 'POST /api/staff/payments/fail', purpose: () => 'failure', fields: ['note'], destructive: true },
  refund: {
    route: 'POST /api/staff/payments/refund',
    purpose: () => 'refund',
    fields: ['note'],
    noteNeeded: true,
    destructive: true,
  },
  charge_back: {
    route: 'POST /api/staff/payments/charge-back',
    purpose: () => 'charge_back',
    fields: ['note'],
    noteNeeded: true,
    destructive: true,
  },
};

/** The buttons for the actions that the server allows this person, in the order of the table above. */
export function shownActions(actions: readonly PaymentAction[]): ShownAction[] {
  return (Object.keys(actionForms) as ShownAction[]).filter((action) =>
    action === 'approve_adjustment' || action === 'reject_adjustment'
      ? actions.includes('decide_adjustment')
      : actions.includes(action),
  );
}
