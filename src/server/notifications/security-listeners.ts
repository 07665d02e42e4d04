import { tokenLifetimeMs } from '#contract/constants.ts';
import { issueToken } from '#server/auth/one-time-token.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Write } from './payment-listeners.ts';
import type { Contents } from './send-letter.tsx';

/** Mails what changes about how one signs in, each with a link that freezes the profile if it was somebody else. */
export function securityListeners(app: App, write: Write): void {
  app.outbox.on('auth.security_changed', ({ clientId, change, at }) =>
    write(clientId, change, () => withFreezeLink(app, clientId, { at: new Date(at) })),
  );
  app.outbox.on('auth.frozen', ({ clientId, at }) =>
    write(clientId, 'profile_frozen', async () => ({
      path: '/password/reset',
      params: { at: new Date(at) },
    })),
  );
}

/** The link is made at the moment of sending. Those of earlier letters go on working: any of them may be at hand. */
async function withFreezeLink(app: App, clientId: string, params: NonNullable<Contents['params']>): Promise<Contents> {
  const token = await app.db.tx(async (tx) => {
    const { email } = await tx.one<{ email: string }>(sql`select email from client where id = ${clientId}`);
    const lifetimeMs = tokenLifetimeMs.freeze;
    return (await issueToken(tx, app.clock, { purpose: 'freeze', clientId, email, lifetimeMs, keepOlder: true })).token;
  });
  const hours = tokenLifetimeMs.freeze / 3_600_000;
  return { path: `/freeze/${token}`, params: { ...params, hours }, family: 'security' };
}
