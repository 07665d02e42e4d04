import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { resetAllGuesses } from '../sign-in/lock-out.ts';
import { checkNewPassword } from './new-password.ts';
import { checkToken, takeToken } from '../one-time-token.ts';
import { hashPassword } from '../password-hash.ts';
import { setPassword } from './set.ts';

interface Reset {
  token: string;
  password: string;
  password_confirmation: string;
}

/**
 * Sets a new password with an emailed token, which also proves the email and unlocks a frozen profile, unless two
 * addresses claim it. A refused password leaves the token usable. A client who was locked out at this address can sign
 * in at once.
 */
export async function resetPassword(app: App, address: string, body: Reset): Promise<{ status: 'ok' }> {
  const owner = await checkToken(app.db, app, 'password_reset', body.token);
  checkNewPassword(app, body, [owner.firstName, owner.secondName, owner.email, app.settings.brand().name]);
  const passwordHash = await hashPassword(body.password);
  await app.db.tx(async (tx) => {
    const { clientId } = await takeToken(tx, app, 'password_reset', body.token);
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`
      update person set email_verified_at = coalesce(email_verified_at, ${app.clock.now()}),
        frozen_at = case when email_disputed_at is not null then frozen_at end
      where id = ${clientId}`);
    await setPassword(tx, app, { clientId, passwordHash, how: 'reset' });
    const action = 'auth.reset_password';
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, action, details: { from_address: address } });
  });
  await resetAllGuesses(app, { email: owner.email, address });
  return { status: 'ok' };
}
