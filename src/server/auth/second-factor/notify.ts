import type { SecurityChange } from '#contract/events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Tells the client by mail what changed about how he signs in, or was tried. */
export async function tell(
  tx: Tx,
  app: Pick<App, 'clock' | 'outbox'>,
  clientId: string,
  change: SecurityChange,
): Promise<void> {
  await app.outbox.emit(tx, 'auth.security_changed', { clientId, change, at: app.clock.now().toISOString() });
}
