import { afterAll, beforeAll, expect, it } from 'vitest';
import { tradingCode } from '#server/ledger/accounts.ts';
import { balances } from '#server/ledger/balances.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { comparePlatform } from '#server/reconciliation/compare-platform.ts';
import type { Session, TestServer } from '#test/server.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';
import { openTradingAccount } from '../open-account.ts';
import { recordResult } from '../record-result.ts';
import { followPlatform } from './follow.ts';

let elsewhere: Connected['elsewhere'];
let close: Connected['close'];
let server: TestServer;
beforeAll(async () => {
  ({ elsewhere, server, close } = await startConnected());
  // Another vendor's platform may let a balance fall below zero; the embedded one, which stands in for it, does not.
  await elsewhere.db.run(sql`alter table paper_account drop constraint paper_account_balance_check`);
});
afterAll(async () => {
  await bookResultsThere();
  await close();
});

/** A client with an account of 100 dollars on the platform. */
async function openFunded(): Promise<{ ida: Session; number: string }> {
  const ida = await server.register();
  await deposit(server.db, ida.user.id, 50_000n, server.clock.now());
  const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' });
  await server.drain();
  await transfer(ida, number, '100');
  return { ida, number };
}

async function transfer(as: Session, number: string, amount: string): Promise<void> {
  const { walletId: wallet_id } = await walletOf(server.db, as.user.id);
  const body = { trading_account_id: number, wallet_id, direction: 'in' as const, amount, request_id: newId() };
  const { body: moved } = await server.call('POST /api/trading-account/transfer', { as, body });
  expect(moved.state).toBe('completed');
}

/** A deal on the platform, which may take the balance below zero. */
const dealThere = (number: string, profitMinor: bigint) =>
  elsewhere.db.tx(async (tx) => {
    const at = elsewhere.clock.now();
    const ticket = await bookDeal(tx, { account: BigInt(number), at, type: 'correction', profitMinor });
    if (ticket === undefined) throw new Error('not booked');
  });

/** The platform's own ledger gets what its deals moved, in one sum each. */
async function bookResultsThere(): Promise<void> {
  const accounts = await elsewhere.db.rows<{ account: bigint; ticket: bigint; netMinor: bigint }>(sql`
    select p.number as account, max(d.ticket) as ticket, p.balance - b.amount as "netMinor"
    from paper_account p join paper_deal d on d.account = p.number join trading_account t on t.number = p.number
    join ledger_balance b on b.account_id = t.ledger_account_id group by p.number, p.balance, b.amount`);
  for (const one of accounts) await elsewhere.db.tx((tx) => recordResult(tx, { ...one, at: elsewhere.clock.now() }));
}

async function stateOf({ ida, number }: { ida: Session; number: string }) {
  const code = tradingCode(ida.user.id, number);
  const { advance } = await server.db.one<{ advance: bigint }>(sql`
    select advance from trading_account where number = ${number}::bigint`);
  return [(await balances(server.db, [code])).get(code), advance];
}

it('a loss beyond the balance is advanced, agrees with the platform, and is taken back once it is forgiven there', async () => {
  const client = await openFunded();
  await dealThere(client.number, -13_000n);
  await followPlatform(server.app);
  expect(await stateOf(client)).toEqual([0n, 3000n]);
  expect((await comparePlatform(server.app)).facts).toMatchObject({ differs: 0 });
  await dealThere(client.number, -500n);
  await followPlatform(server.app);
  expect(await stateOf(client)).toEqual([0n, 3500n]);
  await dealThere(client.number, 4000n);
  await followPlatform(server.app);
  expect(await stateOf(client)).toEqual([500n, 0n]);
  expect((await comparePlatform(server.app)).facts).toMatchObject({ differs: 0 });
  // What was taken in before changes nothing, whatever the cursor says.
  await server.db.run(sql`update trading_account set deal_cursor = null where number = ${client.number}::bigint`);
  await followPlatform(server.app);
  expect(await stateOf(client)).toEqual([500n, 0n]);
});

it('money that comes in repays an advance, as it covers the loss on the platform', async () => {
  const client = await openFunded();
  await dealThere(client.number, -13_000n);
  await Promise.all([followPlatform(server.app), followPlatform(server.app)]);
  expect(await stateOf(client)).toEqual([0n, 3000n]);
  await transfer(client.ida, client.number, '50');
  expect((await comparePlatform(server.app)).facts).toMatchObject({ differs: 0 });
  await Promise.all([followPlatform(server.app), followPlatform(server.app)]);
  await followPlatform(server.app);
  expect(await stateOf(client)).toEqual([2000n, 0n]);
  expect((await comparePlatform(server.app)).facts).toMatchObject({ differs: 0 });
});
