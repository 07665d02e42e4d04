import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from '../accounts.ts';

const perCall = 500;
const dayMs = 86_400_000;

/** How many days each hour is stored; of older days only the last hour. */
const hourlyDays = 35;

/**
 * Writes the equity of each account once in an hour, as its platform reports it. The key of the table makes sure of
 * that, however many servers run it; an account without figures now is requested again at the next run.
 */
export async function recordEquity(app: App, atOnce = perCall): Promise<void> {
  const now = app.clock.now();
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const due = await app.db.rows<{ number: bigint }>(sql`
    select t.number from trading_account t
    where t.status <> 'archived' and not exists (select from trading_equity e where e.account = t.number and e.hour = ${hour})
    order by t.number`);
  for (let from = 0; from < due.length; from += atOnce) {
    const numbers = due.slice(from, from + atOnce).map(({ number }) => number);
    // Accounts that the platform fails for do not block the others.
    await recordEquityOf(app, numbers, hour).catch((error: unknown) =>
      app.log.error({ err: error, from: String(numbers[0]), accounts: numbers.length }, 'equity not kept'),
    );
  }
}

async function recordEquityOf(app: App, numbers: readonly bigint[], hour: Date): Promise<void> {
  const snapshots = [...(await tradingPlatform(app).snapshots(numbers))];
  await app.db.run(sql`
    insert into trading_equity (account, hour, equity)
    select account, ${hour}, equity
    from unnest(${snapshots.map(([account]) => account)}::bigint[], ${snapshots.map(([, { equityMinor }]) => equityMinor)}::bigint[])
      as told (account, equity)
    order by account
    on conflict do nothing`);
}

/** Deletes the hours of old days but the last. */
export async function downsampleEquity({ db, clock }: App): Promise<void> {
  const until = new Date(Math.floor(clock.now().getTime() / dayMs - hourlyDays) * dayMs);
  await db.run(sql`
    delete from trading_equity e
    where e.hour < ${until} and exists (
      select from trading_equity later
      where later.account = e.account and later.hour > e.hour
        and (later.hour at time zone 'UTC')::date = (e.hour at time zone 'UTC')::date)`);
}
