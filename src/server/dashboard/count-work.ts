import { workKinds, type WorkKind } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { patienceMs } from '#server/trading/staff/stuck-transfers.ts';
import { waiting } from './waiting.ts';

const weekMs = 7 * 24 * 3_600_000;

interface Row {
  kind: WorkKind;
  count: number;
  oldestAt: Date | null;
}

/** Open work for staff, with the age of the oldest item; an index on open items serves each count. */
export async function countWork({ db }: App, now: Date): Promise<Dashboard['work']> {
  const weekAgo = new Date(now.getTime() - weekMs);
  const rows = await db.rows<Row>(sql`
    select 'money_queue' as kind, count(*)::int as count, min(created_at) as "oldestAt" from ${waiting.payments()}
    union all
    select 'approval_needed', count(*)::int, min(p.created_at) from payment p
    where p.state in ('under_review', 'in_review', 'proposed') and p.approvals_needed > 1
      and exists (select from payment_approval a where a.payment_id = p.id and a.stands)
    union all
    select 'transfers', count(*)::int, min(created_at) from trading_transfer
    where settled_at is null and (state = 'needs_reconciliation' or created_at < ${new Date(now.getTime() - patienceMs)})
    union all
    select 'reconciliation', count(*)::int, min(r.finished_at)
    from reconciliation_run r join reconciliation_finding f on f.run_id = r.id
    where f.result <> 'matched' and f.note is null and (r.kind = 'statement' or r.id in (
      select distinct on (kind) id from reconciliation_run where kind <> 'statement' and state = 'done' order by kind, id desc))
    union all
    select 'verification', count(*)::int, min(waiting_since) from ${waiting.verification()}
    union all
    select 'approvals', count(*)::int, min(created_at) from ${waiting.approvals(now)}
    union all
    select 'tickets', count(*)::int, min(least(reply_due_at, resolve_due_at)) from conversation
    where reply_due_at < ${now} or resolve_due_at < ${now}
    union all
    select 'emails', count(*)::int, min(changed_at) from notification_delivery
    where state = 'failed' and channel = 'email' and changed_at >= ${weekAgo}
    union all
    select 'jobs', count(*)::int, min(finished_at) from job where failure is not null
    union all
    select 'events', count(*)::int, min(created_at) from outbox where given_up_at is not null`);
  return rows
    .toSorted((a, b) => workKinds.indexOf(a.kind) - workKinds.indexOf(b.kind))
    .map(({ kind, count, oldestAt }) => ({ kind, count, oldest_at: oldestAt?.toISOString() ?? null }));
}
