import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';

/** Whether the client must set up an authenticator app or a passkey before they withdraw. */
export async function needsSecondFactor(
  { settings }: Pick<App, 'settings'>,
  db: Queries,
  clientId: string,
): Promise<boolean> {
  if (settings.value('security.withdrawal_second_factor') !== 'must') return false;
  const { has } = await db.one<{ has: boolean }>(sql`
    select second_factor_at is not null as has from person where id = ${clientId}`);
  return !has;
}

/**
 * Call it with the client locked: a factor is removed under the same lock.
 * @throws Refusal `payments.second_factor`
 */
export async function checkSecondFactor(app: Pick<App, 'settings'>, tx: Queries, clientId: string): Promise<void> {
  if (await needsSecondFactor(app, tx, clientId)) throw refuse('payments.second_factor');
}
