import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { newId } from '#server/platform/id.ts';
import { balancesOf, deposit, walletOf } from '#test/money/wallet.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import type { TestServer } from '#test/server.ts';
import { openTradingAccount } from '../open-account.ts';
import { recordResult } from '../record-result.ts';
import { reconcileTransfers } from '../transfers/reconcile.ts';
import { followPlatform } from './follow.ts';

let elsewhere: Connected['elsewhere'];
let close: Connected['close'];
let server: TestServer;
beforeAll(async () => {
  ({ elsewhere, server, close } = await startConnected());
});
afterAll(() => close());

it('a gain that the platform pays out before the ledger has it is on its way, and arrives with its deals', async () => {
  const ida = await server.register();
  await deposit(server.db, ida.user.id, 10_000n, server.clock.now());
  const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' });
  await server.drain();
  const wallet = await walletOf(server.db, ida.user.id);
  const move = (direction: 'in' | 'out', amount: string) =>
    server.call('POST /api/trading-account/transfer', {
      as: ida,
      body: { trading_account_id: number, wallet_id: wallet.walletId, direction, amount, request_id: newId() },
    });
  expect((await move('in', '100')).body.state).toBe('completed');
  const at = elsewhere.clock.now();
  await elsewhere.db.tx(async (tx) => {
    const ticket = await bookDeal(tx, { account: BigInt(number), at, type: 'correction', profitMinor: 5000n });
    if (ticket === undefined) throw new Error('not booked');
    await recordResult(tx, { account: BigInt(number), ticket, netMinor: 5000n, at });
  });
  expect((await move('out', '150')).body.state).toBe('needs_reconciliation');
  expect(await balancesOf(server.db, wallet)).toEqual([0n, 0n]);
  await followPlatform(server.app);
  server.clock.advance(180_000);
  await reconcileTransfers(server.app);
  expect(await balancesOf(server.db, wallet)).toEqual([15_000n, 0n]);
});
