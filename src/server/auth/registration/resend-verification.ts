import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { mayEmail } from '../email-allowance.ts';

/** Requests the verification email again. The response and the work are the same for every address. */
export async function resendVerification(app: App, me: Person | null, given?: string): Promise<{ status: 'ok' }> {
  const email = me?.email ?? given;
  if (!email) throw refuseField('email', 'validation.required');
  if (await mayEmail(app, 'verification', email)) {
    await app.db.tx((tx) => app.outbox.emit(tx, 'auth.verification_requested', { email }));
  }
  return { status: 'ok' };
}
