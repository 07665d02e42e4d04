import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { anyHashOf } from '#server/platform/secrets/token.ts';
import { takeToken } from '../one-time-token.ts';

/**
 * Confirms the address that the token was emailed to. If that address is already confirmed, a repeated click, by a mail
 * program or a person, gets the same response.
 */
export async function verifyEmail(app: App, token: string): Promise<{ status: 'ok' }> {
  if (await isVerified(app, token)) return { status: 'ok' };
  const confirmed = app.db.tx(async (tx) => {
    const { clientId } = await takeToken(tx, app, 'email_verification', token);
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`
      update person set email_verified_at = coalesce(email_verified_at, ${app.clock.now()}) where id = ${clientId}`);
  });
  await confirmed.catch(async (error: unknown) => {
    // Of two clicks at once the second finds the token used, and the address confirmed.
    if (!(await isVerified(app, token))) throw error;
  });
  return { status: 'ok' };
}

async function isVerified(app: App, token: string): Promise<boolean> {
  const found = await app.db.rows(sql`
    select 1 from one_time_token t join person c on c.id = t.person_id and c.email = t.email
    where t.hash = ${anyHashOf(app.config, 'one-time link', token)} and t.purpose = 'email_verification' and c.email_verified_at is not null`);
  return found.length > 0;
}
