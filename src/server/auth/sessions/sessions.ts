import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { revokeSessions, type Person } from '#server/platform/session/session.ts';
import { prove, type Proof } from '../second-factor/require-proof.ts';
import { deviceName } from '#server/platform/session/device-name.ts';

interface Row {
  id: string;
  userAgent: string | null;
  address: string;
  remembered: boolean;
  issuedBy: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The client's open sessions, the latest used first. */
export async function listSessions(app: App, me: Person) {
  const rows = await app.db.rows<Row>(sql`
    select id, user_agent as "userAgent", address, remember as remembered, issued_by as "issuedBy",
           created_at as "createdAt", last_seen_at as "lastSeenAt"
    from session where person_id = ${me.id} and revoked_at is null and expires_at > ${app.clock.now()}
    order by last_seen_at desc, id desc limit 100`);
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.address,
    current: row.id === me.sessionId,
    remembered: row.remembered,
    issued_by_staff: row.issuedBy !== null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }));
}

/**
 * Ends one session of the client, or all but the present one. It requires a proof, so that a copied session cannot sign
 * its owner out.
 */
export async function revokeOwnSessions(
  app: App,
  me: Person,
  { session_id: sessionId, ...proof }: Proof & { session_id?: string | undefined },
): Promise<{ revoked: number }> {
  const which = sessionId ? { only: sessionId } : { except: me.sessionId };
  const take = await prove(app, me, proof);
  const revoked = await app.db.tx(async (tx) => {
    await take(tx);
    tx.afterCommit(() => app.realtime.readmit(me.id));
    return revokeSessions(tx, app.clock, { clientId: me.id, ...which });
  });
  if (sessionId && revoked === 0) throw refuse('auth.session_unknown');
  return { revoked };
}
