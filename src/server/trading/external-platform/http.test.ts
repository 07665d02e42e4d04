import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { tradingCode } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { holderOnPaper } from '#test/trading/on-paper.ts';
import { startExternalPlatform } from '#test/trading/external-platform.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { clientWithWallet, deposit, external as cash } from '#test/money/wallet.ts';
import { tradingPlatform } from '../accounts.ts';
import { httpPlatform } from './http.ts';
import { openIn, openTradingAccount } from '../open-account.ts';
import { describePlatform } from '../platform-contract.ts';

const secret = 'shared-between-two-servers-0123';
let elsewhere: TestServer;
let external: Awaited<ReturnType<typeof startExternalPlatform>>;
let server: TestServer;
beforeAll(async () => {
  elsewhere = await startServer();
  external = await startExternalPlatform(elsewhere.app, secret);
  server = await startWith('link');
});
afterAll(async () => {
  await server.close();
  await external.close();
  await elsewhere.close();
});

const startWith = (signIn: string) =>
  startServer({
    env: {
      TRADING_PLATFORM: 'http',
      TRADING_PLATFORM_URL: external.url,
      TRADING_PLATFORM_SECRET: secret,
      TRADING_PLATFORM_SIGN_IN: signIn,
    },
  });

/** An account of ours that was announced to the external platform. */
async function openThere(): Promise<{ number: bigint; clientId: string }> {
  const { clientId } = await clientWithWallet(server.db);
  const { trading_account_id: number } = await openTradingAccount(server.app, { id: clientId }, { currency_id: 'USD' });
  await server.drain();
  return { number: BigInt(number), clientId };
}

describePlatform('over HTTP', async () => ({
  platform: tradingPlatform(server.app),
  tx: server.db.tx,
  ...holderOnPaper(elsewhere),
  openAccount: async () => (await openThere()).number,
}));

it('takes silence for not knowing, and learns later what happened', async () => {
  const platform = tradingPlatform(server.app);
  const { number: account } = await openThere();
  const change = { account, amountMinor: 700n, externalId: 'swallowed', at: server.clock.now() };
  external.trouble.swallow = 1;
  expect(await platform.changeBalance(null, change)).toBe('unknown');
  expect(await platform.balanceChange('swallowed')).toBe('done');
  expect(await platform.changeBalance(null, change)).toBe('done');
  expect((await platform.snapshots([account])).get(account)?.balanceMinor).toBe(700n);
});

it('credits an opening balance there once, also where the answer was lost', async () => {
  const { clientId } = await clientWithWallet(server.db);
  external.trouble.swallow = 1;
  const { number } = await server.db.tx((tx) =>
    openIn(server.app, tx, clientId, { currency: 'USD', openingMinor: 900n }),
  );
  const platform = tradingPlatform(server.app);
  // Events of others do not wait for it, and no event of it can be given up.
  const { events } = await server.db.one<{ events: number }>(sql`
    select count(*)::int as events from outbox
    where name = 'trading.platform_account_requested' and payload ->> 'number' = ${String(number)}`);
  expect(events).toBe(0);
  await expect(server.app.jobs.run('trading.open_imported')).rejects.toThrow('fetch failed');
  expect(external.trouble.swallow).toBe(0);
  server.clock.advance(3_600_000);
  await server.app.jobs.run('trading.open_imported');
  await server.app.jobs.run('trading.open_imported');
  expect(await platform.balanceChange(`opening:${number}`)).toBe('done');
  expect((await platform.snapshots([number])).get(number)?.balanceMinor).toBe(900n);
});

it('keeps trying to open an imported account, at most ten minutes apart, and holds up no other', async () => {
  const { clientId } = await clientWithWallet(server.db);
  const [bad, good] = await server.db.tx(async (tx) => [
    await openIn(server.app, tx, clientId, { currency: 'USD', openingMinor: 900n }),
    await openIn(server.app, tx, clientId, { currency: 'USD', openingMinor: 0n }),
  ]);
  external.trouble.refusing.add(String(bad?.number));
  const state = ({ id } = bad ?? { id: '' }) =>
    server.db.one<{ attempts: number; error: string | null; isDone: boolean; next: Date }>(sql`
      select attempts, error, done_at is not null as "isDone", next_attempt_at as next
      from platform_opening where account_id = ${id}`);
  await server.app.jobs.run('trading.open_imported');
  expect(await state(good)).toMatchObject({ attempts: 0, isDone: true });
  for (let attempt = 1; attempt < 15; attempt += 1) {
    const { attempts, error, next } = await state();
    expect({ attempts, error }).toMatchObject({ attempts: attempt, error: expect.stringContaining('refuses') });
    expect(next.getTime() - server.clock.now().getTime()).toBeLessThanOrEqual(600_000);
    server.clock.advance(600_000);
    await expect(server.app.jobs.run('trading.open_imported')).rejects.toThrow('refuses');
  }
  external.trouble.refusing.clear();
  server.clock.advance(600_000);
  await server.app.jobs.run('trading.open_imported');
  expect(await state()).toMatchObject({ isDone: true });
  const number = bad?.number ?? 0n;
  expect((await tradingPlatform(server.app).snapshots([number])).get(number)?.balanceMinor).toBe(900n);
});

it('does not know what happened at an address that does not respond', async () => {
  const { number: account } = await openThere();
  const platform = httpPlatform(server.app, { url: 'http://127.0.0.1:9', secret, signIn: 'link' });
  const change = { account, amountMinor: 700n, externalId: 'nobody', at: server.clock.now() };
  expect([await platform.changeBalance(null, change), await platform.balanceChange('nobody')]).toEqual([
    'unknown',
    'unknown',
  ]);
});

it('brings what was won and lost there into the ledger, once', async () => {
  const { number, clientId } = await openThere();
  const at = server.clock.now();
  const code = tradingCode(clientId, String(number));
  await deposit(server.db, clientId, 1n, at);
  await server.db.tx((tx) =>
    post(tx, { scope: 'test', key: 'follow', kind: 'deposit', at }, [
      { account: cash.code, amountMinor: -500_000n },
      { account: code, amountMinor: 500_000n },
    ]),
  );
  const platform = tradingPlatform(server.app);
  await platform.changeBalance(null, { account: number, amountMinor: 500_000n, externalId: 'follow', at });
  const holder = holderOnPaper(elsewhere);
  await holder.buy(number);
  await holder.closeAll(number);
  await Promise.all([server.app.jobs.run('trading.follow_platform'), server.app.jobs.run('trading.follow_platform')]);
  await server.app.jobs.run('trading.follow_platform');
  const there = (await platform.snapshots([number])).get(number)?.balanceMinor;
  expect(there).toBeLessThan(500_000n);
  expect((await balances(server.db, [code])).get(code)).toBe(there);
});

it('that stops responding leaves each account at its last figures, with their time', async () => {
  const ida = await server.register();
  const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' });
  await server.drain();
  const change = { account: BigInt(number), amountMinor: 1200n, externalId: 'before', at: server.clock.now() };
  expect(await tradingPlatform(server.app).changeBalance(null, change)).toBe('done');
  const list = async () => (await server.call('POST /api/trading-account', { as: ida })).body;
  const notified = await list();
  expect(notified).toMatchObject([{ native_balance: '12.00', equity: '12.00' }]);
  external.trouble.mute = true;
  try {
    server.clock.advance(3_600_000);
    expect(await list()).toEqual(notified);
    const renamed = await server.call('POST /api/trading-account/rename', {
      as: ida,
      body: { trading_account_id: number, nickname: 'Kept' },
    });
    expect(renamed.body).toEqual({ ...notified[0], nickname: 'Kept' });
    const { body } = await server.call('POST /api/trading-account/create', { as: ida, body: { currency_id: 'EUR' } });
    expect(body).toMatchObject({ currency: 'EUR', native_balance: '0.00' });
    const overview = await server.call('POST /api/portfolio/overview', { as: ida, body: {} });
    expect(overview.body.open_positions).toBeNull();
  } finally {
    external.trouble.mute = false;
  }
  await tradingPlatform(server.app).changeBalance(null, { ...change, externalId: 'after', amountMinor: 300n });
  expect((await list())[0]?.native_balance).toBe('15.00');
});

describe('signing in', () => {
  const autologin = async (at: TestServer) => {
    const ida = await at.register();
    const { trading_account_id: number } = await openTradingAccount(at.app, ida.user, { currency_id: 'USD' });
    await at.drain();
    const issued = await at.call('POST /api/trading-account/autologin', {
      as: ida,
      body: { trading_account_id: number },
    });
    return { ida, number, ...issued.body };
  };
  const exchange = (at: TestServer, token: string, bearer = secret) =>
    at.call('POST /api/platform/exchange', { body: { token }, headers: { authorization: `Bearer ${bearer}` } });

  it('by a link sends the platform’s server the token that the browser brings', async () => {
    const { link, fields, number } = await autologin(server);
    expect(fields).toBeNull();
    const token = new URL(link).searchParams.get('token');
    expect(external.notified.at(-1)).toMatchObject({ token, account: number });
  });

  it.each(['exchange', 'form'])('by %s lets the platform’s server ask us, once, with its secret', async (shape) => {
    const at = await startWith(shape);
    const { link, fields, number, ida } = await autologin(at);
    const token = (shape === 'form' ? fields?.['token'] : new URL(link).searchParams.get('token')) ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(link.includes(token)).toBe(shape !== 'form');
    expect((await exchange(at, token, 'a-wrong-secret-0123456789')).refusal.code).toBe('http.unauthenticated');
    const responses = await Promise.all(Array.from({ length: 10 }, () => exchange(at, token)));
    expect(responses.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { trading_account_id: number, client_id: ida.user.id, holder: 'Ida Berg' },
    ]);
    expect((await exchange(at, token)).refusal.code).toBe('auth.token_used');
    expect((await exchange(at, 'made-up')).refusal.code).toBe('auth.token_unknown');
    const late = await autologin(at);
    at.clock.advance(60_000);
    const old = (shape === 'form' ? late.fields?.['token'] : new URL(late.link).searchParams.get('token')) ?? '';
    expect((await exchange(at, old)).refusal.code).toBe('auth.token_expired');
    await at.close();
  });

  it('rejects external callers where the embedded platform keeps the accounts', async () => {
    expect((await exchange(elsewhere, 'any')).refusal.code).toBe('http.unauthenticated');
  });
});

it('needs an address and a secret', async () => {
  await expect(startServer({ env: { TRADING_PLATFORM: 'http' } })).rejects.toThrow('TRADING_PLATFORM_URL');
  const { count } = await server.db.one<{ count: number }>(
    sql`select count(*)::int as count from trading_account where platform = 'paper'`,
  );
  expect(count).toBe(0);
});
