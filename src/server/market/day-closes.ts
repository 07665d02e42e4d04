import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed } from './feed.ts';
import type { instruments } from './instruments.ts';

const dayMs = 86_400_000;

/**
 * The last bid up to the end of each UTC day, the present one for today; null if none is known yet. A simulated market
 * knows every day, because its price follows from the time.
 */
export async function dayCloses(
  app: App,
  symbol: keyof typeof instruments,
  days: readonly string[],
): Promise<{ simulated: boolean; closes: (string | null)[] }> {
  const { simulated, source } = marketFeed(app);
  if (!source.bidAt) return { simulated, closes: await storedCloses(app, symbol, days) };
  const nowMs = app.clock.now().getTime();
  const closes = days.map((on) => {
    const at = new Date(Math.min(Date.parse(`${on}T00:00:00Z`) + dayMs - 1, nowMs));
    return source.bidAt?.(symbol, at) ?? null;
  });
  return { simulated, closes };
}

async function storedCloses({ db }: App, symbol: string, days: readonly string[]): Promise<(string | null)[]> {
  const rows = await db.rows<{ close: string | null }>(sql`
    select (select close::text from market_candle
            where symbol = ${symbol} and span = '1d' and at < (d.on_day::date + 1)::timestamp at time zone 'UTC'
            order by at desc limit 1) as close
    from unnest(${days}::text[]) with ordinality as d (on_day, place)
    order by d.place`);
  return rows.map(({ close }) => close);
}
