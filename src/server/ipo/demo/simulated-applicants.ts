import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { buy } from '../buy.ts';
import { reconfirm } from '../change-application.ts';

/** Made-up clients of a demo, who fill its books. Nobody signs in as one of them. */
export const crowdDomain = 'crowd.example.com';

const isOfCrowd = sql`c.email like ${`%@${crowdDomain}`}`;

/** So many act in one run: a book fills before the eyes of whoever watches, and the server hardly notices. */
const atOnce = 20;

/** What one of the crowd would ask for. */
interface Wish {
  clientId: string;
  offeringId: string;
  /** A number from 0 to 99 that is his own for this offering. */
  taste: number;
  lotSize: number;
  minQuantity: number;
  maxQuantity: number;
  priceLow: string;
  disclosureVersion: number;
  prospectusVersion: number;
}

/** Lets some of those who have not yet applied for an open book do so. */
export async function letCrowdApply(app: App): Promise<void> {
  const wishes = await app.db.rows<Wish>(sql`
    ${wishesFor} where o.state = 'open' and o.mode = 'subscription' and o.opens_at <= ${app.clock.now()} and o.closes_at > ${app.clock.now()}
      and o.currency = 'USD' and not exists (select from ipo_application a where a.offering_id = o.id and a.client_id = c.id)
    order by o.closes_at, c.id limit ${atOnce}`);
  for (const wish of wishes) await applyAs(app, wish);
  await letCrowdConfirm(app);
}

/** The same for one offering at the time of the app's clock, for the demo's past. */
export async function letCrowdApplyFor(app: App, offeringId: string, from: number, to: number): Promise<void> {
  const wishes = await app.db.rows<Wish>(sql`
    ${wishesFor} where o.id = ${offeringId} order by c.id offset ${from} limit ${to - from}`);
  for (const wish of wishes) await applyAs(app, wish);
}

const wishesFor = sql`
  select c.id as "clientId", o.id as "offeringId", abs(hashtext(c.id::text || o.ticker)) % 100 as taste, o.lot_size as "lotSize",
         o.min_quantity as "minQuantity", o.max_quantity as "maxQuantity", (o.price_low_minor / 100)::text as "priceLow",
         o.disclosure_version as "disclosureVersion",
         (select max(p.version) from ipo_prospectus p where p.offering_id = o.id) as "prospectusVersion"
  from ipo_offering o join client c on ${isOfCrowd}`;

async function applyAs(app: App, wish: Wish): Promise<void> {
  const { taste, lotSize, minQuantity, maxQuantity } = wish;
  const quantity = Math.min(maxQuantity, Math.max(minQuantity, lotSize * (1 + (taste % 17))));
  const body = {
    stock_id: wish.offeringId,
    quantity,
    unrestricted: true,
    disclosure_version: wish.disclosureVersion,
    prospectus_version: wish.prospectusVersion,
    // One in seven would pay no more than the lower end, in whole units.
    ...(taste % 7 === 0
      ? { price_type: 'limit' as const, limit_price: wish.priceLow }
      : { price_type: 'any' as const }),
  };
  await unlessRefused(buy(app, { id: wish.clientId }, { language: 'en', key: newId(), body }));
}

/** Three of four confirm an application at a price far outside the range. */
async function letCrowdConfirm(app: App): Promise<void> {
  const asked = await app.db.rows<{ id: string; clientId: string }>(sql`
    select a.id, a.client_id as "clientId" from ipo_application a join ipo_offering o on o.id = a.offering_id join client c on c.id = a.client_id
    where o.state = 'reconfirming' and a.state = 'reconfirm_required' and ${isOfCrowd} and abs(hashtext(a.id::text)) % 4 > 0
      and a.confirm_until > ${app.clock.now()} order by a.number limit ${atOnce}`);
  for (const { id, clientId } of asked) {
    await unlessRefused(
      reconfirm(app, { id: clientId }, { language: 'en', key: newId(), body: { application_id: id } }),
    );
  }
}

/** Who may not, or has too little money, leaves it at that. */
async function unlessRefused(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
