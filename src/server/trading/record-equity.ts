import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from './accounts.ts';

const perCall = 500;
const dayMs = 86_400_000;

/** So long each hour is kept; of older days only the last hour. */
const hourlyDays = 35;

/**
 * Writes the equity of each account once in an hour, as its platform says. The key of the table makes it once, however
 * many servers do it; an account that is not told of now is asked for again at the next beat.
 */
export async function keepEquity(app: App, atOnce = perCall): Promise<void> {
  const now = app.clock.now();
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const due = await app.db.rows<{ number: bigint }>(sql`
    select t.number from trading_account t
    where t.status <> 'archived' and not exists (select from trading_equity e where e.account = t.number and e.hour = ${hour})
    order by t.number`);
  for (let from = 0; from < due.length; from += atOnce) {
    const numbers = due.slice(from, from + atOnce).map(({ number }) => number);
    // Those that the platform cannot tell of keep the others from nothing.
    await keepEquityOf(app, numbers, hour).catch((error: unknown) =>
      app.log.error({ err: error, from: String(numbers[0]), accounts: numbers.length }, 'equity not kept'),
    );
  }
}

async function keepEquityOf(app: App, numbers: readonly bigint[], hour: Date): Promise<void> {
  const told = [...(await tradingPlatform(app).snapshots(numbers))];
  await app.db.run(sql`
    insert into trading_equity (account, hour, equity)
    select account, ${hour}, equity
    from unnest(${told.map(([account]) => account)}::bigint[], ${told.map(([, { equityMinor }]) => equityMinor)}::bigint[])
      as told (account, equity)
    order by account
    on conflict do nothing`);
}

/** Takes away the hours of old days but the last. */
export async function thinEquity({ db, clock }: App): Promise<void> {
  const until = new Date(Math.floor(clock.now().getTime() / dayMs - hourlyDays) * dayMs);
  await db.run(sql`
    delete from trading_equity e
    where e.hour < ${until} and exists (
      select from trading_equity later
      where later.account = e.account and later.hour > e.hour
        and (later.hour at time zone 'UTC')::date = (e.hour at time zone 'UTC')::date)`);
}
