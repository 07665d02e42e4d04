import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { wholeFactsOf } from '../credit-wallet.ts';
import { moveOn } from './move.ts';
import { lockPayment, readPayments } from '../payment-row.ts';

/** So many rows of totals may lie beside each other until they are added up. */
const separateTotals = 200;

/** Adds up the totals of payments by method, once there are many rows. */
export async function addUpTotals({ db }: App): Promise<void> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from (select from payment_total limit ${separateTotals}) rows`,
  );
  if (count >= separateTotals) await db.run(sql`select payment_add_up_totals()`);
}

/**
 * Expires what waited too long for its client: deposits that were not paid, withdrawals that were not confirmed. What is
 * paid at a provider expires when that says so, for until then it can be paid.
 */
export async function expirePayments(app: App): Promise<void> {
  const due = sql`p.expires_at <= ${app.clock.now()} and p.state in ('awaiting_payment', 'awaiting_confirmation')
    and not exists (select from provider_payment v where v.payment_id = p.id)`;
  for (const { id } of await readPayments(app.db, sql`${due} order by p.id limit 500`)) {
    await app.db.tx(async (tx) => {
      const payment = await lockPayment(tx, sql`p.id = ${id}`);
      const isDeposit = payment.state === 'awaiting_payment';
      if (!isDeposit && payment.state !== 'awaiting_confirmation') return;
      await moveOn(app, tx, payment, 'expired', { by: { kind: 'system' }, at: app.clock.now() });
      const eventName = isDeposit ? 'payments.deposit_expired' : 'payments.withdrawal_expired';
      await app.outbox.emit(tx, eventName, wholeFactsOf(payment));
    });
  }
}
