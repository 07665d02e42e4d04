import type { App } from '#server/platform/app.ts';
import { mayEmail } from '../email-allowance.ts';

/** Requests a reset email. Whether the address is known is checked later, so no response time can reveal it. */
export async function requestPasswordReset(app: App, email: string): Promise<{ status: 'ok' }> {
  if (await mayEmail(app, 'reset', email)) {
    await app.db.tx((tx) => app.outbox.emit(tx, 'auth.password_reset_requested', { email }));
  }
  return { status: 'ok' };
}
