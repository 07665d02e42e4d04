import type { Basis } from '#contract/ipo/records.ts';
import { ratioOf } from '#contract/ipo/allotment-summary.ts';
import { drawingMethods, type AllotmentMethod } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { tierNames, type TierName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

/** The published part of a decided allotment. */
export interface Published {
  ticker: string;
  method: AllotmentMethod;
  quota: bigint;
  lotSize: number;
  currency: string;
  finalPriceMinor: bigint;
  weights: Record<TierName, number>;
  commitment: Buffer;
  seed: Buffer;
  /** Each applicant has a secret; otherwise the draw is by application number. */
  hasSecrets: boolean;
  inputsSha256: Buffer;
  resultSha256: Buffer;
  decidedAt: Date;
}

/** @throws Refusal `http.not_found` before an allotment is decided */
export async function readPublished(db: Queries, offeringId: string): Promise<Published> {
  const published = await db.maybeOne<Published>(sql`
    select o.ticker, a.method, a.quota, a.lot_size as "lotSize", o.currency, a.final_price_minor as "finalPriceMinor", a.weights, s.commitment, s.seed, s.encrypted is not null as "hasSecrets",
           a.inputs_sha256 as "inputsSha256", a.result_sha256 as "resultSha256", a.decided_at as "decidedAt"
    from ipo_allotment a join ipo_offering o on o.id = a.offering_id join ipo_seed s on s.offering_id = a.offering_id
    where a.offering_id = ${offeringId} and a.state <> 'frozen'`);
  if (!published) throw notFound();
  return published;
}

/** The published basis of an allotment, with the caller's own row. @throws Refusal `http.not_found` */
export async function readBasis(app: App, me: Person, offeringId: string): Promise<Basis> {
  const { weights, currency, ...of } = await readPublished(app.db, offeringId);
  const isDrawn = drawingMethods.includes(of.method);
  const byTier = await sumsByTier(app, offeringId);
  const total = (what: 'applicants' | 'requested' | 'allotted') => byTier.reduce((sum, each) => sum + each[what], 0);
  return {
    stock_id: offeringId,
    method: of.method,
    final_price: toDecimal(of.finalPriceMinor, currency),
    quota: Number(of.quota),
    lot_size: of.lotSize,
    demand: { quantity: total('requested'), applicants: total('applicants') },
    allotted: total('allotted'),
    oversubscription: ratioOf(total('requested'), Number(of.quota)),
    commitment: isDrawn ? of.commitment.toString('hex') : null,
    seed: isDrawn ? of.seed.toString('hex') : null,
    inputs_sha256: of.inputsSha256.toString('hex'),
    result_sha256: of.resultSha256.toString('hex'),
    published_at: of.decidedAt.toISOString(),
    by_tier: byTier.map((each) => ({ ...each, weight: ratioOf(weights[each.tier], 100) })),
    mine: await ownRow(app, me, offeringId),
  };
}

interface TierSums {
  tier: TierName;
  applicants: number;
  requested: number;
  allotted: number;
  served: number;
}

/** From the lowest tier. */
const sumsByTier = (app: App, offeringId: string) =>
  app.db.rows<TierSums>(sql`
    select tier, count(*)::int as applicants, sum(requested)::float8 as requested, sum(allotted)::float8 as allotted,
           count(*) filter (where allotted > 0)::int as served
    from ipo_allotment_entry where offering_id = ${offeringId}
    group by tier order by array_position(${tierNames}::text[], tier)`);

async function ownRow(app: App, me: Person, offeringId: string): Promise<Basis['mine']> {
  const own = await app.db.maybeOne<NonNullable<Basis['mine']>>(sql`
    select 'A-' || e.number as number, e.tier, e.requested, e.allotted, encode(d.commitment, 'hex') as draw_commitment
    from ipo_allotment_entry e join ipo_application a on a.id = e.application_id
    left join ipo_draw_secret d on d.offering_id = a.offering_id and d.client_id = a.client_id
    where e.offering_id = ${offeringId} and a.client_id = ${me.id}`);
  return own ?? null;
}
