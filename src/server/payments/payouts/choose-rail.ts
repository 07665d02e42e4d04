import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { netOf, readPayment } from '../payment-row.ts';
import { servedAs } from '../providers/choose-provider.ts';
import { readPayee } from './payout-row.ts';

/**
 * The first payout provider, in the operator's order, that serves the client and reaches the destination; undefined when
 * none does. Play money pays only in a demo, and real money only outside of one.
 */
export async function railFor(app: App, paymentId: string): Promise<OpenConnection<'payouts'> | undefined> {
  const to = await readPayee(app.db, paymentId);
  if (!to) return undefined;
  const payment = await readPayment(app.db, sql`p.id = ${paymentId}`);
  const amount = { minor: netOf(payment), currency: payment.currency };
  const open = await app.connections.open('payouts', { ...(await servedAs(app, payment.clientId)), amount });
  return open.find(({ port }) => port.live === !app.config.demo && port.reaches(to, amount));
}
