import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { checkNewPassword } from './new-password.ts';
import { auditOwnAction } from '../audit-own-action.ts';
import { checkOwnPassword } from './own-password.ts';
import { hashPassword } from '../password-hash.ts';
import { setPassword } from './set.ts';

interface Change {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/** Changes the caller's password; this session stays open, all others end. */
export async function changePassword(app: App, me: Person, body: Change): Promise<{ status: 'ok' }> {
  const passwordHash = await checkOwnPassword(app, me, body.current_password);
  checkNewPassword(app, body, [me.firstName, me.secondName, me.email, app.settings.brand(me.brand).name]);
  const fresh = await hashPassword(body.password);
  await app.db.tx(async (tx) => {
    // Of two changes at once with the same password, the second is too late.
    const still = await tx.maybeOne(sql`
      select from person where id = ${me.id} and password_hash = ${passwordHash} for no key update`);
    if (!still) throw refuseField('current_password', 'auth.current_password');
    await setPassword(tx, app, { clientId: me.id, passwordHash: fresh, how: 'settings', exceptSession: me.sessionId });
    await auditOwnAction(tx, app, me, 'auth.change_password');
  });
  return { status: 'ok' };
}
