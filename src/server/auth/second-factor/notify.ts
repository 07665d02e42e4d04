import type { SecurityChange } from '#contract/auth/events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Emails the client about a change of the sign-in, or an attempt at it. */
export async function notify(
  tx: Tx,
  app: Pick<App, 'clock' | 'outbox'>,
  clientId: string,
  change: SecurityChange,
): Promise<void> {
  await app.outbox.emit(tx, 'auth.security_changed', { clientId, change, at: app.clock.now().toISOString() });
}
