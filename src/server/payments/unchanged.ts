import type { PaymentAction } from '#contract/payments/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { joinedMacColumns, macColumns, secured, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { refuse } from '#server/platform/refusal.ts';
import { accountsOf } from './credit-wallet.ts';
import type { PaymentRow } from './payment-row.ts';

/** A request that is open or approved. In JSON: its MAC is in hex. */
export interface StoredRequest {
  id: string;
  action: PaymentAction;
  state: 'open' | 'approved';
  authorId: string;
  createdAt: string;
  decidedBy: string | null;
  /** In minor units, as it is to be approved. */
  amount: string;
  /** Whether one person has approved it alone. */
  isAlone: boolean;
  content: string;
  mac: string | null;
}

/** What the rules of automatic approval said; in JSON, too. */
interface StoredRuleApproval {
  /** In minor units. */
  amount: string;
  isApproved: boolean;
  content: string;
  mac: string | null;
}

/** What shows of a payment that it, its approval requests, its destination and its hold are as the program wrote them. */
export interface Evidence extends TwoMacs {
  requests: StoredRequest[];
  /** Null where no rules were in effect. */
  byRule: StoredRuleApproval | null;
  /** The account and the amount of its hold; null before there is one. */
  hold: { account: string; amount: string } | null;
}

/** Of `payment p` and its `payment_destination d`. */
export const evidenceColumns = sql`,
  ${macColumns('payment')}, ${joinedMacColumns('payment_destination')},
  coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'action', r.action, 'state', r.state, 'authorId', r.author_id, 'createdAt', r.created_at,
                                        'decidedBy', r.decided_by, 'amount', r.value ->> 'amount', 'isAlone', r.alone_usd is not null,
                                        'content', ${secured.approval_request.content}, 'mac', encode(r.security_mac, 'hex')) order by r.id)
    from approval_request r where r.payment_id = p.id and r.kind = 'payment' and r.state in ('open', 'approved')), '[]') as requests,
  (select jsonb_build_object('amount', n.amount::text, 'isApproved', n.missed is null, 'content', ${secured.automatic_approval.content},
                             'mac', encode(n.security_mac, 'hex'))
   from automatic_approval n where n.payment_id = p.id) as "byRule",
  (select jsonb_build_object('account', l.code, 'amount', h.amount::text)
   from ledger_hold h join ledger_account l on l.id = h.held_id where h.id = p.hold_id) as hold`;

export type Witnessed = PaymentRow & Evidence;

/** Each of its rows that was changed past the program is logged and counted. */
export function isUnchanged(world: Witness, payment: Witnessed): boolean {
  const { id, destinationId, requests, byRule, joinedContent, joinedMac } = payment;
  const macOf = (mac: string | null) => (mac === null ? null : Buffer.from(mac, 'hex'));
  const genuine = [
    isGenuine(world, 'payment', id, payment),
    destinationId === null ||
      isGenuine(world, 'payment_destination', destinationId, { content: joinedContent, mac: joinedMac }),
    ...requests.map(({ id: requestId, content, mac }) =>
      isGenuine(world, 'approval_request', requestId, { content, mac: macOf(mac) }),
    ),
    byRule === null || isGenuine(world, 'automatic_approval', id, { content: byRule.content, mac: macOf(byRule.mac) }),
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
 * Before money leaves: it is as the program wrote it, and its amount was approved by two people, by one who may do so
 * alone, or by a rule, whatever its state claims.
 */
export const isApproved = (world: Witness, payment: Witnessed): boolean =>
  isUnchanged(world, payment) &&
  (isApprovedByRule(payment) ||
    payment.requests.some(
      ({ action, state, amount, isAlone, authorId }) =>
        action === 'approve' &&
        state === 'approved' &&
        BigInt(amount) === payment.amount &&
        (isAlone || authorId !== payment.createdBy),
    ));

const isApprovedByRule = ({ byRule, amount }: Witnessed): boolean =>
  byRule !== null && byRule.isApproved && BigInt(byRule.amount) === amount;

/** @throws Refusal `approvals.changed` unless it is approved */
export function checkApproved(world: Witness, payment: Witnessed): void {
  if (!isApproved(world, payment)) throw refuse('approvals.changed');
}
