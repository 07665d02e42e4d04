import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { auditOwnAction } from '../audit-own-action.ts';
import { prove, type Proof } from '../second-factor/require-proof.ts';
import { endEmailChange, readEmailChange, insertEmailChange } from './change-request.ts';

/**
 * The client requests another email, which takes effect after it is confirmed.
 * @throws Refusal `auth.same_email`, and those of the proof
 */
export async function requestEmailChange(app: App, me: Person, { email, ...proof }: Proof & { email: string }) {
  if (email === me.email) throw refuseField('email', 'auth.same_email');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await insertEmailChange(tx, app, { clientId: me.id, email });
    await auditOwnAction(tx, app, me, 'auth.request_email_change', { from: me.email, to: email });
  });
  const pending = await readEmailChange(app, me.id);
  if (!pending) throw new Error('a wish that was just noted is not there');
  return { pending };
}

export async function cancelEmailChange(app: App, me: Person): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await endEmailChange(tx, app.clock, me.id);
    await auditOwnAction(tx, app, me, 'auth.cancel_email_change');
  });
  return { status: 'ok' };
}
