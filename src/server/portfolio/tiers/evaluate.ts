import type { TierName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { equityAt } from './equity-at.ts';

const dayMs = 86_400_000;

interface Change {
  clientId: string;
  from: TierName;
  to: TierName;
}

/**
 * Measures every client on each day (UTC) that has begun and was not measured yet, the earliest first. A day is
 * measured once, however often and by however many processes this is called. The first day ever gives each client a
 * tier without a notification.
 */
export async function evaluateTiers(app: App): Promise<void> {
  const today = app.clock.now().toISOString().slice(0, 10);
  const { last } = await app.db.one<{ last: string | null }>(sql`select max(day)::text as last from tier_day`);
  for (let day = last === null ? today : dayAfter(last); day <= today; day = dayAfter(day))
    await app.db.tx((tx) => measureDay(app, tx, day, last === null));
}

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

async function measureDay(app: App, tx: Tx, day: string, isFirst: boolean): Promise<void> {
  // A concurrent call waits here for the first one, and then finds nothing to do.
  const mine = await tx.run(sql`
    insert into tier_day (day, measured_at) values (${day}, ${app.clock.now()}) on conflict do nothing`);
  if (mine === 0) return;
  const at = new Date(`${day}T00:00:00Z`);
  await tx.run(sql`set local statement_timeout = '10min'`);
  // The planner takes a table that is still empty, or was filled just now, for a small one: it would compare all with all.
  await tx.run(sql`set local enable_nestloop = off`);
  await judge(tx, day, at);
  await endOverrides(tx, day, at);
  // The transaction may be that of a seed, which continues with other statements.
  await tx.run(sql`set local enable_nestloop = on`);
  if (isFirst) return;
  const changes = await tx.rows<Change>(sql`
    select client_id as "clientId", coalesce(from_tier, 'standard') as from, tier as to from client_tier_change
    where at = ${at} and changed_by is null and coalesce(from_tier, 'standard') <> tier`);
  await app.outbox.emitEach(
    tx,
    'portfolio.tier_changed',
    changes.map((change) => ({ ...change, on: day })),
  );
}

/**
 * One statement for all clients, which touches only those for whom something changes. Equity that reaches a higher tier
 * gives it; equity below the tier for the whole period gives the highest tier that it reached in that period.
 */
async function judge(tx: Tx, day: string, at: Date): Promise<void> {
  const reached = sql`m.rank >= tier_rank(t.earned_tier)`;
  const falls = sql`${day}::date - coalesce(t.below_since, ${day}::date) >= s.days_below`;
  const best = sql`case when tier_rank(t.below_best) > m.rank then t.below_best else m.name end`;
  await tx.run(sql`
    with equity as (${equityAt(at)}),
    measured as (
      select c.id as client_id, m.name, tier_rank(m.name) as rank
      from person c left join equity e on e.client_id = c.id,
      lateral (select name from tier where from_cents <= coalesce(e.cents, 0) order by from_cents desc limit 1) m
      where c.created_at < ${at}),
    changed as (
      update client_tier t
      set earned_tier = case when ${reached} then m.name when ${falls} then ${best} else t.earned_tier end,
          below_since = case when ${reached} or ${falls} and ${best} = m.name then null
                             when ${falls} then ${day}::date else coalesce(t.below_since, ${day}::date) end,
          below_best = case when ${reached} or ${falls} and ${best} = m.name then null
                            when ${falls} then m.name else ${best} end,
          changed_at = ${at}, changed_by = null
      from measured m, tier_setting s
      where t.client_id = m.client_id
        and case when ${reached} then m.name <> t.earned_tier or t.below_since is not null
                 else t.below_since is null or ${falls} or ${best} <> t.below_best end)
    insert into client_tier (client_id, earned_tier, since, changed_at)
    select client_id, name, ${day}, ${at} from measured m
    where not exists (select from client_tier t where t.client_id = m.client_id)
    on conflict do nothing`);
}

/** What staff have set ends with its last day. */
async function endOverrides(tx: Tx, day: string, at: Date): Promise<void> {
  await tx.run(sql`
    update client_tier
    set override_tier = null, override_reason = null, override_by = null, override_until = null,
        changed_at = ${at}, changed_by = null
    where override_until < ${day}`);
}
