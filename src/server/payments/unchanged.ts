import type { PaymentAction } from '#contract/payments/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { joinedMacColumns, macColumns, secured, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { refuse } from '#server/platform/refusal.ts';
import { accountsOf } from './credit-wallet.ts';
import type { PaymentRow } from './payment-row.ts';

/** An approval that was not withdrawn. In JSON: its MAC is in hex. */
export interface EncryptedApproval {
  id: string;
  action: PaymentAction;
  staffId: string;
  at: string;
  /** In minor units, as it was approved. */
  amount: string;
  /** Whether this person may approve it alone. */
  isAlone: boolean;
  content: string;
  mac: string | null;
}

/** What shows of a payment that it, its approvals, its destination and its hold are as the program wrote them. */
export interface Evidence extends TwoMacs {
  approved: EncryptedApproval[];
  /** The account and the amount of its hold; null before there is one. */
  hold: { account: string; amount: string } | null;
}

/** Of `payment p` and its `payment_destination d`. */
export const evidenceColumns = sql`,
  ${macColumns('payment')}, ${joinedMacColumns('payment_destination')},
  coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'staffId', a.staff_id, 'at', a.at, 'amount', a.amount::text, 'isAlone', a.alone_usd is not null,
                                        'content', ${secured.payment_approval.content}, 'mac', encode(a.security_mac, 'hex')) order by a.id)
    from payment_approval a where a.payment_id = p.id and a.withdrawn_at is null), '[]') as approved,
  (select jsonb_build_object('account', l.code, 'amount', h.amount::text)
   from ledger_hold h join ledger_account l on l.id = h.held_id where h.id = p.hold_id) as hold`;

export type Witnessed = PaymentRow & Evidence;

/** Each of its rows that was changed past the program is logged and counted. */
export function isUnchanged(world: Witness, payment: Witnessed): boolean {
  const { id, destinationId, approved, joinedContent, joinedMac } = payment;
  const genuine = [
    isGenuine(world, 'payment', id, payment),
    destinationId === null ||
      isGenuine(world, 'payment_destination', destinationId, { content: joinedContent, mac: joinedMac }),
    ...approved.map(({ id: approvalId, content, mac }) =>
      isGenuine(world, 'payment_approval', approvalId, { content, mac: mac === null ? null : Buffer.from(mac, 'hex') }),
    ),
  ];
  return genuine.every(Boolean) && holdsOwnMoney(payment);
}

/** Whether its hold is the client's own, and as large as the payment. */
function holdsOwnMoney({ hold, ...payment }: Witnessed): boolean {
  if (hold === null) return true;
  return hold.account === accountsOf(payment).wallet.held && BigInt(hold.amount) === payment.amount;
}

/** @throws Refusal `approvals.changed` */
export function checkUnchangedPayment(world: Witness, payment: Witnessed): void {
  if (!isUnchanged(world, payment)) throw refuse('approvals.changed');
}

/**
 * Before money leaves: two people have approved its amount, or one who may do so alone, whatever its state claims.
 * @throws Refusal `approvals.changed`
 */
export function checkApproved(world: Witness, payment: Witnessed): void {
  checkUnchangedPayment(world, payment);
  const approvals = payment.approved.filter(
    ({ action, amount }) => action === 'approve' && BigInt(amount) === payment.amount,
  );
  if (approvals.length < 2 && !approvals.some(({ isAlone }) => isAlone)) throw refuse('approvals.changed');
}
