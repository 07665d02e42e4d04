import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { convert, toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Span } from './span.ts';

interface Flow {
  on: string;
  currency: string;
  inMinor: bigint;
  outMinor: bigint;
}

/** External inflows and outflows, net of what was returned, and the client balances. No account row is read for it. */
export async function sumMoney(
  { db }: Pick<App, 'db'>,
  { days, since, now }: Span,
): Promise<NonNullable<Dashboard['money']>> {
  const [flows, owned, rates] = await Promise.all([
    db.rows<Flow>(sql`
      select (at at time zone 'UTC')::date::text as on, currency,
             coalesce(sum(amount) filter (where is_inflow), 0)::bigint as "inMinor",
             coalesce(sum(amount) filter (where not is_inflow), 0)::bigint as "outMinor"
      from ledger_external_flow where at >= ${since} group by 1, 2`),
    db.rows<{ currency: string; walletsMinor: bigint; accountsMinor: bigint }>(sql`
      select currency, coalesce(sum(amount) filter (where not trading), 0)::bigint as "walletsMinor",
             coalesce(sum(amount) filter (where trading), 0)::bigint as "accountsMinor"
      from ledger_balance where amount > 0 group by currency`),
    db.rows<{ code: string; rate: string; ratedAt: Date }>(
      sql`select code, usd_rate as rate, rated_at as "ratedAt" from currency`,
    ),
  ]);
  const rateOf = new Map(rates.map(({ code, rate }) => [code, rate]));
  const usd = (minor: bigint, currency: string) => convert(minor, currency, 'USD', rateOf.get(currency) ?? '0');
  const currencies = [...new Set([...flows, ...owned].map(({ currency }) => currency))].toSorted();
  const used = rates.filter(({ code }) => currencies.includes(code) && code !== 'USD');
  const inUsd = flows.map(({ on, currency, inMinor, outMinor }) => ({
    on,
    currency,
    inMinor: usd(inMinor, currency),
    outMinor: usd(outMinor, currency),
  }));
  const sum = <T>(rows: readonly T[], pick: (row: T) => bigint) => rows.reduce((total, row) => total + pick(row), 0n);
  return {
    rated_at: new Date(Math.min(now.getTime(), ...used.map(({ ratedAt }) => ratedAt.getTime()))).toISOString(),
    flow: flowOf(inUsd, 'USD'),
    days: days.map((on) => ({
      on,
      ...flowOf(
        inUsd.filter((flow) => flow.on === on),
        'USD',
      ),
    })),
    currencies: currencies.map((currency) => {
      const of = owned.find((each) => each.currency === currency);
      return {
        currency,
        ...flowOf(
          flows.filter((flow) => flow.currency === currency),
          currency,
        ),
        wallets: toDecimal(of?.walletsMinor ?? 0n, currency),
        accounts: toDecimal(of?.accountsMinor ?? 0n, currency),
      };
    }),
    wallets: toDecimal(
      sum(owned, (each) => usd(each.walletsMinor, each.currency)),
      'USD',
    ),
    accounts: toDecimal(
      sum(owned, (each) => usd(each.accountsMinor, each.currency)),
      'USD',
    ),
  };
}

function flowOf(flows: readonly Flow[], currency: string) {
  const inMinor = flows.reduce((sum, flow) => sum + flow.inMinor, 0n);
  const outMinor = flows.reduce((sum, flow) => sum + flow.outMinor, 0n);
  return {
    in: toDecimal(inMinor, currency),
    out: toDecimal(outMinor, currency),
    net: toDecimal(inMinor - outMinor, currency),
  };
}
