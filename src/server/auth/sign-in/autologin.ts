import type { FastifyRequest } from 'fastify';
import type { Challenged, User } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sendSession, startSession, refuseFrozen, type Exchange } from '../start-session.ts';
import { takeToken } from '../one-time-token.ts';
import { challenge } from '../second-factor/challenge.ts';

/**
 * Signs in with a one-time link; the session and the client's activity say who issued it. The link replaces only the
 * password: a second factor is still required.
 */
export async function autologin(
  app: App,
  exchange: Exchange,
  token: string,
): Promise<{ token: string; user: User } | Challenged> {
  const started = await app.db.tx(async (tx) => {
    const { clientId, issuedBy, key } = await takeToken(tx, app, 'autologin', token);
    const details = key ? { key } : {};
    if (issuedBy)
      await writeAudit(tx, app.clock, { actorId: issuedBy, clientId, action: 'auth.autologin_used', details });
    await refuseFrozen(tx, app, clientId);
    const { needsSecondStep } = await tx.one<{ needsSecondStep: boolean }>(sql`
      select second_factor_at is not null as "needsSecondStep" from person where id = ${clientId} for share`);
    const who = { clientId, remember: false, ...(issuedBy ? { issuedBy } : {}) };
    return needsSecondStep ? challenge(tx, app, who) : startSession(tx, app, exchange, who);
  });
  return 'challenge' in started ? started : sendSession(app, exchange, started);
}

/**
 * The specified GET signs in, which a GET should not: a browser sends one for a link, an image or a prefetched page. By
 * the fetch metadata of browsers only a script of our own pages passes; programs that are no browsers send none and
 * pass.
 * @throws Refusal http.origin
 */
export function refuseUnlessScript({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-purpose': purpose } = headers;
  const byScript = (site ?? 'same-origin') === 'same-origin' && ['cors', 'same-origin'].includes(mode ?? 'cors');
  if (!byScript || purpose !== undefined) throw refuse('http.origin');
}
