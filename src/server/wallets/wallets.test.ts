import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseAccount } from '#server/ledger/accounts.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import { post } from '#server/ledger/post.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, external, walletOf, type TestWallet } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Session;
let wallet: TestWallet;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  wallet = await walletOf(server.db, ida.user.id);
});
afterAll(() => server.close());

const info = (as: Session, body: object, how: object = {}) =>
  server.call('POST /api/wallets-info', { as, body, ...how });

describe('wallets.list', () => {
  it('is for those who are signed in', async () => {
    const { status, refusal } = await server.call('POST /api/wallets', { as: server.browser() });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  });

  it('returns the main wallet that registration opened, named in the requested language', async () => {
    const { body } = await server.call('POST /api/wallets', { as: ida, language: 'en' });
    const empty = { balance: '0.00', currency: 'USD', native_balance: '0.00', available: '0.00', held: '0.00' };
    expect(body).toEqual([{ id: wallet.walletId, name: 'Main wallet', ...empty }]);
  });

  it('does not show the wallets of another client', async () => {
    const other = await server.register();
    const { body } = await server.call('POST /api/wallets', { as: other, form: true });
    expect(body.map(({ id }) => id)).not.toContain(wallet.walletId);
    expect(body).toHaveLength(1);
  });
});

describe('wallets.info', () => {
  it('refuses what is no id, what is unknown and what belongs to another', async () => {
    for (const body of [{}, { wallet_id: "1' or 1=1" }]) {
      expect((await info(ida, body)).refusal.errors?.['wallet_id']?.[0]?.code).toBe('validation.identifier');
    }
    const other = await server.register();
    const responses = [await info(ida, { wallet_id: newId() }), await info(other, { wallet_id: wallet.walletId })];
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect(responses[0]?.refusal).toEqual({ message: expect.any(String), code: 'http.not_found', params: {} });
    expect(responses[1]?.refusal).toEqual(responses[0]?.refusal);
  });

  it('explains the balance: what is held and what moved, with the balance after each', async () => {
    const at = server.clock.now();
    await deposit(server.db, ida.user.id, 100_000n, at);
    const action = (kind: 'withdrawal' | 'fee') => ({ scope: 'test', key: newId(), kind, at });
    const held = await server.db.tx(async (tx) => {
      const first = await hold(tx, action('withdrawal'), { wallet, amountMinor: 20_000n, purpose: 'withdrawal' });
      await captureHold(tx, first.id, action('withdrawal'), [{ account: external.code, amountMinor: 15_000n }]);
      await post(tx, { ...action('fee'), reason: 'Paper statement' }, [
        { account: wallet.available, amountMinor: -250n },
        { account: external.code, amountMinor: 250n },
      ]);
      return hold(tx, action('withdrawal'), { wallet, amountMinor: 30_000n, purpose: 'ipo', expiresAt: at });
    });
    const { body } = await info(ida, { wallet_id: wallet.walletId });
    expect(body.wallet).toMatchObject({
      balance: '847.50',
      native_balance: '847.50',
      available: '547.50',
      held: '300.00',
    });
    expect(body.holds).toEqual([
      { id: held.id, amount: '300.00', reason: 'ipo', at: at.toISOString(), expires_at: at.toISOString() },
    ]);
    const seen = body.operations.map(({ kind, amount, balance_after, reason }) => [
      kind,
      amount,
      balance_after,
      reason,
    ]);
    expect(seen).toEqual([
      ['fee', '-2.50', '847.50', 'Paper statement'],
      ['withdrawal', '-150.00', '850.00', null],
      ['deposit', '1000.00', '1000.00', null],
    ]);
    expect(body.next_cursor).toBeNull();
  });

  it('pages by cursor without gaps, also for a form', async () => {
    const karl = await server.register();
    const { walletId } = await walletOf(server.db, karl.user.id);
    for (let n = 1; n <= 120; n += 1) await deposit(server.db, karl.user.id, BigInt(n), server.clock.now());
    const amounts: string[] = [];
    let cursor: string | null = null;
    const pages: number[] = [];
    do {
      const { body } = await info(
        karl,
        { wallet_id: walletId, ...(cursor === null ? {} : { cursor }) },
        { form: true },
      );
      pages.push(body.operations.length);
      amounts.push(...body.operations.map(({ amount }) => amount));
      cursor = body.next_cursor;
    } while (cursor);
    expect(pages).toEqual([50, 50, 20]);
    expect(amounts).toEqual(Array.from({ length: 120 }, (_, n) => ((120 - n) / 100).toFixed(2)));
  });

  it('takes a cursor from another wallet for an end', async () => {
    const { body } = await info(ida, { wallet_id: wallet.walletId });
    const karl = await server.register();
    const { walletId } = await walletOf(server.db, karl.user.id);
    await deposit(server.db, karl.user.id, 500n, server.clock.now());
    const response = await info(karl, { wallet_id: walletId, cursor: body.operations[0]?.id });
    expect([response.status, response.body.operations]).toEqual([200, []]);
  });
});

it('has house accounts of its own name in each currency', () => {
  expect(houseAccount('psp_in', 'USD', 'bank-transfer').code).toBe('psp-in:bank-transfer:USD');
  expect(houseAccount('fees', 'EUR').code).toBe('fees:EUR');
});
