import type { User } from '#contract/auth.ts';
import { tokenLifetimeMs } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { answerSession, beginSession, type Exchange } from './begin-session.ts';
import { issueToken, takeToken } from './one-time-token.ts';

/** Signs in with a one-time link; the session says who issued it. */
export async function autologin(app: App, exchange: Exchange, token: string): Promise<{ token: string; user: User }> {
  const session = await app.db.tx(async (tx) => {
    const { clientId, issuedBy } = await takeToken(tx, app.clock, 'autologin', token);
    const client = await tx.one<{ blocked: boolean }>(
      sql`select blocked_at is not null as blocked from client where id = ${clientId}`,
    );
    if (client.blocked) throw refuse('auth.token_unknown');
    return beginSession(tx, app, exchange, { clientId, remember: false, ...(issuedBy ? { issuedBy } : {}) });
  });
  return answerSession(app, exchange, session);
}

interface Target {
  language: string;
  email: string;
  roles: string[];
}

/** Issues such a link for a client, never for staff. It is written down, and the client is told. */
export async function issueAutologin(
  app: App,
  me: Client,
  body: { client_id: string; reason: string },
): Promise<{ link: string; expires_at: string }> {
  return app.db.tx(async (tx) => {
    const target = await tx.maybeOne<Target>(sql`
      select language, email, roles from client where id = ${body.client_id} and blocked_at is null`);
    if (!target) throw refuseField('client_id', 'auth.client_unknown');
    if (target.roles.some((role) => role !== 'client')) throw refuse('auth.autologin_staff');
    const of = {
      clientId: body.client_id,
      email: target.email,
      issuedBy: me.id,
      lifetimeMs: tokenLifetimeMs.autologin,
    };
    const { token, expiresAt } = await issueToken(tx, app.clock, { ...of, purpose: 'autologin' });
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId: body.client_id,
      act: 'auth.autologin_issued',
      details: { reason: body.reason },
    });
    await app.outbox.emit(tx, 'auth.autologin_issued', { clientId: body.client_id, staffId: me.id });
    return { link: `${app.config.appUrl}/${target.language}/autologin/${token}`, expires_at: expiresAt.toISOString() };
  });
}
