import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationFilter } from '#contract/wallets/endpoints.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, listedHolding, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { external, deposit, walletOf, type TestWallet } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Session;
let wallet: TestWallet;
let withdrawalId: string;
let holdId: string;

/** A deposit of 1,000, then a day later a fee, a bonus, a withdrawal from a hold, and a hold that stays. */
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  wallet = await walletOf(server.db, ida.user.id);
  await deposit(server.db, ida.user.id, 100_000n, server.clock.now());
  await move('fee', -250n, { reason: 'Paper statement, 50% off' });
  await move('bonus', 5000n, { actorId: (await server.register({ roles: ['finance'] })).user.id });
  await server.db.tx(async (tx) => {
    const first = await hold(tx, action('withdrawal'), { wallet, amountMinor: 20_000n, purpose: 'withdrawal' });
    const to = [{ account: external.code, amountMinor: 15_000n }];
    withdrawalId = (await captureHold(tx, first.id, action('withdrawal'), to)).id;
    const reference = { type: 'ipo_application', id: '01a1fdb7-0000-7000-8000-000000000077' };
    holdId = (await hold(tx, { ...action('ipo'), reference }, { wallet, amountMinor: 30_000n, purpose: 'ipo' })).id;
  });
});
afterAll(() => server.close());

/** A day after the first deposit. */
const at = new Date('2026-03-03T15:00:00Z');
const action = (kind: LedgerKind) => ({ scope: 'test', key: newId(), kind, at, actorId: ida.user.id });

function move(kind: LedgerKind, amountMinor: bigint, more: { reason?: string; actorId?: string } = {}) {
  const postings = [
    { account: wallet.available, amountMinor },
    { account: external.code, amountMinor: -amountMinor },
  ];
  return server.db.tx((tx) => post(tx, { ...action(kind), ...more }, postings));
}

const list = (filter: Partial<OperationFilter> = {}, as: Session = ida) =>
  server.call('POST /api/wallets/operations', { as, body: { wallet_id: wallet.walletId, ...filter } });
const open = (operationId: string, as: Session = ida) =>
  server.call('POST /api/wallets/operation', { as, body: { wallet_id: wallet.walletId, operation_id: operationId } });
const explain = (as: Session = ida, wallet_id = wallet.walletId) =>
  server.call('POST /api/wallets/explain', { as, body: { wallet_id } });

describe('wallets.operations', () => {
  it('cannot be read by another client', async () => {
    const other = await server.register();
    expect((await list({}, other)).refusal.code).toBe('http.not_found');
    expect((await list({ wallet_id: newId() })).refusal.code).toBe('http.not_found');
    expect((await server.call('POST /api/wallets/operations', { as: server.browser() })).status).toBe(401);
  });

  it('adds up what meets the filter', async () => {
    const { body } = await list();
    expect(body.operations.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['withdrawal', '-150.00'],
      ['bonus', '50.00'],
      ['fee', '-2.50'],
      ['deposit', '1000.00'],
    ]);
    expect([body.currency, body.totals]).toEqual(['USD', { count: 4, in: '1050.00', out: '152.50' }]);
  });

  it.each<[filter: Partial<OperationFilter>, kinds: string[]]>([
    [{ kind: 'fee' }, ['fee']],
    [{ direction: 'in' }, ['bonus', 'deposit']],
    [{ direction: 'out' }, ['withdrawal', 'fee']],
    [{ from: '2026-03-03' }, ['withdrawal', 'bonus', 'fee']],
    [{ to: '2026-03-02' }, ['deposit']],
    [{ from: '2026-03-02', to: '2026-03-03' }, ['withdrawal', 'bonus', 'fee', 'deposit']],
    [{ from: '2026-03-04' }, []],
    [{ min: '50', max: '150' }, ['withdrawal', 'bonus']],
    [{ min: '150.001' }, ['deposit']],
    [{ max: '2.509' }, ['fee']],
    [{ search: 'PAPER' }, ['fee']],
    [{ search: '50%' }, ['fee']],
    [{ search: '_' }, []],
    [{ search: 'test' }, ['withdrawal', 'bonus', 'fee', 'deposit']],
    [{ direction: 'out', search: 'paper', min: '1' }, ['fee']],
  ])('is narrowed down by %o', async (filter, kinds) => {
    const { body } = await list(filter);
    expect(body.operations.map(({ kind }) => kind)).toEqual(kinds);
    expect(body.totals?.count).toBe(kinds.length);
  });

  it('finds one by its number', async () => {
    const { body } = await list({ search: withdrawalId.slice(0, 20) });
    expect(body.operations.map(({ id }) => id)).toContain(withdrawalId);
  });

  it('refuses what is no filter', async () => {
    for (const [field, value] of [
      ['kind', 'hold'],
      ['direction', 'sideways'],
      ['from', 'yesterday'],
      ['least', '-1'],
      ['search', 'x'.repeat(61)],
      ['cursor', '1'],
    ]) {
      expect((await list({ [field!]: value })).refusal.errors).toHaveProperty(field!);
    }
  });

  it('pages without gaps, with totals on the first page only', async () => {
    const karl = await server.register();
    const { walletId } = await walletOf(server.db, karl.user.id);
    for (let n = 1; n <= 103; n += 1) await deposit(server.db, karl.user.id, BigInt(n), server.clock.now());
    const seen: string[] = [];
    const totals: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list({ wallet_id: walletId, min: '0.03', ...(cursor === null ? {} : { cursor }) }, karl);
      seen.push(...body.operations.map(({ amount }) => amount));
      totals.push(body.totals);
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 101 }, (_, n) => ((103 - n) / 100).toFixed(2)));
    expect(totals).toEqual([{ count: 101, in: '53.53', out: '0.00' }, null, null]);
  });
});

describe('wallets.operation', () => {
  it('opens into postings and the hold it was paid from', async () => {
    const { body } = await open(withdrawalId);
    expect(body).toMatchObject({ kind: 'withdrawal', by: 'client', hold: { amount: '200.00', captured: '150.00' } });
    expect(body.postings.map(({ account, amount, detail }) => [account, amount, detail])).toEqual([
      ['wallet_held', '-200.00', null],
      ['wallet_available', '50.00', null],
      ['psp_in', '150.00', 'test'],
    ]);
  });

  it('shows a hold by its own number, and who acted', async () => {
    const { body } = await open(holdId);
    expect(body).toMatchObject({
      kind: 'hold',
      reference: { type: 'ipo_application', id: '01a1fdb7-0000-7000-8000-000000000077' },
      hold: { reason: 'ipo' },
    });
    const { body: listed } = await list({ kind: 'bonus' });
    expect((await open(listed.operations[0]!.id)).body.by).toBe('staff');
    const { body: first } = await list({ kind: 'deposit' });
    expect((await open(first.operations[0]!.id)).body.by).toBe('system');
  });

  it('cannot be read by another client, by the wallet or by the number', async () => {
    const other = await server.register();
    expect((await open(withdrawalId, other)).refusal.code).toBe('http.not_found');
    const { walletId } = await walletOf(server.db, other.user.id);
    const body = { wallet_id: walletId, operation_id: withdrawalId };
    expect((await server.call('POST /api/wallets/operation', { as: other, body })).refusal.code).toBe('http.not_found');
  });

  it('shows nothing of others in a transaction that serves several clients', async () => {
    const [karl, eva] = [await server.register(), await server.register()];
    const [mine, hers] = [await walletOf(server.db, karl.user.id), await walletOf(server.db, eva.user.id)];
    const { id } = await server.db.tx((tx) =>
      post(tx, action('ipo'), [
        { account: external.code, amountMinor: -300n },
        { account: mine.available, amountMinor: 100n },
        { account: hers.available, amountMinor: 200n },
      ]),
    );
    const body = { wallet_id: mine.walletId, operation_id: id };
    const { body: opened } = await server.call('POST /api/wallets/operation', { as: karl, body });
    expect(opened.postings.map(({ amount, wallet_id }) => [amount, wallet_id])).toEqual([['1.00', mine.walletId]]);
    expect(opened.by).toBe('staff');
  });
});

describe('a deposit', () => {
  it('is pending while it is awaited, and known by its number once it is credited', async () => {
    const eva = await server.register();
    const { walletId } = await walletOf(server.db, eva.user.id);
    await server.db.run(sql`update person set verification_level = 3 where id = ${eva.user.id}`);
    await server.db.run(sql`
      insert into payment_bank_account values ('USD', 'Atrium', 'Bank', 'GB29NWBK60161331926819', 'NWBKGB2L') on conflict do nothing`);
    const pay = (body: { method: 'bank_transfer' | 'sandbox'; amount: string; card?: string }) =>
      server.call('POST /api/payments/deposit', {
        as: eva,
        body: { wallet_id: walletId, ...body },
        headers: { 'idempotency-key': newId() },
      });
    const { payment: awaited } = (await pay({ method: 'bank_transfer', amount: '250' })).body;
    const { payment: credited } = (await pay({ method: 'sandbox', amount: '100', card: '4242424242424242' })).body;

    const { body: explained } = await explain(eva, walletId);
    expect([explained.available, explained.pending]).toEqual([credited.net, awaited.net]);
    expect(explained.awaited.map(({ id, number, amount }) => [id, number, amount])).toEqual([
      [awaited.id, awaited.number, awaited.net],
    ]);
    const { body: found } = await list({ wallet_id: walletId, search: credited.number }, eva);
    expect(found.operations.map(({ reference }) => reference)).toEqual([
      { type: 'payment', id: credited.id, label: credited.number },
    ]);
    expect((await list({ wallet_id: walletId, search: awaited.number }, eva)).body.operations).toEqual([]);
  });
});

describe('a movement of an offering', () => {
  it('has the number that its client knows, and is found by it', async () => {
    const applicant = await newApplicant(server);
    const as = applicant.session;
    const stock_id = await openOffering(server);
    const headers = () => ({ 'idempotency-key': newId() });
    const bought = await server.call('POST /api/ipo/buy', { as, body: agreed(stock_id, 10), headers: headers() });
    const application = { type: 'ipo_application', id: bought.body.id, label: bought.body.number };
    expect(application.label).toMatch(/^A-\d+$/);
    const sold = await listedHolding(server, applicant);
    const sale = await server.call('POST /api/ipo/sell', {
      as,
      body: { stock_id: sold, quantity: 10 },
      headers: headers(),
    });
    expect(sale.status).toBe(200);
    const { walletId: wallet_id } = applicant.wallet;
    const find = async (search: string) =>
      (await server.call('POST /api/wallets/operations', { as, body: { wallet_id, search } })).body.operations;
    const number = sale.body.number;
    expect(number).toMatch(/^S-\d+$/);
    expect((await find(number)).map(({ reference }) => reference?.label)).toEqual([number]);
    const { body } = await server.call('POST /api/wallets/explain', { as, body: { wallet_id } });
    expect(body.holds.map(({ reference }) => reference)).toEqual([application]);
    await server.call('POST /api/ipo/cancel', { as, body: { application_id: application.id }, headers: headers() });
    const direct = (await server.call('POST /api/wallets/operations', { as, body: { wallet_id } })).body.operations;
    const paid = direct.find(({ kind, amount }) => kind === 'ipo' && amount.startsWith('-'));
    expect(paid?.reference).toMatchObject({ type: 'ipo_application', label: expect.stringMatching(/^A-\d+$/) });
    expect((await find(paid?.reference?.label ?? '')).map(({ id }) => id)).toEqual([paid?.id]);
    const opened = await server.call('POST /api/wallets/operation', {
      as,
      body: { wallet_id, operation_id: paid!.id },
    });
    expect(opened.body.reference).toEqual(paid?.reference);
  });
});

describe('wallets.explain', () => {
  it('cannot be read by another client', async () => {
    expect((await explain(await server.register())).refusal.code).toBe('http.not_found');
    expect((await explain(ida, newId())).refusal.code).toBe('http.not_found');
  });

  it('shows what each balance is made of', async () => {
    const { body } = await explain();
    expect(body).toMatchObject({ available: '597.50', held: '300.00', pending: '0.00', awaited: [] });
    expect(body.holds).toMatchObject([
      {
        id: holdId,
        amount: '300.00',
        reference: { type: 'ipo_application', id: '01a1fdb7-0000-7000-8000-000000000077' },
      },
    ]);
    expect(body.movements).toEqual([
      { kind: 'withdrawal', count: 1, amount: '-150.00' },
      { kind: 'bonus', count: 1, amount: '50.00' },
      { kind: 'fee', count: 1, amount: '-2.50' },
      { kind: 'deposit', count: 1, amount: '1000.00' },
    ]);
  });
});
