import type { FastifyRequest } from 'fastify';
import type { Challenged, User } from '#contract/auth.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { answerSession, beginSession, refuseFrozen, type Exchange } from './start-session.ts';
import { takeToken } from './one-time-token.ts';
import { challenge } from './second-factor/challenge.ts';

/**
 * Signs in with a one-time link; the session and the client's trail say who issued it. It stands in for the password
 * alone: who has a second factor is asked for it.
 */
export async function autologin(
  app: App,
  exchange: Exchange,
  token: string,
): Promise<{ token: string; user: User } | Challenged> {
  const begun = await app.db.tx(async (tx) => {
    const { clientId, issuedBy, key } = await takeToken(tx, app, 'autologin', token);
    const details = key ? { key } : {};
    if (issuedBy) await writeAudit(tx, app.clock, { actorId: issuedBy, clientId, act: 'auth.autologin_used', details });
    await refuseFrozen(tx, app, clientId);
    const { asksMore } = await tx.one<{ asksMore: boolean }>(sql`
      select second_factor_at is not null as "asksMore" from client where id = ${clientId} for share`);
    const who = { clientId, remember: false, ...(issuedBy ? { issuedBy } : {}) };
    return asksMore ? challenge(tx, app, who) : beginSession(tx, app, exchange, who);
  });
  return 'challenge' in begun ? begun : answerSession(app, exchange, begun);
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
