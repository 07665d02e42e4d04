import type { ResponseOf } from '#contract/api.ts';
import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { oddsOf, sizeOf, type PastOffering } from '#contract/ipo/odds.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { shownToClients } from './offering-row.ts';

/** Older offerings say little about today. */
const offeringsConsidered = 20;

/** With these methods, the allotment depends on the tier, or may. */
const byTier = new Set<AllotmentMethod>(['tier_weighted', 'manual']);

/**
 * The results of requests like this one in past offerings of the same method: of its size, or of any size if those are
 * too few.
 * @returns null where too little has happened so far
 * @throws Refusal `http.not_found`
 */
export async function readOdds(
  { db }: App,
  me: Pick<Person, 'id'>,
  { stock_id, lots }: { stock_id: string; lots: number },
): Promise<ResponseOf<'POST /api/ipo/odds'>> {
  const of = await db.maybeOne<{ method: AllotmentMethod; tier: TierName }>(sql`
    select o.allotment_method as method, b.tier from ipo_offering o join client_benefit b on b.client_id = ${me.id}
    where o.id = ${stock_id} and o.mode = 'subscription' and ${shownToClients}`);
  if (!of) throw notFound();
  const ownTier = byTier.has(of.method);
  const tier = ownTier ? sql`f.tier = ${of.tier}` : sql`true`;
  const alike = oddsOf(await readPast(db, of.method, sql`${tier} and f.size = ${sizeOf(lots)}`));
  const odds = alike ?? oddsOf(await readPast(db, of.method, tier));
  if (!odds) return { odds: null };
  return {
    odds: {
      of_own_tier: ownTier,
      of_similar_size: alike !== null,
      offerings: odds.offerings,
      requests: odds.requests,
      served_percent: odds.servedPercent,
      low_percent: odds.lowPercent,
      median_percent: odds.medianPercent,
      high_percent: odds.highPercent,
    },
  };
}

/** The latest allotments by a method, each with the results of the requests `f` that count. */
async function readPast(db: Queries, method: AllotmentMethod, which: Sql): Promise<PastOffering[]> {
  const rows = await db.rows<PastOffering[number] & { offeringId: string }>(sql`
    select f.offering_id as "offeringId", f.percent, sum(f.requests)::int as requests, sum(f.served)::int as served
    from (select offering_id from ipo_allotment where method = ${method} and state <> 'frozen'
          order by decided_at desc limit ${offeringsConsidered}) a
    join ipo_allotment_fill f using (offering_id) where ${which} group by f.offering_id, f.percent`);
  const past = new Map<string, PastOffering[number][]>();
  for (const { offeringId, ...each } of rows) past.set(offeringId, [...(past.get(offeringId) ?? []), each]);
  return [...past.values()];
}
