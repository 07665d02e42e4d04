import type { MoneyEffect, PreviewedAction } from '#contract/ipo/staff-names.ts';
import type { OfferingState } from '#contract/ipo/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { StaffOfferingRow } from '../offering-row.ts';
import { isFarOut, readSettings, workingDaysAfter, type IpoSettings } from '../settings.ts';

/** The clients that an action affects, and the amount in minor units. */
export interface Touched {
  clients: number;
  amountMinor: bigint;
  money: MoneyEffect;
  state: OfferingState;
  limitBelow: number;
  short: number;
  until: Date | null;
  price: PriceEffect | null;
}

/** The effect of a price on all shares that clients still hold. */
export interface PriceEffect {
  lastMinor: bigint;
  priceMinor: bigint;
  quantity: bigint;
}

/** What a preview may need besides the offering. */
export interface ActionParams {
  priceMinor?: bigint | undefined;
  applicationId?: string | undefined;
}

interface Waiting {
  clients: number;
  heldMinor: bigint;
}

/** Computes what an action would affect at `now`. Whether it is allowed is checked elsewhere. */
export async function readTouched(
  db: Queries,
  offering: StaffOfferingRow,
  action: PreviewedAction,
  { priceMinor, applicationId }: ActionParams,
  now: Date,
): Promise<Touched> {
  const noEffect = {
    clients: 0,
    amountMinor: 0n,
    limitBelow: 0,
    short: 0,
    until: null,
    state: offering.state,
    price: null,
  };
  const all = async () => {
    const { clients, heldMinor } = await readWaiting(db, offering.id);
    return { ...noEffect, clients, amountMinor: heldMinor };
  };
  const settings = await readSettings(db);
  switch (action) {
    case 'publish':
      return { ...noEffect, money: 'none', state: 'announced' };
    case 'archive':
      return { ...noEffect, money: 'none', state: 'archived' };
    case 'supplement':
      return { ...(await all()), money: 'held', until: workingDaysAfter(now, settings.supplementDays) };
    case 'edit': {
      const touched = await all();
      return { ...touched, money: touched.clients > 0 ? 'held' : 'none' };
    }
    case 'quote':
      return { ...noEffect, ...(await readHeld(db, offering, priceMinor, now)), money: 'none' };
    case 'postpone':
      return { ...(await all()), money: offering.whenPostponed === 'keep' ? 'held' : 'released', state: 'postponed' };
    case 'resume':
      return { ...(await all()), money: 'held', state: offering.postponedFrom ?? offering.state };
    case 'withdraw':
      return { ...(await all()), money: 'released', state: 'withdrawn' };
    case 'price':
      return { ...(await all()), ...(await priced(db, offering, settings, priceMinor, now)) };
    case 'allot':
      return { ...(await all()), money: 'taken_or_released', state: 'allotting' };
    case 'list':
      return { ...noEffect, ...(await readHeld(db, offering, priceMinor, now)), money: 'none', state: 'listed' };
    case 'reject':
      return { ...noEffect, ...(await readOne(db, offering.id, applicationId)), money: 'released' };
  }
}

const waiting = sql`a.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed')`;

const readWaiting = (db: Queries, offeringId: string) =>
  db.one<Waiting>(sql`
    select count(*)::int as clients, coalesce(sum(held_minor), 0)::bigint as "heldMinor"
    from ipo_application a where offering_id = ${offeringId} and ${waiting}`);

async function priced(
  db: Queries,
  offering: StaffOfferingRow,
  settings: IpoSettings,
  priceMinor: bigint | undefined,
  now: Date,
): Promise<Pick<Touched, 'money' | 'state' | 'until' | 'limitBelow' | 'short'>> {
  if (priceMinor === undefined) throw notFound();
  const counts = await db.one<{ limitBelow: number; short: number }>(sql`
    select count(*) filter (where a.limit_price_minor < ${priceMinor})::int as "limitBelow",
           count(*) filter (where coalesce(a.limit_price_minor >= ${priceMinor}, true) and a.held_minor
             < a.quantity * ${priceMinor}::bigint + greatest(a.fee_in_min_minor, div(a.quantity * ${priceMinor}::numeric * a.fee_in_bps + 9999, 10000))
               + a.fee_fixed_minor)::int as short
    from ipo_application a where a.offering_id = ${offering.id} and ${waiting}`);
  return isFarOut(offering, priceMinor, settings)
    ? { ...counts, money: 'held_until_confirmed', state: 'reconfirming', until: confirmUntil(now, settings) }
    : { ...counts, money: 'held', state: 'priced', until: null };
}

export const confirmUntil = (now: Date, { confirmMinutes }: IpoSettings): Date =>
  new Date(now.getTime() + confirmMinutes * 60_000);

/** Clients with shares, their value at the last price, and the effect of another price. */
async function readHeld(
  db: Queries,
  { id }: StaffOfferingRow,
  priceMinor: bigint | undefined,
  now: Date,
): Promise<Pick<Touched, 'clients' | 'amountMinor' | 'price'>> {
  const { clients, quantity, lastMinor } = await db.one<{ clients: number; quantity: bigint; lastMinor: bigint }>(sql`
    select count(distinct client_id)::int as clients, coalesce(sum(quantity - sold_quantity), 0)::bigint as quantity,
           coalesce(ipo_last_price(${id}, ${now}), 0) as "lastMinor"
    from ipo_holding where offering_id = ${id} and sold_quantity < quantity`);
  const price = priceMinor === undefined ? null : { lastMinor, priceMinor, quantity };
  return { clients, amountMinor: quantity * lastMinor, price };
}

async function readOne(db: Queries, offeringId: string, id: string | undefined) {
  const found = await db.maybeOne<{ heldMinor: bigint; waits: boolean }>(sql`
    select held_minor as "heldMinor", ${waiting} as waits from ipo_application a
    where id = ${id ?? null}::uuid and offering_id = ${offeringId}`);
  if (!found) throw notFound();
  if (!found.waits) throw refuse('ipo_staff.state');
  return { clients: 1, amountMinor: found.heldMinor };
}
