import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { mayMail } from './email-allowance.ts';

/** Asks for the verification mail again. The answer and the work are the same for every address. */
export async function resendVerification(app: App, me: Client | null, given?: string): Promise<{ status: 'ok' }> {
  const email = me?.email ?? given;
  if (!email) throw refuseField('email', 'validation.required');
  if (await mayMail(app, 'verification', email)) {
    await app.db.tx((tx) => app.outbox.emit(tx, 'auth.verification_asked', { email }));
  }
  return { status: 'ok' };
}
