import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf, type TestWallet } from '#test/money/wallet.ts';
import { evaluateTiers } from './tiers/evaluate.ts';

let server: TestServer;
let ida: Session;
let wallet: TestWallet;
const offering = newId();
const escrow = houseAccount('ipo_escrow', 'USD', offering);

/** The clock of the tests is at 2026-03-02. */
const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);

/** Money between the wallet, the escrow of the offering and fees. */
async function move(amountMinor: bigint, feeMinor: bigint, at: Date): Promise<string> {
  const fees = houseAccount('fees', 'USD');
  return server.db.tx(async (tx) => {
    await openAccounts(tx, at, [escrow, fees]);
    const { id } = await post(tx, { scope: 'test', key: newId(), kind: 'ipo', at }, [
      { account: wallet.available, amountMinor },
      { account: escrow.code, amountMinor: -amountMinor - feeMinor },
      { account: fees.code, amountMinor: feeMinor },
    ]);
    return id;
  });
}

const priced = (minor: number, at: Date) =>
  server.db.run(sql`
    insert into ipo_price (offering_id, at, price_minor, source) values (${offering}, ${at}, ${minor}, 'market')`);

/**
 * Worked out by hand. Deposited 3,000 six days ago; five days ago 100 shares at 10.00 with 30.00 of fees; quoted at 12.00
 * three days ago and at 15.00 since yesterday; yesterday 40 of them sold at 14.00, fee 5.60, having cost 412.00.
 */
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  wallet = await walletOf(server.db, ida.user.id);
  await deposit(server.db, ida.user.id, 300_000n, daysAgo(6));
  const paid = await move(-103_000n, 3_000n, daysAgo(5));
  const application = newId();
  const holding = newId();
  const now = server.clock.now();
  await server.db.run(sql`
    insert into ipo_offering (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, final_price_minor,
      shares_offered, shares_outstanding, quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, state,
      opens_at, closes_at, created_at, updated_at)
    values (${offering}, 'Acme', 'ACME', 'NYSE', 'Energy', 'USD', 'subscription', 900, 1100, 1000, 1000, 1000, 1000, 1, 1, 1000, 300, 100,
      90, 'allotted', ${daysAgo(20)}, ${daysAgo(10)}, ${now}, ${now})`);
  await server.db.run(sql`
    insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, state, held_minor, price_low_seen_minor,
      price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, created_at, updated_at)
    values (${application}, ${offering}, ${ida.user.id}, ${wallet.walletId}, 'USD', 100, 'any', 'settled', 103000, 900, 1100, 1, 1, 300, 0, 0, ${now}, ${now})`);
  await server.db.run(sql`
    insert into ipo_holding (id, application_id, client_id, wallet_id, offering_id, currency, quantity, sold_quantity, cost_minor, fee_minor, transaction_id, acquired_at)
    values (${holding}, ${application}, ${ida.user.id}, ${wallet.walletId}, ${offering}, 'USD', 100, 40, 100000, 3000, ${paid}, ${daysAgo(5)})`);
  await priced(1_200, daysAgo(3));
  await priced(1_400, daysAgo(1));
  await priced(1_500, new Date(daysAgo(1).getTime() + 3_600_000));
  const got = await move(55_440n, 560n, daysAgo(1));
  const sale = newId();
  await server.db.tx(async (tx) => {
    await tx.run(sql`
      insert into ipo_sale (id, client_id, wallet_id, offering_id, currency, quantity, price_minor, proceeds_minor, fee_minor, cost_minor, transaction_id, at)
      values (${sale}, ${ida.user.id}, ${wallet.walletId}, ${offering}, 'USD', 40, 1400, 56000, 560, 41200, ${got}, ${daysAgo(1)})`);
    await tx.run(sql`
      insert into ipo_sale_part (sale_id, holding_id, quantity, cost_minor) values (${sale}, ${holding}, 40, 41200)`);
  });
});
afterAll(() => server.close());

it('counts shares at their last price, what is locked apart, and by sector', async () => {
  const { body } = await server.call('POST /api/portfolio/overview', { as: ida });
  // 3,000 − 1,030 + 554.40, and 60 shares at 15.00.
  expect(body).toMatchObject({ wallets: '2524.40', investments: '900.00', locked: '900.00', net_worth: '3424.40' });
  expect(body.by_sector).toEqual([{ sector: 'Energy', usd: '900.00', share_percent: '100.00' }]);
  // Realised: what the 60 had cost, fees included, is 1,030 − 412.
  expect(body.tier_status.equity).toBe('3142.40');
  await server.db.run(sql`update ipo_holding set tradable_at = ${server.clock.now()} where client_id = ${ida.user.id}`);
  expect((await server.call('POST /api/portfolio/overview', { as: ida })).body).toMatchObject({ locked: '0.00' });
});

it('values the past by the prices of then, and does not call a purchase a withdrawal', async () => {
  const { body } = await server.call('POST /api/portfolio/performance', { as: ida, body: { range: 'all' } });
  expect(body.points.map(({ on, usd }) => [on, usd])).toEqual([
    ['2026-02-23', '0.00'],
    ['2026-02-24', '3000.00'],
    ['2026-02-25', '2970.00'],
    ['2026-02-26', '2970.00'],
    ['2026-02-27', '3170.00'],
    ['2026-02-28', '3170.00'],
    ['2026-03-01', '3424.40'],
    ['2026-03-02', '3424.40'],
  ]);
  // 100 shares from 10 to 12, then 40 to 14 and 60 to 15: 200 + 80 + 180.
  expect(body).toMatchObject({
    deposited: '3000.00',
    withdrawn: '0.00',
    price: '460.00',
    fees: '-35.60',
    currency: '0.00',
  });
  expect(body.result).toBe('424.40');
});

it('measures tiers by what open investments have cost', async () => {
  await server.db.run(sql`update person set created_at = ${daysAgo(30)} where id = ${ida.user.id}`);
  const tier = async () =>
    (await server.db.one<{ tier: string }>(sql`select tier from client_benefit where client_id = ${ida.user.id}`)).tier;
  await server.db.run(sql`update tier set from_cents = 314240 where name = 'silver'`);
  server.clock.advance(86_400_000);
  await evaluateTiers(server.app);
  expect(await tier()).toBe('silver');
});
