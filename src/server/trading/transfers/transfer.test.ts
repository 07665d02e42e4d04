import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { hold } from '#server/ledger/hold.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type CallOptions, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, deposit, walletOf, type TestWallet } from '#test/money/wallet.ts';
import { tradingPlatform } from '../accounts.ts';
import { openTradingAccount } from '../open-account.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

interface Trader {
  as: Session;
  wallet: TestWallet;
  number: string;
}

async function trader(amountMinor: bigint, currency = 'USD'): Promise<Trader> {
  const as = await server.register();
  await deposit(server.db, as.user.id, amountMinor, server.clock.now());
  const { trading_account_id: number } = await openTradingAccount(server.app, as.user, { currency_id: currency });
  return { as, wallet: await walletOf(server.db, as.user.id), number };
}

const move = ({ as, wallet, number }: Trader, direction: 'in' | 'out', amount: string, how: CallOptions = {}) =>
  server.call('POST /api/trading-account/transfer', {
    as,
    ...how,
    body: {
      trading_account_id: number,
      wallet_id: wallet.walletId,
      direction,
      amount,
      request_id: newId(),
      ...how.body,
    },
  });

/** What the wallet has available and held, what the ledger has on the account, and what the platform has. */
async function currentStatus({ as, wallet, number }: Trader) {
  const code = tradingCode(as.user.id, number);
  const snapshot = (await tradingPlatform(server.app).snapshots([BigInt(number)])).get(BigInt(number));
  return [
    ...(await balancesOf(server.db, wallet)),
    (await balances(server.db, [code])).get(code),
    snapshot?.balanceMinor,
  ];
}

describe('trading.transfer', () => {
  it('goes in and comes back, in the ledger and on the platform', async () => {
    const ida = await trader(100_000n);
    expect((await move(ida, 'in', '400')).body).toMatchObject({
      state: 'completed',
      amount: '400.00',
      currency: 'USD',
    });
    expect(await currentStatus(ida)).toEqual([60_000n, 0n, 40_000n, 40_000n]);
    expect(await server.db.rows(sql`select from ledger_hold`)).toEqual([]);
    expect((await move(ida, 'out', '150.5')).body.state).toBe('completed');
    expect(await currentStatus(ida)).toEqual([75_050n, 0n, 24_950n, 24_950n]);
  });

  it('refuses in the order of the contract, and nothing moves', async () => {
    const ida = await trader(10_000n);
    const karl = await trader(10_000n);
    const other = await trader(10_000n, 'EUR');
    const codes = async (how: CallOptions, direction: 'in' | 'out' = 'in', amount = '50', who = ida) => {
      const { status, refusal } = await move(who, direction, amount, how);
      return [status, Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code];
    };
    expect(await codes({ body: { trading_account_id: karl.number } })).toEqual([404, 'http.not_found']);
    expect(await codes({ body: { wallet_id: karl.wallet.walletId } })).toEqual([404, 'http.not_found']);
    expect(await codes({}, 'in', '50', other)).toEqual([404, 'http.not_found']);
    expect(await codes({}, 'in', '1.005')).toEqual([422, 'trading.amount_scale']);
    const key = newId();
    expect((await move(ida, 'in', '10', { body: { request_id: key } })).status).toBe(200);
    expect(await codes({ body: { request_id: key } }, 'in', '11')).toEqual([409, 'http.idempotency_mismatch']);
    const inStatus = (status: string) =>
      server.db.run(sql`update trading_account set status = ${status} where number = ${ida.number}::bigint`);
    await inStatus('pending');
    expect(await codes({ body: { request_id: key } }, 'in', '11')).toEqual([409, 'http.idempotency_mismatch']);
    expect(await codes({}, 'in', '90.01')).toEqual([409, 'trading.account_inactive']);
    expect(await codes({}, 'out', '10.01')).toEqual([409, 'trading.account_inactive']);
    expect((await move(ida, 'in', '10', { body: { request_id: key } })).body.state).toBe('completed');
    await inStatus('active');
    expect(await codes({}, 'in', '90.01')).toEqual([422, 'ledger.insufficient_funds']);
    expect(await codes({}, 'out', '10.01')).toEqual([422, 'trading.free_margin']);
    for (const amount of ['0', '-5', '1e3', '', '99999999999999']) {
      expect((await move(ida, 'in', amount)).status).toBe(422);
    }
    expect((await move(ida, 'in', '5', { body: { request_id: undefined } })).status).toBe(422);
    expect(await currentStatus(ida)).toEqual([9_000n, 0n, 1_000n, 1_000n]);
    expect(await currentStatus(karl)).toEqual([10_000n, 0n, 0n, 0n]);
  });

  it('has one effect however often it is sent', async () => {
    const ida = await trader(10_000n);
    const request_id = newId();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => move(ida, 'in', '20', { body: { request_id } })),
    );
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await currentStatus(ida)).toEqual([8_000n, 0n, 2_000n, 2_000n]);
  });

  it('moves exactly ten of thirty at once, in either direction, and also with both directions at once', async () => {
    const ida = await trader(1_000n);
    const ins = await Promise.all(Array.from({ length: 30 }, () => move(ida, 'in', '1')));
    expect(ins.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await currentStatus(ida)).toEqual([0n, 0n, 1_000n, 1_000n]);
    const outs = await Promise.all(Array.from({ length: 30 }, () => move(ida, 'out', '1')));
    expect(outs.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await currentStatus(ida)).toEqual([1_000n, 0n, 0n, 0n]);
    const both = await Promise.all(Array.from({ length: 20 }, (_, n) => move(ida, n % 2 === 0 ? 'in' : 'out', '1')));
    expect(both.every(({ status }) => status === 200 || status === 422)).toBe(true);
    const [available = 0n, held, ledger, platform] = await currentStatus(ida);
    expect([held, ledger, platform]).toEqual([0n, 1_000n - available, 1_000n - available]);
  });

  it('takes money out of an account that may only be read, and puts none in', async () => {
    const ida = await trader(1_000n);
    await move(ida, 'in', '10');
    await server.db.run(sql`update trading_account set status = 'read_only' where number = ${ida.number}::bigint`);
    expect((await move(ida, 'in', '1')).refusal.code).toBe('trading.account_inactive');
    expect((await move(ida, 'out', '10')).status).toBe(200);
  });

  it('moves nothing to or from an archived account, and names the reason', async () => {
    const ida = await trader(1_000n);
    const reason = { trading_account_id: ida.number, reason: 'Not used.' };
    expect((await server.call('POST /api/trading-account/archive', { as: ida.as, body: reason })).status).toBe(200);
    for (const direction of ['in', 'out'] as const) {
      const { status, refusal } = await move(ida, direction, '1');
      expect([status, refusal.code]).toEqual([409, 'trading.account_inactive']);
    }
    expect(await currentStatus(ida)).toEqual([1_000n, 0n, 0n, 0n]);
  });
});

describe('a transfer whose call died', () => {
  /** As a crash leaves it between our transaction and the platform's answer. */
  async function started(who: Trader): Promise<string> {
    const id = newId();
    const at = server.clock.now();
    await server.db.tx(async (tx) => {
      const held = await hold(
        tx,
        { scope: `client:${who.as.user.id}`, key: `transfer:hold:${id}`, at },
        {
          wallet: walletAccounts(who.as.user.id, who.wallet.walletId),
          amountMinor: 500n,
          purpose: 'transfer_to_trading',
        },
      );
      await tx.run(sql`
        insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, hold_id, idempotency_key, created_at)
        select ${id}, ${who.as.user.id}, ${who.wallet.walletId}, t.id, 'in', 500, 'pending', ${held.id}, ${id}, ${at}
        from trading_account t where t.number = ${who.number}::bigint`);
    });
    return id;
  }
  const notified = async ({ as }: { as: Session }) => {
    await server.drain();
    const rows = await server.db.rows<{ kind: string }>(sql`
      select kind from notification where person_id = ${as.user.id} and kind like 'transfer%'`);
    return rows.map(({ kind }) => kind);
  };
  const reconcile = async () => {
    server.clock.advance(180_000);
    await server.app.jobs.run('trading.reconcile');
  };

  it('is released when the platform never received it', async () => {
    const ida = await trader(1_000n);
    await started(ida);
    expect(await currentStatus(ida)).toEqual([500n, 500n, 0n, 0n]);
    await server.app.jobs.run('trading.reconcile');
    expect(await currentStatus(ida)).toEqual([500n, 500n, 0n, 0n]);
    await reconcile();
    expect(await currentStatus(ida)).toEqual([1_000n, 0n, 0n, 0n]);
    await reconcile();
    expect(await currentStatus(ida)).toEqual([1_000n, 0n, 0n, 0n]);
    expect(await notified(ida)).toEqual(['transfer_rejected']);
  });

  it('is completed when the platform did', async () => {
    const ida = await trader(1_000n);
    const id = await started(ida);
    const change = {
      account: BigInt(ida.number),
      amountMinor: 500n,
      externalId: `transfer:${id}`,
      at: server.clock.now(),
    };
    await tradingPlatform(server.app).changeBalance(null, change);
    await Promise.all([reconcile(), reconcile()]);
    expect(await currentStatus(ida)).toEqual([500n, 0n, 500n, 500n]);
    expect(await notified(ida)).toEqual(['transfer_completed']);
  });
});
