import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyBooks } from './verify-ledger.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startExternalPlatform } from '#test/trading/external-platform.ts';
import { asker, codeOf, newPayer, openBank, reported, type Payer } from '#test/money/payments.ts';
import { settled } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit } from '#test/money/wallet.ts';

let server: TestServer;
let ines: Session;
let viktor: Session;
let amelia: Session;
let payer: Payer;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  viktor = await server.register({ roles: ['client', 'compliance'] });
  amelia = await server.register({ roles: ['client', 'support'] });
  await openBank(server);
  payer = await newPayer(server, 3, 10_000n);
});
afterAll(() => server.close());

const request = () => asker(server);
const books = (as: Session, body: object = {}) =>
  server.call('POST /api/staff/reconciliation/trial-balance', { as, body });
const start = (as: Session, kind: 'proof' | 'platform') =>
  server.call('POST /api/staff/reconciliation/start', { as, body: { kind } });
const readRun = async (run_id: string, of = server, as = ines) =>
  (await of.call('POST /api/staff/reconciliation/run', { as, body: { run_id } })).body;
const actions = async (action: string) =>
  (await server.db.one<{ count: number }>(sql`select count(*)::int as count from audit_entry where action = ${action}`))
    .count;

/** A transfer by bank that finance has credited. */
async function credited(amount: string) {
  const id = await reported(server, payer, amount);
  const body = { payment_id: id, received: amount };
  expect((await request()('POST /api/staff/payments/credit', ines, body)).status).toBe(200);
  const row = {
    id,
    ...(await server.db.one<{ reference: string; number: string }>(
      sql`select reference, 'P-' || number as number from payment where id = ${id}`,
    )),
  };
  return row;
}

describe('who may', () => {
  it('is finance, compliance and administrators; support and clients are refused', async () => {
    for (const as of [amelia, payer.session]) {
      expect((await books(as)).status).toBe(403);
      expect((await start(as, 'proof')).status).toBe(403);
    }
    expect((await books(viktor)).status).toBe(200);
    const total = { currency: 'USD', amount: '1' };
    const statement = { method: 'bank_transfer', name: 'March', from: '2026-03-01', to: '2026-03-31', total };
    expect((await request()('POST /api/staff/reconciliation/statement', viktor, statement)).status).toBe(403);
  });
});

describe('the trial balance', () => {
  it('comes to zero in each currency, and each kind to what its accounts come to', async () => {
    await credited('25.00');
    const { body } = await books(ines);
    const usd = body.currencies.find(({ currency }) => currency === 'USD');
    expect(usd?.balance).toBe('0.00');
    expect(usd?.debits).toBe(usd?.credits);
    const wallets = usd?.kinds.find(({ kind }) => kind === 'wallet_available');
    const { total } = await server.db.one<{ total: bigint }>(sql`
      select sum(b.amount)::bigint as total from ledger_balance b join ledger_account a on a.id = b.account_id
      where a.kind = 'wallet_available' and a.currency = 'USD'`);
    expect(wallets?.balance.replace('.', '')).toBe(String(total));
  });

  it('is that of the requested instant', async () => {
    server.clock.advance(60_000);
    const until = server.clock.now().toISOString();
    const { body: before } = await books(ines);
    server.clock.advance(60_000);
    await deposit(server.db, payer.session.user.id, 700n, server.clock.now());
    expect((await books(ines, { until })).body.currencies).toEqual(before.currencies);
    expect((await books(ines)).body.currencies).not.toEqual(before.currencies);
    expect((await books(ines, { until: '2020-01-01T00:00:00Z' })).body.currencies).toEqual([]);
  });

  it('leads to accounts, and to their postings with the other side, which counts as access to a client', async () => {
    const { body } = await server.call('POST /api/staff/reconciliation/accounts', {
      as: ines,
      body: { kind: 'wallet_available', currency: 'USD', search: payer.session.user.email },
    });
    const [account] = body.accounts;
    expect(body.accounts).toHaveLength(1);
    expect(account?.client?.id).toBe(payer.session.user.id);
    const before = await actions('staff.view_client');
    const postings = await server.call('POST /api/staff/reconciliation/postings', {
      as: ines,
      body: { account_id: account?.id ?? '' },
    });
    expect(postings.body.postings).toHaveLength(account?.postings ?? 0);
    expect(postings.body.postings[0]?.balance_after).toBe(account?.balance);
    expect(postings.body.postings.map(({ others }) => others.length).every((count) => count > 0)).toBe(true);
    expect(await actions('staff.view_client')).toBe(before + 1);
    const missing = { as: ines, body: { account_id: newId() } };
    expect(codeOf(await server.call('POST /api/staff/reconciliation/postings', missing))).toBe('http.not_found');
  });

  it('can be exported, with an audit entry', async () => {
    const before = await actions('reconciliation.export_balance');
    const { body } = await server.call('GET /api/staff/reconciliation/trial-balance/file', { as: ines });
    expect(body).toContain(',USD,psp_in,');
    expect(await actions('reconciliation.export_balance')).toBe(before + 1);
    // As of the time of the export, though no instant was requested.
    const { until } = await server.db.one<{ until: string }>(sql`
      select details ->> 'until' as until from audit_entry where action = 'reconciliation.export_balance' order by id desc limit 1`);
    expect(Math.abs(Date.parse(until) - server.app.clock.now().getTime())).toBeLessThan(60_000);
    expect(body).toContain(`\r\n${until},`);
  });
});

describe('the ways of paying', () => {
  it('agree with payments, and name what has no payment', async () => {
    await credited('40.00');
    const { body } = await server.call('POST /api/staff/reconciliation/methods', { as: ines, body: {} });
    expect(body.lines.find(({ method }) => method === 'bank_transfer')).toMatchObject({
      difference: '0.00',
      without_payment: '0.00',
    });
    const test = body.lines.find(({ method }) => method === 'test');
    expect(test).toMatchObject({ payments: '0.00', difference: '0.00', ledger: test?.without_payment });
  });

  it('are the same before and after the seal, and after the totals of payments were added up', async () => {
    await credited('35.00');
    const methods = async () =>
      (await server.call('POST /api/staff/reconciliation/methods', { as: ines, body: {} })).body.lines;
    const before = await methods();
    await vi.waitUntil(async () => {
      await server.app.jobs.run('reconciliation.seal');
      return (
        (await server.db.maybeOne(sql`
        select from ledger_seal where posting_id = (select max(id) from ledger_posting)`)) !== undefined
      );
    }, 60_000);
    expect(await methods()).toEqual(before);
    const rows = async () => (await server.db.rows(sql`select from payment_total`)).length;
    expect(await rows()).toBeGreaterThan(1);
    await server.db.run(sql`select payment_add_up_totals()`);
    expect(await rows()).toBe(1);
    expect(await methods()).toEqual(before);
    const { findings } = await server.db.snapshot((tx) => verifyBooks(tx, server.app.config));
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });

  it('differ when a payment claims what the ledger does not have', async () => {
    const { id } = await credited('10.00');
    // What the guards would refuse.
    await server.db.run(sql`alter table payment disable trigger payment_transitions`);
    await server.db.run(sql`update payment set amount = amount + 1 where id = ${id}`);
    const { body } = await server.call('POST /api/staff/reconciliation/methods', { as: ines, body: {} });
    expect(body.lines[0]).toMatchObject({ method: 'bank_transfer', difference: '-0.01' });
    await server.db.run(sql`update payment set amount = amount - 1 where id = ${id}`);
    await server.db.run(sql`alter table payment enable trigger payment_transitions`);
  });
});

describe('a statement', () => {
  const days = { method: 'bank_transfer', name: 'March', from: '2026-03-01', to: '2026-03-31' };
  const hold = (body: object, key?: string) =>
    request()('POST /api/staff/reconciliation/statement', ines, { ...days, ...body }, key);
  let files = 0;
  /**
   * Matched without crediting; what is open is no payment of a client. Each file has a line of its own, so that none was
   * read before.
   */
  const compared = async (rows: string[]) => {
    const own = `own ${(files += 1)},0.01,USD,2026-03-01`;
    const content = ['reference,amount,currency,date', ...rows, own].join('\n');
    const { run, lines } = await settled(server, ines, content, { credit: 'none', name: 'March' });
    expect(run.state).toBe('settling');
    for (const { id: line_id, result } of lines) {
      const body = { line_id, note: 'Not of a client.' };
      if (result === 'proposed' || result === 'unknown')
        await server.call('POST /api/staff/reconciliation/statements/dismiss', { as: ines, body });
    }
    await server.app.jobs.run('reconciliation.lines');
    return (await readRun(run.id)).run;
  };

  it('is compared with what the ledger moved, stored, and each difference explained once', async () => {
    const [first, second, third] = [await credited('11.00'), await credited('12.00'), await credited('13.00')];
    const run = await compared([
      `CREDIT ${first.reference},11.00,USD,2026-03-03`,
      `${second.number},12.50,USD,2026-03-03`,
      'who knows,99.00,USD,2026-03-03',
    ]);
    const { findings } = await readRun(run.id);
    const of = (result: string) => findings.filter((each) => each.result === result);
    expect(of('matched').map(({ payment }) => payment?.id)).toEqual([first.id]);
    expect(of('amount_differs')).toMatchObject([
      { here: '12.00', there: '12.50', difference: '-0.50', payment: { id: second.id } },
    ]);
    expect(of('missing_here')).toMatchObject([
      { here: null, there: '99.00', reference: 'who knows', note: { text: 'Not of a client.', by: 'Inès Moreau' } },
      {},
    ]);
    expect(of('missing_there').map(({ payment }) => payment?.id)).toContain(third.id);
    expect(findings.map(({ result }) => result).at(-1)).toBe('matched');
    expect(run).toMatchObject({ requested_by: 'Inès Moreau', facts: { lines: 4 }, open: findings.length - 3 });

    const resolve = (finding_id: string, as = ines) =>
      server.call('POST /api/staff/reconciliation/resolve', { as, body: { finding_id, note: 'The bank took a fee.' } });
    const [differing] = of('amount_differs');
    const id = differing?.id ?? '';
    expect((await resolve(id, viktor)).status).toBe(403);
    expect(codeOf(await resolve(newId()))).toBe('http.not_found');
    expect(codeOf(await resolve(of('matched')[0]?.id ?? ''))).toBe('http.not_found');
    const responses = await Promise.all(Array.from({ length: 5 }, () => resolve(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await resolve(id))).toBe('reconciliation.resolved');
    const after = await readRun(run.id);
    expect(after.run.open).toBe(run.open - 1);
    expect(after.findings.find((each) => each.id === id)?.note).toMatchObject({
      text: 'The bank took a fee.',
      by: 'Inès Moreau',
    });
    await expect(server.db.run(sql`update reconciliation_finding set note = 'no' where id = ${id}`)).rejects.toThrow(
      'reconciliation_finding',
    );
    await expect(
      server.db.run(sql`update reconciliation_finding set here = 1 where run_id = ${run.id}`),
    ).rejects.toThrow('reconciliation_finding');
  });

  it('expects no line for a reversed payment: it was credited in error, and reversed', async () => {
    const { id } = await credited('19.00');
    const item = await request()('POST /api/staff/payments/info', ines, { payment_id: id });
    const reversal = { operation_id: item.body.operation_id!, reason: 'booked_in_error', note: 'It never came.' };
    const { body: proposed } = await request()('POST /api/staff/payments/reverse', ines, {
      ...reversal,
      current_password: ines.password,
    });
    const before = await compared(['who knows,1,USD,2026-03-02']);
    expect((await readRun(before.id)).findings.map(({ payment }) => payment?.id)).toContain(id);
    const decision = { payment_id: proposed.payment.id, decision: 'approve' };
    const paul = await server.register({ roles: ['client', 'finance'] });
    expect((await request()('POST /api/staff/payments/decide-adjustment', paul, decision)).status).toBe(200);
    const after = await compared(['who knows,1,USD,2026-03-02']);
    const found = (await readRun(after.id)).findings.map(({ payment, reference }) => payment?.id ?? reference);
    expect(found).not.toContain(id);
    expect(found).not.toContain(proposed.payment.id);
    const { body } = await server.call('POST /api/staff/reconciliation/methods', { as: ines, body: {} });
    expect(body.lines.filter(({ difference }) => Number(difference) !== 0)).toEqual([]);
  });

  it('knows a refund for the money that went back', async () => {
    const { id, number } = await credited('17.00');
    const refund = { payment_id: id, reason: 'requested_by_client', note: 'He asked for it.' };
    expect((await request()('POST /api/staff/payments/refund', ines, refund)).status).toBe(200);
    const { id: run } = await compared([`${number},17,USD,2026-03-02`, `${number},-17,USD,2026-03-02`]);
    const { findings } = await readRun(run);
    expect(findings.filter(({ payment }) => payment?.id === id).map(({ result }) => result)).toEqual([
      'matched',
      'matched',
    ]);
  });

  it('may be a sum alone', async () => {
    const { findings } = await readRun((await hold({ total: { currency: 'USD', amount: '1' } })).body.id);
    expect(findings).toMatchObject([{ result: 'amount_differs', there: '1.00' }]);
    const amount = findings[0]?.here ?? '';
    const equal = await readRun((await hold({ total: { currency: 'USD', amount } })).body.id);
    expect(equal.findings).toMatchObject([{ result: 'matched' }]);
  });

  it('is taken once', async () => {
    const key = newId();
    const body = { total: { currency: 'USD', amount: '5' } };
    const first = await hold(body, key);
    expect((await hold(body, key)).body).toEqual(first.body);
    expect(codeOf(await hold({ total: { currency: 'USD', amount: '6' } }, key))).toBe('http.idempotency_mismatch');
  });
});

describe('the proof', () => {
  beforeEach(() => server.app.jobs.run('reconciliation.run'));

  it('is made by a job, once a day and on request', async () => {
    const list = async () =>
      (await server.call('POST /api/staff/reconciliation/runs', { as: ines, body: { kind: 'proof' } })).body.runs;
    const before = await list();
    expect(before[0]).toMatchObject({ state: 'done', open: 0 });
    const responses = await Promise.all([start(ines, 'proof'), start(viktor, 'proof'), start(ines, 'proof')]);
    const [{ body: input }] = responses;
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(input.state).toBe('waiting');
    await server.app.jobs.run('reconciliation.run');
    const { run, findings } = await readRun(input.id);
    expect(run).toMatchObject({ state: 'done', results: [], facts: { rules: expect.any(Number) as number } });
    expect(findings).toEqual([]);
    expect(await list()).toHaveLength(before.length + 1);
    server.clock.advance(25 * 3_600_000);
    [ines, viktor] = (await Promise.all([ines, viktor].map(({ user }) => server.signIn(user)))) as [Session, Session];
    await server.app.jobs.run('reconciliation.run');
    expect(await list()).toHaveLength(before.length + 2);
  });

  it('names the row that does not add up', async () => {
    const { code } = await server.db.one<{ code: string }>(sql`
      select code from ledger_account where kind = 'wallet_available' and client_id = ${payer.session.user.id}`);
    const change = (by: bigint) =>
      server.db.tx(async (tx) => {
        await tx.run(sql`alter table ledger_balance disable trigger user`);
        await tx.run(sql`update ledger_balance set amount = amount + ${by}
          where account_id = (select id from ledger_account where code = ${code})`);
        await tx.run(sql`alter table ledger_balance enable trigger user`);
      });
    await change(1n);
    const id = (await start(ines, 'proof')).body.id;
    await server.app.jobs.run('reconciliation.run');
    await change(-1n);
    const { run, findings } = await readRun(id);
    expect(run.results).toEqual([{ result: 'broken', count: 1 }]);
    expect(findings).toMatchObject([
      { rule: 'the balance of a client is the sum of its postings', row: `ledger_balance of ${code}` },
    ]);
    const note = { as: ines, body: { finding_id: findings[0]?.id ?? '', note: 'never mind' } };
    expect(codeOf(await server.call('POST /api/staff/reconciliation/resolve', note))).toBe('http.not_found');
  });

  it('of a server that died counts as failed, and another may be requested', async () => {
    const { body } = await start(ines, 'proof');
    await server.db.run(sql`
      update reconciliation_run set state = 'running', started_at = ${server.clock.now()} where id = ${body.id}`);
    server.clock.advance(1_801_000);
    ines = await server.signIn(ines.user);
    await server.app.jobs.run('reconciliation.run');
    expect((await readRun(body.id)).run).toMatchObject({ state: 'failed', failure: 'interrupted' });
    expect((await start(ines, 'proof')).body.id).not.toBe(body.id);
  });
});

describe('the platform', () => {
  const secret = 'shared-between-two-servers-0123';

  it('is read for every account; differences and missing responses are stored', async () => {
    const elsewhere = await startServer();
    const external = await startExternalPlatform(elsewhere.app, secret);
    const env = { TRADING_PLATFORM: 'http', TRADING_PLATFORM_URL: external.url, TRADING_PLATFORM_SECRET: secret };
    const here = await startServer({ env });
    try {
      const paul = await here.register({ roles: ['client', 'finance'] });
      const ida = await here.register();
      await deposit(here.db, ida.user.id, 1000n, here.clock.now());
      const numbers: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        numbers.push((await openTradingAccount(here.app, ida.user, { currency_id: 'USD' })).trading_account_id);
      }
      await here.drain();
      const compare = async () => {
        const { body } = await here.call('POST /api/staff/reconciliation/start', {
          as: paul,
          body: { kind: 'platform' },
        });
        await here.app.jobs.run('reconciliation.run');
        return readRun(body.id, here, paul);
      };
      expect((await compare()).run).toMatchObject({ facts: { accounts: 2, agreed: 2, unasked: 0 }, results: [] });

      await elsewhere.db.run(sql`update paper_account set balance = 250 where number = ${numbers[0]}::bigint`);
      const { findings } = await compare();
      expect(findings).toMatchObject([
        { result: 'differs', trading_account_id: numbers[0], here: '0.00', there: '2.50', difference: '-2.50' },
      ]);

      external.trouble.failing.add(numbers[1] ?? '');
      const silent = await compare();
      expect(silent.run).toMatchObject({ state: 'done', facts: { accounts: 2, unasked: 2 } });
      expect(silent.findings.map(({ result }) => result)).toEqual(['unasked', 'unasked']);
    } finally {
      await here.close();
      await external.close();
      await elsewhere.db.run(sql`update paper_account set balance = 0`);
      await elsewhere.close();
    }
  });

  it('that is embedded agrees, also while money moves', async () => {
    const { body } = await start(ines, 'platform');
    await server.app.jobs.run('reconciliation.run');
    expect((await readRun(body.id)).run).toMatchObject({ state: 'done', results: [] });
    const { findings } = await server.db.snapshot(verifyLedger);
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });
});
