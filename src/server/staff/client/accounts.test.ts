import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import type { Session, TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let external: Connected['external'];
let close: Connected['close'];
let server: TestServer;
let agent: Session;
beforeAll(async () => {
  ({ external, server, close } = await startConnected());
  agent = await server.register({ roles: ['client', 'support'] });
});
afterAll(() => close());

const accounts = (client_id: string, as = agent) =>
  server.call('POST /api/staff/clients/accounts', { as, body: { client_id } });

async function open(as: Session): Promise<string> {
  const { trading_account_id } = await openTradingAccount(server.app, as.user, { currency_id: 'USD' });
  await server.drain();
  return trading_account_id;
}

it('show balance and equity of each account, and the last known ones while the platform is silent', async () => {
  const [ida, otto] = [await server.register(), await server.register()];
  await deposit(server.db, ida.user.id, 50_000n, server.clock.now());
  const { walletId: wallet_id } = await walletOf(server.db, ida.user.id);
  const trading_account_id = await open(ida);
  await open(otto);
  const paid = { trading_account_id, wallet_id, direction: 'in' as const, amount: '120', request_id: newId() };
  await server.call('POST /api/trading-account/transfer', { as: ida, body: paid });

  const { body } = await accounts(ida.user.id);
  const money = { native_balance: '120.00', equity: '120.00', free_margin: '120.00' };
  expect(body).toMatchObject([{ trading_account_id, currency: 'USD', status: 'active', ...money }]);

  external.trouble.failing.add(trading_account_id);
  const later = await accounts(ida.user.id);
  expect([later.status, later.body]).toEqual([200, body]);
  expect((await accounts(newId())).status).toBe(404);
  expect((await accounts(ida.user.id, otto)).status).toBe(403);
  const { accesses } = await server.db.one<{ accesses: number }>(sql`
    select count(*)::int as accesses from audit_entry where action = 'staff.view_client' and client_id = ${ida.user.id}`);
  expect(accesses).toBe(1);
});

it("show the ledger's figures of an account for which the platform has sent none", async () => {
  const ida = await server.register();
  const trading_account_id = await open(ida);
  external.trouble.failing.add(trading_account_id);
  const { status, body } = await accounts(ida.user.id);
  expect(status).toBe(200);
  expect(body).toMatchObject([{ trading_account_id, native_balance: '0.00', equity: '0.00' }]);
});
