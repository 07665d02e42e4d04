import type { ResponseOf } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { rulesKey, readRulesInEffect } from './rules-in-effect.ts';

/** Whether rules approve now, and what they have approved on this day. */
export async function showApproval(app: App): Promise<ResponseOf<'POST /api/staff/payments/automatic-approval'>> {
  const { db, clock } = app;
  const [inEffect, latest, today] = await Promise.all([
    readRulesInEffect(app, db),
    db.maybeOne<{ version: number; by: string | null; reason: string | null; at: Date | null }>(sql`
      select v.number as version, c.full_name as by, s.reason, s.at
      from setting_version v left join automatic_approval_stop s on s.version_id = v.id left join person c on c.id = s.by_id
      where v.key = ${rulesKey} order by v.number desc limit 1`),
    db.maybeOne<{ count: number; usd: bigint }>(sql`
      select count, usd from automatic_approval_day where day = ${clock.now().toISOString().slice(0, 10)}`),
  ]);
  return {
    version: latest?.version ?? null,
    in_effect: inEffect !== null,
    stopped: latest?.at ? { by: latest.by ?? '', reason: latest.reason ?? '', at: latest.at.toISOString() } : null,
    today: { count: today?.count ?? 0, usd: toDecimal(today?.usd ?? 0n, 'USD') },
  };
}

/**
 * Switches the present rules off, for good. Once it answers, nothing more is approved by them: a decision that has
 * begun ends before, as it holds the version.
 */
export async function stopApproval(app: App, staffId: string, reason: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const version = await tx.maybeOne<{ id: string; number: number }>(sql`
      select id, number from setting_version v where key = ${rulesKey}
        and number = (select max(number) from setting_version where key = ${rulesKey}) for update`);
    if (!version) return;
    const stopped = await tx.run(sql`
      insert into automatic_approval_stop (version_id, by_id, reason, at)
      values (${version.id}, ${staffId}, ${reason}, ${app.clock.now()}) on conflict do nothing`);
    if (stopped === 0) return;
    const details = { setting: rulesKey, version: String(version.number), reason };
    await writeAudit(tx, app.clock, { actorId: staffId, action: 'payments.stop_approval', details });
  });
  return { status: 'ok' };
}
