import { funnelSteps, type FunnelStep } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { ClientAccountKind } from '#server/ledger/accounts.ts';
import type { LedgerKind } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Span } from './span.ts';

/** From this level on, documents prove a person's identity and address. */
const verifiedFrom = 3;

/** All registered people: total, new ones, and recently active ones. */
export async function countPeople({ db }: App, { days, since, weekAgo }: Span): Promise<Dashboard['people']> {
  const [all, active, perDay] = await Promise.all([
    db.one<{ clients: number; verified: number }>(sql`
      select count(*)::int as clients, count(*) filter (where verification_level >= ${verifiedFrom})::int as verified from person`),
    db.one<{ month: number; week: number }>(sql`
      select count(*)::int as month, count(*) filter (where seen >= ${weekAgo})::int as week
      from (select max(last_seen_at) as seen from session where last_seen_at >= ${since} group by person_id) person`),
    db.rows<{ on: string; count: number }>(sql`
      select (created_at at time zone 'UTC')::date::text as on, count(*)::int as count from person where created_at >= ${since} group by 1`),
  ]);
  const counts = new Map(perDay.map(({ on, count }) => [on, count]));
  const filled = days.map((on) => ({ on, count: counts.get(on) ?? 0 }));
  const ofLast = (number: number) => filled.slice(-number).reduce((sum, { count }) => sum + count, 0);
  return {
    ...all,
    today: ofLast(1),
    week: ofLast(7),
    month: ofLast(filled.length),
    active_week: active.week,
    active_month: active.month,
    days: filled,
  };
}

/**
 * How far recently registered clients have come. The query reads only each client's own accounts, so the cost follows
 * the number of these clients.
 */
export async function countFunnel({ db }: App, { since }: Span): Promise<Dashboard['funnel']> {
  const moved = (kind: LedgerKind, onto: ClientAccountKind[]) => sql`exists (
    select from ledger_account a join ledger_day d on d.account_id = a.id and d.kind = ${kind}
    where a.client_id = c.id and a.kind = any(${onto}::text[]))`;
  const counts = await db.one<Record<FunnelStep, number>>(sql`
    select count(*)::int as registered, count(email_verified_at)::int as email_confirmed,
           count(*) filter (where verification_level >= ${verifiedFrom})::int as verified,
           count(*) filter (where ${moved('deposit', ['wallet_available', 'trading'])})::int as deposited,
           count(*) filter (where ${moved('trading_result', ['trading'])})::int as traded
    from person c where created_at >= ${since}`);
  return funnelSteps.map((step) => ({ step, count: counts[step] }));
}
