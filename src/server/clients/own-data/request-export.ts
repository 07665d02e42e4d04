import type { FastifyRequest } from 'fastify';
import { dataFetchMs } from '#contract/kernel/constants.ts';
import { deviceName } from '#server/platform/session/device-name.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';

/**
 * Lets the session of a client who passed the proof download the stored data, and notifies the client: otherwise a
 * person who also has the password could take everything unnoticed.
 * @throws Refusal as `prove`
 */
export async function requestDataExport(app: App, me: Person, request: Pick<FastifyRequest, 'headers'>, proof: Proof) {
  const take = await prove(app, me, proof);
  const id = newId();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + dataFetchMs);
  const device = deviceName(request.headers['user-agent'] ?? null);
  await app.db.tx(async (tx) => {
    await take(tx);
    await tx.run(sql`
      insert into data_export (id, client_id, session_id, requested_at, expires_at)
      values (${id}, ${me.id}, ${me.sessionId}, ${now}, ${expiresAt})`);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, action: 'clients.request_data_export' });
    await app.outbox.emit(tx, 'clients.data_export_requested', { clientId: me.id, device, at: now.toISOString() });
  });
  return { id, expires_at: expiresAt.toISOString() };
}
