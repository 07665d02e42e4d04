import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { wholeFactsOf } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import { lockPayment } from '../payment-row.ts';
import { sendPayout } from '../payouts/send-payout.ts';
import { askAgainS } from './pauses.ts';
import { endStart, readProviderRows } from './provider-row.ts';
import { followFound, readBack } from './read-back.ts';
import { sendRefund } from './send-refund.ts';

const sweepMs = 3_600_000;
const batch = 200;

/**
 * What no event has brought: payments that were not begun or not decided, refunds and payouts that were not sent, and once an hour the
 * list of events of each provider, also of one that is turned off: what was paid there may be disputed for months.
 */
export async function watchProviders(app: App): Promise<void> {
  const at = app.clock.now();
  const failures: unknown[] = [];
  // One that was changed past the program fails, and holds up no other.
  const attempt: Attempt = async (action) => {
    try {
      await action();
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  };
  const due = await readProviderRows(
    app.db,
    sql`v.next_at <= ${at} and (v.state <> 'starting' or p.state = 'awaiting_payment') order by v.next_at limit ${batch}`,
  );
  for (const { paymentId } of due) if (!(await attempt(() => readBack(app, paymentId)))) await postpone(app, paymentId);
  const refunds = await app.db.rows<{ reference: string }>(sql`
    select reference from provider_refund where next_at <= ${at} order by next_at limit ${batch}`);
  for (const { reference } of refunds) await attempt(() => sendRefund(app, reference));
  const payouts = await app.db.rows<{ reference: string }>(sql`
    select reference from provider_payout where next_at <= ${at} order by next_at limit ${batch}`);
  for (const { reference } of payouts) await attempt(() => sendPayout(app, reference));
  await attempt(() => expireUnstarted(app));
  for (const connection of await app.connections.openUsed('payments'))
    await attempt(() => sweep(app, connection, attempt));
  if (failures.length > 0) throw failures[0];
}

/** @returns whether it succeeded; the failure is kept */
type Attempt = (action: () => Promise<unknown>) => Promise<boolean>;

/** Lets the others come first. */
const postpone = (app: App, paymentId: string) =>
  app.db.run(sql`
    update provider_payment set next_at = ${new Date(app.clock.now().getTime() + askAgainS * 1000)}
    where payment_id = ${paymentId} and next_at is not null`);

/** Reads what happened since the last time, for calls that were lost. */
async function sweep(app: App, open: OpenConnection<'payments'>, attempt: Attempt): Promise<void> {
  if (!open.port.changes) return;
  const at = app.clock.now();
  const last = await app.db.maybeOne<{ cursor: string; sweptAt: Date }>(sql`
    select cursor, swept_at as "sweptAt" from provider_sweep where connection_id = ${open.id}`);
  if (last && at.getTime() - last.sweptAt.getTime() < sweepMs) return;
  const changes = await open.port.changes(last?.cursor ?? null);
  if (changes.kind !== 'done') return;
  for (const id of changes.value.ids) {
    const found = await open.port.lookUp({ id });
    // What the provider will never answer holds up no other; anything else is read again from here.
    if (found.kind === 'refused' && found.again === 'never') continue;
    if (found.kind !== 'done') return;
    const { value } = found;
    if (value) await attempt(() => followFound(app, open, value));
  }
  await app.db.run(sql`
    insert into provider_sweep (connection_id, cursor, swept_at) values (${open.id}, ${changes.value.cursor}, ${at})
    on conflict (connection_id) do update set cursor = excluded.cursor, swept_at = excluded.swept_at`);
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
