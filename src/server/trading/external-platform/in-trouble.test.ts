import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import type { Session, TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';
import { recordEquity } from '../equity/record.ts';
import { openTradingAccount } from '../open-account.ts';
import { reconcileTransfers } from '../transfers/reconcile.ts';

let external: Connected['external'];
let close: Connected['close'];
let server: TestServer;
beforeAll(async () => {
  ({ external, server, close } = await startConnected());
});
afterEach(() => {
  external.trouble.failing.clear();
  external.trouble.mute = false;
});
afterAll(() => close());

async function open(as: Session): Promise<string> {
  const { trading_account_id: number } = await openTradingAccount(server.app, as.user, { currency_id: 'USD' });
  await server.drain();
  return number;
}

/** A transfer to the account whose answer the line loses; by its id. */
async function lostTransfer(as: Session, number: string): Promise<string> {
  const { walletId: wallet_id } = await walletOf(server.db, as.user.id);
  external.trouble.swallow = 1;
  const body = { trading_account_id: number, wallet_id, direction: 'in' as const, amount: '1', request_id: newId() };
  const moved = await server.call('POST /api/trading-account/transfer', { as, body });
  expect(moved.body.state).toBe('needs_reconciliation');
  return moved.body.id;
}

it('gives each transfer its turn, however many before it stay without a result', async () => {
  const ida = await server.register();
  await deposit(server.db, ida.user.id, 1_000n, server.clock.now());
  const number = await open(ida);
  const stuck: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    stuck.push(await lostTransfer(ida, number));
    server.clock.advance(1000);
  }
  const last = await lostTransfer(ida, number);
  for (const id of stuck) external.trouble.failing.add(`transfer:${id}`);
  const states = () =>
    server.db.rows<{ id: string; state: string }>(sql`select id, state from trading_transfer order by created_at`);
  server.clock.advance(180_000);
  for (let round = 0; round < 2; round += 1) {
    await reconcileTransfers(server.app, 2);
    server.clock.advance(30_000);
  }
  expect(await states()).toEqual([
    ...stuck.map((id) => ({ id, state: 'needs_reconciliation' })),
    { id: last, state: 'completed' },
  ]);
  external.trouble.failing.clear();
  for (let round = 0; round < 2; round += 1) {
    await reconcileTransfers(server.app, 2);
    server.clock.advance(30_000);
  }
  expect((await states()).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'completed'));
});

it('writes the equity of all accounts except those for which the platform fails', async () => {
  const ida = await server.register();
  const numbers = [await open(ida), await open(ida), await open(ida)];
  external.trouble.failing.add(numbers[0]!);
  server.clock.advance(3_600_000);
  await recordEquity(server.app, 1);
  const stored = await server.db.rows<{ account: bigint }>(sql`
    select account from trading_equity where account = any(${numbers}::bigint[]) order by account`);
  expect(stored.map(({ account }) => String(account))).toEqual(numbers.slice(1));
});

it('counts as silent, and no account can be archived in that time', async () => {
  const ida = await server.register();
  const trading_account_id = await open(ida);
  const archive = () =>
    server.call('POST /api/trading-account/archive', { as: ida, body: { trading_account_id, reason: 'Not used.' } });
  external.trouble.mute = true;
  const before = external.trouble.unanswered;
  const input = archive();
  await expect.poll(() => external.trouble.unanswered).toBeGreaterThan(before);
  // The platform's silence must not block other users of the client's row.
  await server.db.tx(async (tx) => {
    await tx.run(sql`select from person where id = ${ida.user.id} for update nowait`);
    await tx.run(sql`select from trading_account where number = ${trading_account_id}::bigint for update nowait`);
  });
  const refused = await input;
  expect([refused.status, refused.refusal.code]).toEqual([503, 'trading.platform_silent']);
  external.trouble.mute = false;
  external.trouble.failing.add(trading_account_id);
  for (const route of ['POST /api/trading-account/open', 'POST /api/trading-account/closed'] as const) {
    const { status, refusal } = await server.call(route, { as: ida, body: { trading_account_id } });
    expect([status, refusal.code]).toEqual([503, 'trading.platform_silent']);
  }
  external.trouble.failing.clear();
  expect((await archive()).body.status).toBe('archived');
});
