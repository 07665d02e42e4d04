import type { GuardedKey } from '#contract/house-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Closes proposals on which nobody has decided in time, and tells their authors. */
export async function expireProposals({ clock, outbox }: Pick<App, 'clock' | 'outbox'>, tx: Tx): Promise<void> {
  const lapsed = await tx.rows<{ staffId: string; setting: GuardedKey }>(sql`
    update setting_proposal set state = 'expired', decided_at = ${clock.now()}
    where state = 'open' and expires_at <= ${clock.now()} returning author_id as "staffId", key as setting`);
  await outbox.emitEach(tx, 'house.setting_lapsed', lapsed);
}
