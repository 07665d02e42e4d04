import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed } from './feed.ts';
import { rateOf } from './refresh-rates.ts';

const dayMs = 86_400_000;
const pastDays = 730;

/** Sets the rates of currencies from the simulated market at the time of the app's clock, whatever the rate was before. */
export async function seedRates(app: App): Promise<void> {
  const at = app.clock.now();
  for (const { code, rate } of ratesAt(app, at))
    await app.db.run(sql`update currency set usd_rate = ${rate}, rated_at = ${at} where code = ${code}`);
}

/** The last rate of each day of the past two years, which a simulated market knows. */
export async function seedPastRates(app: App): Promise<void> {
  const midnight = Math.floor(app.clock.now().getTime() / dayMs) * dayMs;
  const rows = Array.from({ length: pastDays }, (_, index) => midnight - index * dayMs - 1).flatMap((endMs) => {
    const end = new Date(endMs);
    return ratesAt(app, end).map(({ code, rate }) => ({ code, rate, day: end.toISOString().slice(0, 10) }));
  });
  await app.db.run(sql`
    insert into currency_rate_day (currency, day, usd_rate)
    select * from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ day }) => day)}::date[],
                         ${rows.map(({ rate }) => rate)}::numeric[]) as quoted (code, day, rate)
    where code in (select code from currency)
    on conflict (currency, day) do update set usd_rate = excluded.usd_rate`);
}

function ratesAt(app: App, at: Date) {
  const { simulated, source, instruments } = marketFeed(app);
  if (!simulated) return [];
  return instruments().flatMap((instrument) => {
    const tick = source.latest(instrument.symbol, at);
    return (tick && rateOf(instrument, tick)) ?? [];
  });
}
