import type { App } from '#server/platform/app.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addHours } from '../rules.ts';
import { beginPayment } from './begin-payment.ts';
import { addFinding } from './findings.ts';
import { nextAttempt, unreadHours, unreadSince } from './pauses.ts';
import { isRemoved, readProviderRow } from './provider-row.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks the provider about one of our payments, and follows what it says. The next time is set before, so that one that
 * cannot be read comes up less and less often, and holds up no other.
 */
export async function readBack(app: App, paymentId: string): Promise<void> {
  const row = await readProviderRow(app.db, sql`v.payment_id = ${paymentId}`);
  if (!row) return;
  if (row.state === 'starting') return beginPayment(app, paymentId);
  const { connectionId, providerId, reference: ref, state, startedAt, checkedAt } = row;
  const at = app.clock.now();
  const since = state === 'open' ? (checkedAt ?? startedAt) : unreadSince(startedAt, checkedAt, at);
  const connection = await app.connections.openOne('payments', connectionId);
  const next = !connection && (await isRemoved(app.db, row)) ? null : nextAttempt(since, at);
  await app.db.run(sql`
    update provider_payment set next_at = ${next} where payment_id = ${paymentId} and next_at is not null`);
  if (next === null) return;
  const found = await connection?.port.lookUp(providerId === null ? { ref } : { id: providerId });
  if (found?.kind === 'done' && found.value && (await settlePayment(app, paymentId, found.value))) return;
  if (addHours(since, unreadHours) > at) return;
  await app.db.tx((tx) => addFinding(app, tx, { paymentId, kind: 'deposit_unread', subject: since.toISOString(), at }));
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
    if (!found.value) return 'ignored';
    const ours = sql`p.reference = ${found.value.ref} and v.connection_id = ${connection.id}`;
    const row = await readProviderRow(app.db, ours);
    return row && (await settlePayment(app, row.paymentId, found.value)) ? 'done' : 'ignored';
  };
