import { tokenLifetimeMs } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Client } from '#server/platform/session.ts';
import { issueToken } from './one-time-token.ts';
import { prove, type Proof } from './second-factor/prove.ts';

interface Target {
  language: string;
  email: string;
  roles: Client['roles'];
}

/** Issues a link that signs a client in once, never one of the staff, to whoever proves himself. It is written down, and the client is told. */
export async function issueAutologin(
  app: App,
  me: Client,
  { client_id: clientId, reason, ...proof }: { client_id: string; reason: string } & Proof,
): Promise<{ link: string; expires_at: string }> {
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const target = await tx.maybeOne<Target>(sql`
      select language, email, roles from client where id = ${clientId} and blocked_at is null`);
    if (!target) throw refuseField('client_id', 'auth.client_unknown');
    if (isStaff(target)) throw refuse('auth.autologin_staff');
    const { token, expiresAt } = await issueToken(tx, app.clock, {
      purpose: 'autologin',
      clientId,
      email: target.email,
      issuedBy: me.id,
      lifetimeMs: tokenLifetimeMs.autologin,
    });
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'auth.autologin_issued', details: { reason } });
    const at = app.clock.now().toISOString();
    await app.outbox.emit(tx, 'auth.autologin_issued', { clientId, staffId: me.id, at });
    return { link: `${app.config.appUrl}/${target.language}/autologin/${token}`, expires_at: expiresAt.toISOString() };
  });
}
