import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { providerReference } from '../deposits/references.ts';
import { moveOn } from '../lifecycle/move.ts';
import { netOf } from '../payment-row.ts';
import { textOfPayment } from '../providers/text-of-payment.ts';
import { readQueueItem } from '../staff/queue-item.ts';
import { expectState, runAction, type Staff } from '../staff/run-action.ts';
import { checkApproved } from '../unchanged.ts';
import { checkHeldBack } from '../withdrawals/held-back.ts';
import { railFor } from './choose-rail.ts';
import { sendPayout } from './send-payout.ts';

/**
 * Orders an approved withdrawal at a payout provider. What was held stays held until the provider has sent it. The order
 * is stored first; whatever becomes of the call, it is looked up before it is repeated.
 * @returns the item as it is after the call
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `approvals.changed`,
 * `payments.restricted`, `payments.withdrawal_blocked`
 */
export async function orderPayout(app: App, staff: Staff, body: { payment_id: string }): Promise<QueueItem> {
  const rail = await railFor(app, body.payment_id);
  const item = await runAction(app, staff, 'send_payout', body, async (tx, payment) => {
    expectState(payment, 'withdrawal', 'approved');
    checkApproved(app, payment);
    const at = app.clock.now();
    await checkHeldBack(app, tx, payment, at);
    if (!rail) throw refuse('payments.state');
    const payee = await tx.one<Pick<Person, 'brand'>>(
      sql`select c.brand from person c where c.id = ${payment.clientId}`,
    );
    await tx.run(sql`
      insert into provider_payout (reference, payment_id, client_id, connection_id, amount, currency, text, created_at, next_at)
      values (${providerReference('PAY')}, ${payment.id}, ${payment.clientId}, ${rail.id}, ${netOf(payment)}, ${payment.currency},
              ${textOfPayment(app, payee, payment)}, ${at}, ${at})`);
    await moveOn(app, tx, payment, 'ordered', { by: { kind: 'staff', id: staff.me.id }, at });
  });
  const ordered = await app.db.maybeOne<{ reference: string }>(sql`
    select reference from provider_payout where payment_id = ${body.payment_id} and attempts = 0 and ended_at is null`);
  if (!ordered) return item;
  await sendPayout(app, ordered.reference);
  return readQueueItem(app, staff.me, staff.language, body.payment_id);
}
