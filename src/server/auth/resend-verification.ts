import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';

/** Asks for the verification mail again. The answer and the work are the same for every address. */
export async function resendVerification(
  app: App,
  me: Client | null,
  email: string | undefined,
  language: Language,
): Promise<{ status: 'ok' }> {
  const address = me?.email ?? email;
  if (address) await app.db.tx((tx) => app.outbox.emit(tx, 'auth.verification_asked', { email: address, language }));
  return { status: 'ok' };
}
