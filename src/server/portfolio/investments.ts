import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Holding } from './holding.ts';
import type { ResultOfDay } from './results.ts';

interface Row {
  name: string;
  sector: string;
  currency: string;
  quantity: bigint;
  /** Of all of it, without and with the fees. */
  priceMinor: bigint;
  costMinor: bigint;
  acquiredOn: string;
  isLocked: boolean;
  /** Sales by day: how many shares, and what they had cost. */
  soldOn: string[];
  sold: bigint[];
  soldCosts: bigint[];
  /** The last price known at the end of each requested day. */
  prices: (bigint | null)[];
}

/** What a client holds of offerings: at the last price known at the end of a day, and before the first at what it cost without fees. */
export async function readInvestments(
  db: Queries,
  clientId: string,
  days: readonly string[],
  now: Date,
): Promise<Holding[]> {
  const rows = await db.rows<Row>(sql`
    select o.issuer as name, o.sector, h.currency, h.quantity::bigint as quantity, h.cost_minor as "priceMinor",
           h.cost_minor + h.fee_minor as "costMinor",
           to_char(h.acquired_at at time zone 'UTC', 'YYYY-MM-DD') as "acquiredOn",
           coalesce(h.tradable_at > ${now}, true) as "isLocked",
           sales.days as "soldOn", sales.sold, sales.costs as "soldCosts", quoted.prices
    from ipo_holding h
    join ipo_offering o on o.id = h.offering_id,
    lateral (
      select coalesce(array_agg(to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') order by s.at), '{}') as days,
             coalesce(array_agg(part.quantity::bigint order by s.at), '{}') as sold,
             coalesce(array_agg(part.cost_minor order by s.at), '{}') as costs
      from ipo_sale_part part join ipo_sale s on s.id = part.sale_id where part.holding_id = h.id) sales,
    lateral (
      select array_agg(last.price_minor order by asked.place) as prices
      from unnest(${days}::date[]) with ordinality as asked (day, place)
      left join lateral (
        select price_minor from ipo_price
        where offering_id = h.offering_id and at < (asked.day + 1)::timestamp at time zone 'UTC'
        order by at desc limit 1) last on true) quoted
    where h.client_id = ${clientId}
    order by h.acquired_at, h.id`);
  return rows.map((row) => holdingOf(row, days));
}

function holdingOf(row: Row, days: readonly string[]): Holding {
  const { name, sector, currency } = row;
  const amounts = days.map((on, index) => worthOn(row, on, row.prices[index] ?? null));
  const soldCost = row.soldCosts.reduce((sum, cost) => sum + cost, 0n);
  return {
    part: 'investment',
    name,
    sector,
    currency,
    amounts,
    lockedMinor: row.isLocked ? (amounts.at(-1) ?? 0n) : 0n,
    costMinor: row.costMinor - soldCost,
  };
}

function worthOn(row: Row, on: string, quoted: bigint | null): bigint {
  const { acquiredOn, quantity, priceMinor, soldOn, sold } = row;
  if (on < acquiredOn) return 0n;
  const gone = sold.reduce((sum, each, index) => ((soldOn[index] ?? '') <= on ? sum + each : sum), 0n);
  const left = quantity - gone;
  return quoted === null ? (left * priceMinor) / quantity : left * quoted;
}

/**
 * What prices did to investments, by day. Money that went into shares, or came out of them, counts on the other side as
 * a price too, so that what is bought at its price changes nothing.
 */
export function investmentResults(days: readonly string[], holdings: readonly Holding[]): ResultOfDay[] {
  return holdings
    .filter(({ part }) => part === 'investment')
    .flatMap(({ currency, amounts }) =>
      days.slice(1).map((on, index) => ({
        on,
        currency,
        inMinor: 0n,
        outMinor: 0n,
        correctedMinor: 0n,
        priceMinor: (amounts[index + 1] ?? 0n) - (amounts[index] ?? 0n),
        incomeMinor: 0n,
        feesMinor: 0n,
      })),
    );
}
