import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { applyFor, offeringInAllotment, orderAllotment } from '#test/ipo/book.ts';
import { newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { asker, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { continueAllotments } from '../allotment/continue-allotments.ts';

let server: TestServer;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  ida = await newApplicant(server);
});
afterAll(() => server.close());

const oddsOf = async (stock_id: string, lots: number, as = ida) =>
  (await asker(server)('POST /api/ipo/odds', as.session, { stock_id, lots })).body.odds;

async function upcoming(method: string): Promise<string> {
  const id = await openOffering(server);
  await server.db.run(sql`update ipo_offering set allotment_method = ${method} where id = ${id}`);
  return id;
}

/** An allotted offering of this many shares, in lots of ten. */
async function allotted(
  method: 'pro_rata' | 'tier_weighted',
  quota: number,
  requests: [shares: number, tier?: string][],
) {
  const id = await offeringInAllotment(server.db, { quota });
  for (const [shares, tier] of requests) await applyFor(server.db, id, shares, tier ? { tier } : {});
  await applyFor(server.db, id, 40, { limitMinor: 1800n });
  await orderAllotment(server.db, id, { method });
  await continueAllotments(server.app);
}

const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

it('gives nothing before the first allotment, nor for a direct offering', async () => {
  expect(await oddsOf(await upcoming('pro_rata'), 4)).toBeNull();
  const direct = await openOffering(server, { mode: 'direct' });
  const { status } = await asker(server)('POST /api/ipo/odds', ida.session, { stock_id: direct, lots: 1 });
  expect(status).toBe(404);
});

it('counts requests of similar size, else of all sizes, by the method of the offering', async () => {
  // Six request 4 lots and two request 20: 64 lots, and there are 16. A quarter for each: 1 lot and 5.
  await allotted('pro_rata', 160, [...times(6, [40] as [number]), ...times(2, [200] as [number])]);
  const next = await upcoming('pro_rata');
  const quarter = { served_percent: 100, low_percent: 25, median_percent: 25, high_percent: 25, offerings: 1 };
  expect(await oddsOf(next, 5)).toEqual({ ...quarter, requests: 6, of_similar_size: true, of_own_tier: false });
  // Two are too few for a group of their own, and the application with too low a limit has not taken part.
  expect(await oddsOf(next, 20)).toEqual({ ...quarter, requests: 8, of_similar_size: false, of_own_tier: false });
  // In another one, six get nothing: 4 of 10 lots are drawn for four of ten who request one each.
  await allotted('pro_rata', 40, times(10, [10] as [number]));
  expect(await oddsOf(next, 1)).toMatchObject({
    offerings: 1,
    requests: 10,
    served_percent: 40,
    median_percent: 0,
    high_percent: 100,
  });
  expect(await oddsOf(next, 20)).toMatchObject({ offerings: 2, requests: 18, served_percent: 70, median_percent: 25 });
  expect(await oddsOf(await upcoming('lottery'), 1)).toBeNull();
});

it('counts the client’s own tier where the method does', async () => {
  // Weights 1 and 2: of 15 lots, 5 × 2 lots at weight 1 and 5 × 2 at weight 2 get 1 and 2 each.
  await allotted('tier_weighted', 150, [
    ...times(5, [20] as [number]),
    ...times(5, [20, 'platinum'] as [number, string]),
  ]);
  const next = await upcoming('tier_weighted');
  expect(await oddsOf(next, 2)).toMatchObject({ of_own_tier: true, requests: 5, median_percent: 50 });
  const rich = await newApplicant(server);
  await server.db.run(sql`
    insert into client_tier (client_id, earned_tier, since, changed_at)
    values (${rich.wallet.clientId}, 'platinum', ${server.clock.now()}, ${server.clock.now()})
    on conflict (client_id) do update set earned_tier = 'platinum'`);
  expect(await oddsOf(next, 2, rich)).toMatchObject({ requests: 5, median_percent: 100 });
});
