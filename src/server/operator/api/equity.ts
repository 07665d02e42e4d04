import type { ApiEquity } from '#contract/operator/program-activity.ts';
import type { App } from '#server/platform/app.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { sql } from '#server/platform/db/sql.ts';

const dayMs = 86_400_000;

interface Row {
  number: bigint;
  client_id: string;
  currency: string;
  equity: bigint;
  hour: Date;
}

/** The last equity of each trading account that was recorded on a day, yesterday unless another is named. Later accounts first. */
export async function readDailyEquity(
  { db, clock }: App,
  { day, limit, cursor }: { day?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ data: ApiEquity[]; next_cursor: string | null }> {
  const on = day ?? new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10);
  const from = new Date(on);
  const rows = await db.rows<Row>(sql`
    select a.number, a.client_id, a.currency, e.equity, e.hour
    from trading_account a cross join lateral (
      select e.equity, e.hour from trading_equity e
      where e.account = a.number and e.hour >= ${from} and e.hour < ${new Date(from.getTime() + dayMs)}
      order by e.hour desc limit 1) e
    where ${cursor ?? null}::bigint is null or a.number < ${cursor ?? null}
    order by a.number desc limit ${limit + 1}`);
  const read = rows.slice(0, limit);
  return {
    data: read.map(({ number, client_id, currency, equity, hour }) => ({
      account: String(number),
      client_id,
      on,
      currency,
      equity: toDecimal(equity, currency),
      recorded_at: hour.toISOString(),
    })),
    next_cursor: rows.length > limit ? String(read.at(-1)?.number) : null,
  };
}
