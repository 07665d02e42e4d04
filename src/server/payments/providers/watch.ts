import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { wholeFactsOf } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import { lockPayment } from '../payment-row.ts';
import { sendPayout } from '../payouts/send-payout.ts';
import { endStart, readProviderRows } from './provider-row.ts';
import { readBack } from './read-back.ts';
import { sendRefund } from './send-refund.ts';

const batch = 200;
/** Deposits that have ended seldom change, so they take a small share of a round. */
const endedBatch = 20;

/**
 * What no event has brought: refunds and payouts that were not sent, then payments that were not begun or not decided, and last
 * those that may still change after their end.
 */
export async function watchProviders(app: App): Promise<void> {
  const at = app.clock.now();
  const failures: unknown[] = [];
  // One that was changed past the program fails, and holds up no other.
  const attempt = (action: () => Promise<void>) => action().catch((error: unknown) => void failures.push(error));
  const refunds = await app.db.rows<{ reference: string }>(sql`
    select reference from provider_refund where next_at <= ${at} order by next_at limit ${batch}`);
  for (const { reference } of refunds) await attempt(() => sendRefund(app, reference));
  const payouts = await app.db.rows<{ reference: string }>(sql`
    select reference from provider_payout where next_at <= ${at} order by next_at limit ${batch}`);
  for (const { reference } of payouts) await attempt(() => sendPayout(app, reference));
  for (const [state, most] of [
    ['starting', batch],
    ['open', batch],
    ['ended', endedBatch],
  ] as const) {
    const due = await readProviderRows(
      app.db,
      sql`v.next_at <= ${at} and v.state = ${state} and (v.state <> 'starting' or p.state = 'awaiting_payment')
          order by v.next_at limit ${most}`,
    );
    for (const { paymentId } of due) await attempt(() => readBack(app, paymentId));
  }
  await attempt(() => expireUnstarted(app));
  if (failures.length > 0) throw failures[0];
}

/** A deposit that never reached its provider, or whose provider is gone, expires by our own clock, a day later than it would. */
async function expireUnstarted(app: App): Promise<void> {
  const at = app.clock.now();
  const grace = new Date(at.getTime() - 86_400_000);
  const due = await readProviderRows(
    app.db,
    sql`p.state = 'awaiting_payment' and p.expires_at <= ${grace} and v.provider_id is null limit ${batch}`,
  );
  for (const { paymentId } of due) {
    await app.db.tx(async (tx) => {
      const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
      if (payment.state !== 'awaiting_payment') return;
      await endStart(tx, paymentId);
      await moveOn(app, tx, payment, 'expired', { by: { kind: 'system' }, at });
      await app.outbox.emit(tx, 'payments.deposit_expired', wholeFactsOf(payment));
    });
  }
}
