import type { PaymentAction, PaymentKind } from '#contract/payments/names.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import type { CallOptions } from '#web/platform/api/send.ts';
import type { Item } from './queue-queries.ts';

/** What a person enters; undefined where it may be left empty. */
interface ActionInput {
  payment_id: string;
  reason: string;
  received: string;
  bank_reference: string | undefined;
  note: string | undefined;
  overrule: string | undefined;
}

/** The call of an action, and the fields that it needs. */
interface ActionForm {
  /** Opens it on the screen of the request. */
  key?: string;
  send: (input: ActionInput, options: CallOptions) => Promise<Item>;
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
  assign: {
    key: 'c',
    send: ({ payment_id }, options) => call('POST /api/staff/payments/assign', { body: { payment_id } }, options),
    fields: [],
  },
  approve: {
    key: 'a',
    send: ({ payment_id, note, overrule }, options) =>
      call('POST /api/staff/payments/approve', { body: { payment_id, note, overrule } }, options),
    fields: ['note'],
  },
  credit_deposit: {
    key: 'a',
    send: ({ payment_id, received, bank_reference, note, overrule }, options) =>
      call(
        'POST /api/staff/payments/credit',
        { body: { payment_id, received, bank_reference, note, overrule } },
        options,
      ),
    fields: ['received', 'bank_reference', 'note'],
  },
  send_payout: {
    send: ({ payment_id }, options) => call('POST /api/staff/payments/send-payout', { body: { payment_id } }, options),
    fields: [],
  },
  mark_sent: {
    key: 's',
    send: ({ payment_id, bank_reference }, options) =>
      call('POST /api/staff/payments/mark-sent', { body: { payment_id, bank_reference } }, options),
    fields: ['bank_reference'],
  },
  complete: {
    key: 'd',
    send: ({ payment_id }, options) => call('POST /api/staff/payments/complete', { body: { payment_id } }, options),
    fields: [],
  },
  approve_adjustment: {
    key: 'a',
    send: ({ payment_id, note, overrule }, options) =>
      call(
        'POST /api/staff/payments/decide-adjustment',
        { body: { payment_id, decision: 'approve', note, overrule } },
        options,
      ),
    fields: ['note'],
  },
  reject_adjustment: {
    key: 'r',
    send: ({ payment_id, reason, note, overrule }, options) =>
      call(
        'POST /api/staff/payments/decide-adjustment',
        { body: { payment_id, decision: 'reject', reason, note, overrule } },
        options,
      ),
    purpose: () => 'adjustment',
    fields: ['note'],
    destructive: true,
  },
  reject: {
    key: 'r',
    send: ({ payment_id, reason, note }, options) =>
      call('POST /api/staff/payments/reject', { body: { payment_id, reason, note } }, options),
    purpose: (kind) => kind,
    fields: ['note'],
    destructive: true,
  },
  fail: {
    key: 'f',
    send: ({ payment_id, reason, note, overrule }, options) =>
      call('POST /api/staff/payments/fail', { body: { payment_id, reason, note, overrule } }, options),
    purpose: () => 'failure',
    fields: ['note'],
    destructive: true,
  },
  refund: {
    send: ({ payment_id, reason, note = '', overrule }, options) =>
      call('POST /api/staff/payments/refund', { body: { payment_id, reason, note, overrule } }, options),
    purpose: () => 'refund',
    fields: ['note'],
    noteNeeded: true,
    destructive: true,
  },
  charge_back: {
    send: ({ payment_id, reason, note = '', overrule }, options) =>
      call('POST /api/staff/payments/charge-back', { body: { payment_id, reason, note, overrule } }, options),
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
