import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { fund, openTerminal, type Terminal } from '#test/trading/terminal.ts';
import { external, walletOf } from '#test/money/wallet.ts';
import { verifyOrigins } from './origins.ts';
import { post } from './post.ts';

let server: TestServer;
let terminal: Terminal;
beforeAll(async () => {
  server = await startServer();
  terminal = await openTerminal(server);
  const order = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' };
  await terminal.request('POST /api/paper/place', { ...order, request_id: newId() });
  await terminal.request('POST /api/paper/close-all');
});
afterAll(() => server.close());

const found = (production = false) =>
  server.db.snapshot(async (tx) => (await verifyOrigins(tx, { production })).flatMap(({ breach }) => breach ?? []));

describe('a transaction without the record that it belongs to', () => {
  it('is not one that the program made, nor demo data outside production', async () => {
    expect(await found()).toEqual([]);
    expect(await found(true)).toMatchObject([{ why: expect.stringContaining('demo') }]);
  });

  it.each([
    ['of a payment that is not there', () => `payment:${newId()}`, () => 'credit'],
    ['of an application that is not there', () => `ipo-application:${newId()}`, () => 'settle'],
    ['of no payment at all', () => 'payment:all', () => 'credit'],
    ['of a client without a conversion', () => `client:${terminal.owner.user.id}`, () => newId()],
    ['of a transfer that is not there', () => `client:${terminal.owner.user.id}`, () => `transfer:post:${newId()}`],
    ['of a deal that is not there', () => 'platform:paper', () => 'deal:999999999999'],
    ['of nothing', () => 'wind', () => 'fall'],
  ])('is found: %s', async (_, scope, key) => {
    const { available } = await walletOf(server.db, terminal.owner.user.id);
    const undone = new Error('undone');
    const breach = server.db.tx(async (tx) => {
      const entry = { scope: scope(), key: key(), kind: 'deposit', at: server.clock.now() } as const;
      const { id } = await post(tx, entry, [
        { account: external.code, amountMinor: -100n },
        { account: available, amountMinor: 100n },
      ]);
      const findings = await verifyOrigins(tx, { production: false });
      expect(findings).toMatchObject([{ breach: { row: `ledger_transaction ${id}` } }]);
      throw undone;
    });
    await expect(breach).rejects.toBe(undone);
  });

  it('is found where its record says another amount', async () => {
    await fund(server, terminal.owner, terminal.number, '5.00');
    expect(await found()).toEqual([]);
    await server.db.run(sql`alter table trading_transfer disable trigger user`);
    await server.db.run(sql`update trading_transfer set amount = amount * 10 where amount = 500`);
    await server.db.run(sql`alter table trading_transfer enable trigger user`);
    expect(await found()).toMatchObject([{ why: expect.stringContaining('transfer:') }]);
  });
});
