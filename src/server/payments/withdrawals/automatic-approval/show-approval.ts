import type { ResponseOf } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { rulesKey, readRulesInEffect } from './rules-in-effect.ts';

/** Whether rules approve now, and what they have approved on this day. */
export async function showApproval(app: App): Promise<ResponseOf<'POST /api/staff/payments/automatic-approval'>> {
  const { db, clock } = app;
  const [inEffect, latest, today] = await Promise.all([
    readRulesInEffect(app, db),
    db.maybeOne<{ version: number; isOff: boolean; by: string | null; reason: string }>(sql`
      select v.number as version, v.value -> 'rules' = '[]' as "isOff", c.full_name as by, v.reason
      from setting_version v left join person c on c.id = v.by_id
      where v.key = ${rulesKey} order by v.number desc limit 1`),
    db.maybeOne<{ count: number; usd: bigint }>(sql`
      select count, usd from automatic_approval_day where day = ${clock.now().toISOString().slice(0, 10)}`),
  ]);
  return {
    version: latest?.version ?? null,
    in_effect: inEffect !== null,
    stopped: latest?.isOff ? { by: latest.by ?? '', reason: latest.reason } : null,
    today: { count: today?.count ?? 0, usd: toDecimal(today?.usd ?? 0n, 'USD') },
  };
}
