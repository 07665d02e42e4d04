import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { checkNewPassword } from './new-password.ts';
import { checkToken, takeToken } from './one-time-token.ts';
import { hashPassword } from './password-hash.ts';
import { setPassword } from './set-password.ts';

interface Reset {
  token: string;
  password: string;
  password_confirmation: string;
}

interface Owner {
  email: string;
  firstName: string;
  secondName: string;
}

/** Sets a new password with a mailed token, which also proves the address. A refused password leaves the token usable. */
export async function resetPassword(app: App, body: Reset): Promise<{ status: 'ok' }> {
  await checkToken(app.db, app.clock, 'password_reset', body.token);
  checkNewPassword(body, [app.config.appName]);
  const passwordHash = await hashPassword(body.password);
  await app.db.tx(async (tx) => {
    const { clientId, email } = await takeToken(tx, app.clock, 'password_reset', body.token);
    const owner = await tx.one<Owner>(sql`
      update client set email_verified_at = case when email = ${email} then coalesce(email_verified_at, ${app.clock.now()}) else email_verified_at end
      where id = ${clientId} returning email, first_name as "firstName", second_name as "secondName"`);
    checkNewPassword(body, [owner.email, owner.firstName, owner.secondName]);
    await setPassword(tx, app, { clientId, passwordHash, how: 'reset' });
  });
  return { status: 'ok' };
}
