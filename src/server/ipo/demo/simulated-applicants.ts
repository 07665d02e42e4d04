import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { buy } from '../applications/buy.ts';
import { reconfirm } from '../applications/change.ts';

/** Simulated clients of a demo, who fill its books. They cannot sign in. */
export const applicantDomain = 'crowd.example.com';

const isSimulated = sql`c.email like ${`%@${applicantDomain}`}`;

/** Number of applicants in one run: viewers can see a book fill, and the load on the server is small. */
const atOnce = 20;

/** What a simulated applicant would apply for. */
interface SimulatedOrder {
  clientId: string;
  offeringId: string;
  /** A number from 0 to 99, fixed for this applicant and offering. */
  taste: number;
  lotSize: number;
  minQuantity: number;
  maxQuantity: number;
  priceLow: string;
  disclosureVersion: number;
  prospectusVersion: number;
}

/**
 * Lets some of those who have not yet applied for an open book do so.
 * @returns null when no applicant was left
 */
export async function simulateApplications(app: App): Promise<null | undefined> {
  const orders = await app.db.rows<SimulatedOrder>(sql`
    ${simulatedOrdersSql} where o.state = 'open' and o.mode = 'subscription' and o.opens_at <= ${app.clock.now()} and o.closes_at > ${app.clock.now()}
      and o.currency = 'USD' and not exists (select from ipo_application a where a.offering_id = o.id and a.client_id = c.id)
    order by o.closes_at, c.id limit ${atOnce}`);
  for (const order of orders) await applyAs(app, order);
  await simulateConfirmations(app);
  return orders.length === 0 ? null : undefined;
}

/** The same for one offering at the time of the app's clock, for the demo's past. */
export async function simulateApplicationsFor(app: App, offeringId: string, from: number, to: number): Promise<void> {
  const orders = await app.db.rows<SimulatedOrder>(sql`
    ${simulatedOrdersSql} where o.id = ${offeringId} order by c.id offset ${from} limit ${to - from}`);
  for (const order of orders) await applyAs(app, order);
}

const simulatedOrdersSql = sql`
  select c.id as "clientId", o.id as "offeringId", abs(hashtext(c.id::text || o.ticker)) % 100 as taste, o.lot_size as "lotSize",
         o.min_quantity as "minQuantity", o.max_quantity as "maxQuantity", (o.price_low_minor / 100)::text as "priceLow",
         o.disclosure_version as "disclosureVersion",
         (select max(p.version) from ipo_prospectus p where p.offering_id = o.id) as "prospectusVersion"
  from ipo_offering o join person c on ${isSimulated}`;

async function applyAs(app: App, order: SimulatedOrder): Promise<void> {
  const { taste, lotSize, minQuantity, maxQuantity } = order;
  const quantity = Math.min(maxQuantity, Math.max(minQuantity, lotSize * (1 + (taste % 17))));
  const body = {
    stock_id: order.offeringId,
    quantity,
    unrestricted: true,
    disclosure_version: order.disclosureVersion,
    prospectus_version: order.prospectusVersion,
    // One in seven would pay no more than the lower end, in whole units.
    ...(taste % 7 === 0
      ? { price_type: 'limit' as const, limit_price: order.priceLow }
      : { price_type: 'any' as const }),
  };
  await unlessRefused(buy(app, { id: order.clientId }, { language: 'en', key: newId(), body }));
}

/** Three of four confirm an application at a price far outside the range. */
async function simulateConfirmations(app: App): Promise<void> {
  const applications = await app.db.rows<{ id: string; clientId: string }>(sql`
    select a.id, a.client_id as "clientId" from ipo_application a join ipo_offering o on o.id = a.offering_id join person c on c.id = a.client_id
    where o.state = 'reconfirming' and a.state = 'reconfirm_required' and ${isSimulated} and abs(hashtext(a.id::text)) % 4 > 0
      and a.confirm_until > ${app.clock.now()} order by a.number limit ${atOnce}`);
  for (const { id, clientId } of applications) {
    await unlessRefused(
      reconfirm(app, { id: clientId }, { language: 'en', key: newId(), body: { application_id: id } }),
    );
  }
}

/** An applicant who is not allowed, or has too little money, is skipped. */
async function unlessRefused(action: Promise<unknown>): Promise<void> {
  await action.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
