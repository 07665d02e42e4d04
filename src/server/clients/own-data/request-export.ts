import type { FastifyRequest } from 'fastify';
import { dataFetchMs } from '#contract/constants.ts';
import { deviceName } from '#server/platform/device-name.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Client } from '#server/platform/session.ts';

/**
 * Lets the session of somebody who has proven who he is fetch all that is kept about him, and tells him so: whoever has his
 * password as well would otherwise carry everything away in silence.
 * @throws Refusal as `prove`
 */
export async function askForData(app: App, me: Client, request: Pick<FastifyRequest, 'headers'>, proof: Proof) {
  const take = await prove(app, me, proof);
  const id = newId();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + dataFetchMs);
  const device = deviceName(request.headers['user-agent'] ?? null);
  await app.db.tx(async (tx) => {
    await take(tx);
    await tx.run(sql`
      insert into data_export (id, client_id, session_id, asked_at, expires_at)
      values (${id}, ${me.id}, ${me.sessionId}, ${now}, ${expiresAt})`);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, act: 'clients.ask_data' });
    await app.outbox.emit(tx, 'clients.data_asked', { clientId: me.id, device, at: now.toISOString() });
  });
  return { id, expires_at: expiresAt.toISOString() };
}
