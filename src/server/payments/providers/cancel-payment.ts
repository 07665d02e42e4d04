import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readProviderRow } from './provider-row.ts';

/**
 * Closes the page of a provider for a cancelled deposit. When that fails, it can still be paid, and staff decide about
 * the money.
 */
export async function cancelAtProvider(app: App, paymentId: string): Promise<void> {
  const row = await readProviderRow(
    app.db,
    sql`v.payment_id = ${paymentId} and v.state = 'open' and p.state = 'cancelled'`,
  );
  if (!row?.providerId) return;
  const connection = await app.connections.openOne('payments', row.connectionId);
  const ended = await connection?.port.cancel?.(row.providerId);
  if (ended && ended.kind !== 'done')
    app.log.warn({ payment: paymentId, outcome: ended }, 'a cancelled payment is still open at its provider');
}
