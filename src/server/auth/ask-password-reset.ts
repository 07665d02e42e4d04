import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';

/** Asks for a reset mail. Whether the address is known is looked up later, where no answer's time can tell. */
export async function askPasswordReset(app: App, email: string, language: Language): Promise<{ status: 'ok' }> {
  await app.db.tx((tx) => app.outbox.emit(tx, 'auth.password_reset_asked', { email, language }));
  return { status: 'ok' };
}
