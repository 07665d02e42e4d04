import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { camt, details, entry, linesOf, settled } from '#test/money/statements.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const request = () => asker(server);
const nameOf = ({ session }: Payer) => session.user.full_name;
const fundsOf = async ({ wallet }: Payer) => (await balancesOf(server.db, wallet))[0];

/** An unknown line of a new statement. */
async function unknownLine(amount: string, name: string, more = {}) {
  const { run, lines } = await settled(server, ines, camt(entry(amount, details(name, 'invoice'), more)));
  return { run, line: lines[0]?.id ?? '' };
}
const give = (as: Session, line_id: string, { session }: Payer, key?: string) =>
  request()('POST /api/staff/reconciliation/statements/credit', as, { line_id, client_id: session.user.id }, key);
const depositOf = ({ session }: Payer) =>
  server.db.one<{ id: string; state: string; fee: bigint; otherPayer: boolean; note: string }>(sql`
    select id, state, fee, other_payer as "otherPayer", note from payment where client_id = ${session.user.id}`);

describe('a line that no deposit announced', () => {
  it('becomes a deposit of the client whom staff choose, credited once whatever is repeated', async () => {
    const payer = await newPayer(server);
    const { run, line } = await unknownLine('71.00', nameOf(payer));
    const key = randomUUID();
    const [one, two] = [await give(ines, line, payer, key), await give(ines, line, payer, key)];
    expect([one.body.result, two.body.result]).toEqual(['credited', 'credited']);
    expect(codeOf(await give(paul, line, payer))).toBe('reconciliation.settled');
    const deposit = await depositOf(payer);
    expect(deposit).toMatchObject({
      state: 'credited',
      otherPayer: false,
      note: expect.stringContaining(`${nameOf(payer)} · invoice`) as string,
    });
    expect(await fundsOf(payer)).toBe(7100n - deposit.fee);
    await server.app.jobs.run('reconciliation.lines');
    const { body } = await request()('POST /api/staff/reconciliation/run', ines, { run_id: run.id });
    expect(body.run).toMatchObject({ state: 'done', open: 0 });
    expect(body.findings).toMatchObject([{ result: 'matched', payment: { id: deposit.id } }]);
    const { findings } = await verifyLedger(server.db);
    const ofPayments = await server.db.tx((tx) => verifyPayments(tx, server.app.config));
    expect([...findings, ...ofPayments].filter(({ breach }) => breach)).toEqual([]);
  });

  it('counts once when two people give it to two clients at once', async () => {
    const [one, two] = [await newPayer(server), await newPayer(server)];
    const { line } = await unknownLine('72.00', 'Somebody Else');
    const results = await Promise.all([give(ines, line, one), give(paul, line, two)]);
    expect(results.filter(({ status }) => status !== 200).map(codeOf)).toEqual(['reconciliation.settled']);
    const made = await server.db.rows(
      sql`select from payment where client_id = any(${[one.session.user.id, two.session.user.id]}::uuid[])`,
    );
    expect(made).toHaveLength(1);
  });

  it('is refused by name: without a wallet, over the limits, restricted, closed, one’s own', async () => {
    const payer = await newPayer(server);
    const francs = await unknownLine('73.00', nameOf(payer), { currency: 'CHF' });
    expect(codeOf(await give(ines, francs.line, payer))).toBe('reconciliation.no_wallet');
    const { line } = await unknownLine('73.00', nameOf(payer));
    const starter = await newPayer(server, 0);
    expect(codeOf(await give(ines, line, starter))).toBe('payments.level');
    const restrict = {
      client_id: payer.session.user.id,
      kinds: ['deposit'],
      reason: 'under_inquiry',
      until: null,
      current_password: paul.password,
    };
    await request()('POST /api/staff/clients/restrict-payments', paul, restrict);
    expect(codeOf(await give(ines, line, payer))).toBe('payments.restricted');
    const closed = await newPayer(server);
    await server.db.run(
      sql`update person set closed_at = now(), blocked_at = now() where id = ${closed.session.user.id}`,
    );
    expect(codeOf(await give(ines, line, closed))).toBe('http.not_found');
    expect(codeOf(await give(ines, line, { session: ines } as Payer))).toBe('payments.own_request');
    expect(await server.db.rows(sql`select from payment where client_id = ${payer.session.user.id}`)).toEqual([]);
  });
});

describe('a hostile member of finance', () => {
  it('gives no transfer of another name to a friend alone, however small, and not by taking it over', async () => {
    const friend = await newPayer(server);
    const { run, line } = await unknownLine('5.00', 'Rich Stranger');
    expect((await give(ines, line, friend)).body).toMatchObject({ result: 'waiting' });
    const { id } = await depositOf(friend);
    const credit = { payment_id: id, received: '5' };
    expect(codeOf(await request()('POST /api/staff/payments/credit', ines, credit))).toBe('payments.approved_by_you');
    await request()('POST /api/staff/payments/assign', ines, { payment_id: id });
    await request()('POST /api/staff/payments/credit', ines, credit);
    expect(await fundsOf(friend)).toBe(0n);
    expect((await request()('POST /api/staff/payments/credit', paul, credit)).status).toBe(200);
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'credited', payment: { id } }]);
  });

  it('nor to a deposit that the friend has announced in its amount', async () => {
    const friend = await newPayer(server);
    const input = { wallet_id: friend.wallet.walletId, method: 'bank_transfer', amount: '74' };
    const { id } = (await request()('POST /api/payments/deposit', friend.session, input)).body.payment;
    const { line } = await unknownLine('74.00', 'Rich Stranger');
    const credit = (as: Session) =>
      request()('POST /api/staff/reconciliation/statements/credit', as, { line_id: line, payment_id: id });
    expect((await credit(ines)).body).toMatchObject({ result: 'waiting' });
    expect(await fundsOf(friend)).toBe(0n);
  });

  it('nor as booked among the payments: the line stays open, so that the books differ', async () => {
    const friend = await newPayer(server);
    const input = { wallet_id: friend.wallet.walletId, method: 'bank_transfer', amount: '75' };
    const { id } = (await request()('POST /api/payments/deposit', friend.session, input)).body.payment;
    const { run } = await unknownLine('75.00', 'Rich Stranger');
    await request()('POST /api/staff/payments/assign', ines, { payment_id: id });
    await request()('POST /api/staff/payments/credit', ines, { payment_id: id, received: '75' });
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, run.id)).toMatchObject([{ result: 'proposed', doubt: 'no_reference' }]);
  });

  it('nor by a change in the database: then two people credit it neither', async () => {
    const friend = await newPayer(server);
    const { line } = await unknownLine('6.00', 'Rich Stranger');
    await give(ines, line, friend);
    const { id } = await depositOf(friend);
    await forge(server.ownerUrl, sql`update payment set other_payer = false where id = ${id}`);
    const credit = { payment_id: id, received: '6' };
    expect(codeOf(await request()('POST /api/staff/payments/credit', paul, credit))).toBe('approvals.changed');
    expect(await fundsOf(friend)).toBe(0n);
    await forge(server.ownerUrl, sql`update payment set other_payer = true where id = ${id}`);
  });
});
