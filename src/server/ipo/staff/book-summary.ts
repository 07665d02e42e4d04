import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import { ratioOf } from '#contract/ipo/allotment-summary.ts';
import type { ApplicationState, PriceType } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { tierNames, type TierName } from '#contract/portfolio/tier-names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { StaffOfferingRow } from './offering-row.ts';

type Book = StaffOfferingInfo['book'];

interface Counted {
  applications: number;
  quantity: number;
}

/** What counts, or counted, for the allotment: without cancelled, rejected and expired applications. */
const counts = sql`a.state not in ('cancelled', 'rejected', 'expired')`;
const counted = sql`count(*)::int as applications, sum(a.quantity)::float8 as quantity`;
const held = sql`coalesce(sum(a.held_minor) filter (where a.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed')), 0)::bigint`;

/** The book of an offering in numbers. */
export async function summariseBook(db: Queries, offering: StaffOfferingRow): Promise<Book> {
  const { id, currency, quota } = offering;
  const states = await db.rows<Counted & { state: ApplicationState; heldMinor: bigint }>(sql`
    select a.state, ${counted}, ${held} as "heldMinor" from ipo_application a where a.offering_id = ${id} group by a.state order by a.state`);
  const tiers = await db.rows<Counted & { tier: TierName }>(sql`
    select coalesce(a.tier, b.tier) as tier, ${counted} from ipo_application a join client_benefit b on b.client_id = a.client_id
    where a.offering_id = ${id} and ${counts} group by 1`);
  const priceTypes = await db.rows<Counted & { price_type: PriceType }>(sql`
    select a.price_type, ${counted} from ipo_application a where a.offering_id = ${id} and ${counts} group by 1 order by 1`);
  const live = states.filter(({ state }) => state !== 'cancelled' && state !== 'rejected' && state !== 'expired');
  const requested = live.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    applicants: live.reduce((sum, { applications }) => sum + applications, 0),
    requested,
    held: toDecimal(
      states.reduce((sum, { heldMinor }) => sum + heldMinor, 0n),
      currency,
    ),
    oversubscription: ratioOf(requested, Number(quota)),
    by_state: states.map(({ heldMinor, ...state }) => ({ ...state, held: toDecimal(heldMinor, currency) })),
    by_tier: tierNames.flatMap((tier) => tiers.find((each) => each.tier === tier) ?? []),
    by_price_type: priceTypes,
    demand: await readDemand(db, offering),
  };
}

/** The demand at each price: applications without a limit, and those with a limit at or above it. */
async function readDemand(db: Queries, { id, currency, priceLowMinor, priceHighMinor }: StaffOfferingRow) {
  const rows = await db.rows<{ priceMinor: bigint; applications: number; quantity: number }>(sql`
    with book as (
      select coalesce(a.limit_price_minor, ${priceHighMinor}) as price, a.quantity
      from ipo_application a where a.offering_id = ${id} and ${counts}),
    levels as (
      select price, count(*) as applications, sum(quantity) as quantity from book group by price
      union all select price, 0, 0 from unnest(array[${priceLowMinor}, ${priceHighMinor}]::bigint[]) price),
    summed as (
      select price, sum(applications) as applications, sum(quantity) as quantity from levels group by price)
    select price as "priceMinor", (sum(applications) over down)::int as applications, (sum(quantity) over down)::float8 as quantity
    from summed window down as (order by price desc) order by price desc limit 60`);
  return rows.map(({ priceMinor, ...level }) => ({ price: toDecimal(priceMinor, currency), ...level }));
}
