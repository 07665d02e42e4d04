import type { App } from '#server/platform/app.ts';
import type { EventHandler, OpenConnection } from '#server/platform/connections/connections.ts';
import type { ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import { sql } from '#server/platform/db/sql.ts';
import { beginPayment } from './begin-payment.ts';
import { readProviderRow } from './provider-row.ts';
import { settlePayment } from './settle-payment.ts';

/** Asks the provider about one of our payments, and follows what it says. */
export async function readBack(app: App, paymentId: string): Promise<void> {
  const row = await readProviderRow(app.db, sql`v.payment_id = ${paymentId}`);
  if (!row) return;
  if (row.providerId === null) return beginPayment(app, paymentId);
  const connection = await app.connections.openOne('payments', row.connectionId);
  const found = await connection?.port.lookUp({ id: row.providerId });
  if (found?.kind === 'done' && found.value) await settlePayment(app, paymentId, found.value);
}

/**
 * An event is a hint: what it is about is read from the provider, and that is followed. What is none of our payments is
 * left to staff, who see it in the inbox.
 */
export const followEvent =
  (app: App): EventHandler<'payments'> =>
  async ({ subject, ref }, connection) => {
    const which = subject === null ? ref !== null && { ref } : { id: subject };
    if (which === false) return 'ignored';
    const found = await connection.port.lookUp(which);
    if (found.kind === 'unknown') throw new Error(`not read: ${found.detail}`);
    if (found.kind === 'refused') throw new Error(`not read: ${found.code} ${found.text}`);
    return found.value && (await followFound(app, connection, found.value)) ? 'done' : 'ignored';
  };

/** @returns whether it was one of our payments */
export async function followFound(
  app: App,
  connection: OpenConnection<'payments'>,
  found: ProviderPayment,
): Promise<boolean> {
  const row = await readProviderRow(app.db, sql`p.reference = ${found.ref} and v.connection_id = ${connection.id}`);
  return row !== null && settlePayment(app, row.paymentId, found);
}
