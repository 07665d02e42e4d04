import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { quoteListed } from './prices.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

it('keeps the last price of each day, by which portfolios value their past', async () => {
  const offering = newId();
  const now = server.clock.now();
  const daysAgo = (days: number, hours = 0) => new Date(now.getTime() - days * 86_400_000 + hours * 3_600_000);
  await server.db.run(sql`
    insert into ipo_offering (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, final_price_minor,
      shares_offered, shares_outstanding, quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, state,
      opens_at, closes_at, created_at, updated_at)
    values (${offering}, 'Acme', 'ACME', 'NYSE', 'Energy', 'USD', 'subscription', 900, 1100, 1000, 1000, 1000, 1000, 1, 1, 1000, 300, 100,
      90, 'allotted', ${daysAgo(40)}, ${daysAgo(30)}, ${now}, ${now})`);
  const quoted = [
    [daysAgo(9), 'market'],
    [daysAgo(9, 1), 'market'],
    [daysAgo(8, 1), 'staff'],
    [daysAgo(8, 2), 'market'],
    [daysAgo(1), 'market'],
    [daysAgo(1, 1), 'market'],
  ] as const;
  // A price of staff from before prices needed two people; another test covers the approval.
  await server.db.run(sql`alter table ipo_price disable trigger ipo_price_decided`);
  for (const [at, source] of quoted)
    await server.db.run(sql`
      insert into ipo_price (offering_id, at, price_minor, source) values (${offering}, ${at}, 1000, ${source})`);
  await server.db.run(sql`alter table ipo_price enable trigger ipo_price_decided`);
  await quoteListed(server.app);
  const rows = await server.db.rows<{ at: Date }>(
    sql`select at from ipo_price where offering_id = ${offering} order by at`,
  );
  expect(rows.map(({ at }) => at)).toEqual(quoted.slice(1).map(([at]) => at));
});
