import { overseersBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readValue } from './read-settings.ts';
import { lockSetting, storeVersion } from './save-setting.ts';

const key = 'payments.automatic_approval';

/**
 * Switches off the rules that approve withdrawals, by a version without rules; one person may, at any time. Once it
 * answers, nothing more is approved by the former ones. The version stands before it waits for the decisions that have
 * begun, as those that come after no longer hold the former one.
 */
export async function stopApproval(app: App, me: Person, reason: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await lockSetting(tx, key);
    // Another person may have changed the rules until now.
    await app.settings.reload();
    const value = await readValue(app, tx, key);
    if (value.rules.length === 0) return;
    const { version } = await tx.one<{ version: number }>(sql`
      select max(number) as version from setting_version where key = ${key}`);
    const makers = { byId: me.id, action: 'settings.change_protected' } as const;
    await storeVersion(app, tx, makers, { key, value: { ...value, rules: [] }, version, reason });
    const others = await overseersBut(tx, me.id);
    await app.outbox.emitEach(
      tx,
      'settings.setting_changed',
      others.map((staffId) => ({ staffId, setting: key, by: me.fullName, confirmedBy: null })),
    );
  });
  await app.settings.reload();
  // A decision that has begun may hold any of them.
  await app.db.tx((tx) => tx.run(sql`select from setting_version where key = ${key} order by number for update`));
  return { status: 'ok' };
}
