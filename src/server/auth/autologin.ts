import type { FastifyRequest } from 'fastify';
import type { User } from '#contract/auth.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { refuse } from '#server/platform/refusal.ts';
import { answerSession, beginSession, type Exchange } from './begin-session.ts';
import { takeToken } from './one-time-token.ts';

/** Signs in with a one-time link; the session and the client's trail say who issued it. */
export async function autologin(app: App, exchange: Exchange, token: string): Promise<{ token: string; user: User }> {
  const session = await app.db.tx(async (tx) => {
    const { clientId, issuedBy } = await takeToken(tx, app.clock, 'autologin', token);
    if (issuedBy) await writeAudit(tx, app.clock, { actorId: issuedBy, clientId, act: 'auth.autologin_used' });
    return beginSession(tx, app, exchange, { clientId, remember: false, ...(issuedBy ? { issuedBy } : {}) });
  });
  return answerSession(app, exchange, session);
}

/**
 * The specified GET signs in, which a GET should not: a browser sends one for a link, a picture or a page that it loads
 * ahead. By what browsers say of their requests only a script of our own pages is let through; programs that are no
 * browsers say nothing and pass.
 * @throws Refusal http.origin
 */
export function refuseUnlessScript({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-purpose': purpose } = headers;
  const byScript = (site ?? 'same-origin') === 'same-origin' && ['cors', 'same-origin'].includes(mode ?? 'cors');
  if (!byScript || purpose !== undefined) throw refuse('http.origin');
}
