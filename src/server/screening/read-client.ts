import type { ResponseOf } from '#contract/api.ts';
import type { ScreeningReason } from '#contract/screening/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';

const shownChecks = 5;

/** Where the screening of one client stands. @throws Refusal `http.not_found` */
export async function readClientScreening(
  { db }: App,
  clientId: string,
): Promise<ResponseOf<'POST /api/staff/screening/client'>> {
  const state = await db.maybeOne<{ open: number; confirmed: number; waiting: boolean; paused: boolean }>(sql`
    select (select count(*)::int from screening_hit h where h.client_id = c.id and h.superseded_at is null and h.state = 'open') as open,
           (select count(*)::int from screening_hit h where h.client_id = c.id and h.superseded_at is null and h.state = 'confirmed') as confirmed,
           exists (select from screening_due d where d.client_id = c.id) as waiting, screening_stops(c.id) as paused
    from person c where c.id = ${clientId}`);
  if (!state) throw notFound();
  const checks = await db.rows<{ at: Date; reason: ScreeningReason; subject: string; hits: number }>(sql`
    select at, reason, subject, hits from screening_check where client_id = ${clientId} order by at desc, id desc limit ${shownChecks}`);
  return {
    ...state,
    checks: checks.map(({ at, reason, subject, hits }) => ({
      at: at.toISOString(),
      reason,
      payee: subject || null,
      hits,
    })),
  };
}
