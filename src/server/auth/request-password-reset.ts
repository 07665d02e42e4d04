import type { App } from '#server/platform/app.ts';
import { mayMail } from './email-allowance.ts';

/** Asks for a reset mail. Whether the address is known is looked up later, where no answer's time can tell. */
export async function askPasswordReset(app: App, email: string): Promise<{ status: 'ok' }> {
  if (await mayMail(app, 'reset', email)) {
    await app.db.tx((tx) => app.outbox.emit(tx, 'auth.password_reset_asked', { email }));
  }
  return { status: 'ok' };
}
