import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { noteOwnAct } from '../audit-own-action.ts';
import { prove, type Proof } from '../second-factor/require-proof.ts';
import { endEmailWish, readEmailWish, wishForEmail } from './change-request.ts';

/**
 * A client wishes for another address, which has to be proven before it is his.
 * @throws Refusal `auth.same_email`, and those of the proof
 */
export async function askEmailChange(app: App, me: Client, { email, ...proof }: Proof & { email: string }) {
  if (email === me.email) throw refuseField('email', 'auth.same_email');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await wishForEmail(tx, app, { clientId: me.id, email });
    await noteOwnAct(tx, app, me, 'auth.ask_email_change', { from: me.email, to: email });
  });
  const pending = await readEmailWish(app, me.id);
  if (!pending) throw new Error('a wish that was just noted is not there');
  return { pending };
}

export async function takeBackEmailChange(app: App, me: Client): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await endEmailWish(tx, app.clock, me.id);
    await noteOwnAct(tx, app, me, 'auth.take_back_email_change');
  });
  return { status: 'ok' };
}
