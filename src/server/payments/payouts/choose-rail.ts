import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { Money } from '#server/platform/connections/outcome.ts';
import { sql } from '#server/platform/db/sql.ts';
import { netOf, readPayments, type PaymentRow } from '../payment-row.ts';
import { servedAs } from '../providers/choose-provider.ts';
import { readPayee } from './payout-row.ts';
import { isRefundable, refundRailOf } from './refund-rail.ts';

interface Rail {
  id: string;
  name: string;
  port?: { leavesOut?: readonly string[] };
}

/** The connection that an approved withdrawal is ordered at; undefined when none pays it. */
export async function railFor(app: App, paymentId: string): Promise<Rail | undefined> {
  const [payment] = await readPayments(app.db, sql`p.id = ${paymentId}`);
  if (!payment) return undefined;
  const { refundsId } = payment;
  if (refundsId === null) return payoutProviderFor(app, payment);
  if (!(await isRefundable(app, app.db, payment))) return undefined;
  const rail = await refundRailOf(app, refundsId);
  return rail?.isOn ? rail : undefined;
}

/**
 * The payout providers of a method that serve a client, in the operator's order. Play money pays only in a demo, and real
 * money only outside of one.
 */
export async function payersFor(
  app: App,
  clientId: string,
  method: PaymentMethod | null,
  of: { currency: string } | { amount: Money },
): Promise<OpenConnection<'payouts'>[]> {
  const open = await app.connections.open('payouts', { ...(await servedAs(app, clientId)), ...of });
  return open.filter(({ port }) => port.method === method && port.live === !app.config.demo);
}

/**
 * The first one that reaches the destination; undefined when none does. One by which nothing was paid comes after those
 * that were not asked as often.
 */
async function payoutProviderFor(app: App, payment: PaymentRow): Promise<OpenConnection<'payouts'> | undefined> {
  const paymentId = payment.id;
  const to = await readPayee(app.db, paymentId);
  if (!to) return undefined;
  const amount = { minor: netOf(payment), currency: payment.currency };
  const open = await payersFor(app, payment.clientId, payment.method, { amount });
  const failed = await app.db.rows<{ connectionId: string }>(sql`
    select connection_id as "connectionId" from provider_payout where payment_id = ${paymentId} and state = 'failed'`);
  const failures = (id: string) => failed.filter(({ connectionId }) => connectionId === id).length;
  const ordered = open.toSorted((one, other) => failures(one.id) - failures(other.id));
  return ordered.find(({ port }) => port.reaches(to, amount));
}
