import { funnelSteps, type FunnelStep } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { unsealedDays } from './count-traders.ts';
import { summedFigure, type Figure } from './figure.ts';
import { isWithin, utcDayOf, type Period } from './period.ts';

/** From this level on, documents prove a person's identity and address. */
const verifiedFrom = 3;
const dayMs = 24 * 3_600_000;

/** All registered people, and those who were here lately. */
export async function countPeople({ db }: Pick<App, 'db'>, { now }: Period): Promise<Dashboard['people']> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const [all, active] = await Promise.all([
    db.one<{ clients: number; verified: number }>(sql`
      select count(*)::int as clients, count(*) filter (where verification_level >= ${verifiedFrom})::int as verified from person`),
    db.one<{ month: number; week: number }>(sql`
      select count(*)::int as month, count(*) filter (where seen >= ${before(7)})::int as week
      from (select max(last_seen_at) as seen from session where last_seen_at >= ${before(30)} group by person_id) person`),
  ]);
  return { ...all, active_week: active.week, active_month: active.month };
}

export async function countRegistrations({ db }: Pick<App, 'db'>, period: Period): Promise<Figure> {
  const rows = await db.rows<{ on: string; amount: bigint }>(sql`
    select ${utcDayOf(sql`created_at`)}::text as on, count(*) as amount from person
    where ${isWithin(sql`created_at`, period)} group by 1`);
  return summedFigure('registrations', period, rows);
}

type Steps = Record<FunnelStep, number>;

/** How far those have come who registered in each period, so the cost follows the number of these clients. */
export async function countFunnel(tx: Queries, seal: bigint, period: Period): Promise<Dashboard['funnel']> {
  const did = (kind: 'deposit' | 'trading_result') => sql`(
    exists (select from ledger_client_day s where s.client_id = c.id and s.kind = ${kind})
    or c.id in (select rest.client_id from rest where rest.kind = ${kind}))`;
  const rows = await tx.rows<Steps & { isNow: boolean }>(sql`
    with rest as materialized ${unsealedDays(seal)}
    select ${utcDayOf(sql`created_at`)} >= ${period.from} as "isNow", count(*)::int as registered,
           count(email_verified_at)::int as email_confirmed,
           count(*) filter (where verification_level >= ${verifiedFrom})::int as verified,
           count(*) filter (where ${did('deposit')})::int as deposited,
           count(*) filter (where ${did('trading_result')})::int as traded
    from person c where ${isWithin(sql`created_at`, period)} group by 1`);
  const of = (isNow: boolean) => rows.find((row) => row.isNow === isNow);
  return funnelSteps.map((step) => ({ step, count: of(true)?.[step] ?? 0, before: of(false)?.[step] ?? 0 }));
}
