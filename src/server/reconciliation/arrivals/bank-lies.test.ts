import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bankLies, standInAccounts, startBank, type BankStandIn } from '#server/demo/stand-ins/bank/server.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { turn } from '#test/connections/connections.ts';
import { approveBy, connectBank, makeFile, releaseFile } from '#test/money/bank-connection.ts';
import { openBankFetch } from './fetch-files.ts';
import { asker, confirmedDestination, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/**
 * The way of a withdrawal to a bank that lies: whatever it does, the bank has paid exactly what our books say has left, and nothing
 * twice.
 */
let server: TestServer;
let bank: BankStandIn;
let ines: Session;
let paul: Session;
let ida: Payer;
let destination: string;
let first: string;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  bank = await startBank({ now: () => server.clock.now() });
  const adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  destination = await confirmedDestination(server, ida);
  first = await connectBank(server, [adam, paul], bySftp());
});
const bySftp = () => ({ adapter: 'bank_sftp', fields: bank.fields }) as const;
afterAll(async () => {
  await server.close();
  await bank.close();
});
afterEach(() => bank.honest());

/** A failed job runs again. */
const attempt = (job: Parameters<TestServer['app']['jobs']['run']>[0]) => server.app.jobs.run(job).catch(() => {});

async function passTime(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    server.clock.advance(11 * 60_000);
    await attempt('payments.deliver');
    for (const job of ['reconciliation.fetch', 'payments.bank_files', 'reconciliation.lines'] as const)
      await attempt(job);
  }
}

const order = () => ({ payer: ida, destination, by: [ines, paul] as const, payOn: bank.bank.books.day });
const released = () => releaseFile(server, order());

const stateOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`)).state;
const deliveryOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payout_file_delivery where file_id = ${id}`)).state;
/** By EndToEndId, what our books say has left by the bank. */
const sent = async () =>
  server.db.rows<{ id: string; amount: bigint }>(sql`
    select l.end_to_end_id as id, l.amount from payout_file_line l join payment p on p.id = l.payment_id
    where p.state in ('sent', 'completed') order by l.end_to_end_id`);

it.each(bankLies)('a bank that lies (%s) has paid what our books say, once', { timeout: 60_000 }, async (lie) => {
  bank.lie(lie);
  const { file, payment } = await released();
  await passTime(7);
  bank.bank.closeDay();
  await passTime(4);
  expect([await deliveryOf(file), await stateOf(payment)]).toEqual(['done', 'completed']);
  const paid = [...bank.bank.books.paid()].map(([id, amount]) => ({ id, amount }));
  expect(paid.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(await sent());
  expect(bank.bank.books.balanceSheet()['USD']?.customers).toBe(bank.bank.books.balanceSheet()['USD']?.held);
});

it('an order is delivered once the bank answers it, and a file is read that one list left out', async () => {
  bank.lie('dies_after_rename');
  const { file, payment } = await released();
  await attempt('payments.deliver');
  expect(await deliveryOf(file)).toBe('sending');
  await attempt('reconciliation.fetch');
  // The newest one, an advice, was seen already.
  bank.lie('hides_file');
  await attempt('reconciliation.fetch');
  expect(await deliveryOf(file)).toBe('done');
  await passTime(3);
  expect(await stateOf(payment)).toBe('completed');
});

/** Money comes in, and the bank advises it. */
function advise(): string {
  const { number } = standInAccounts.find(({ currency }) => currency === 'USD')!;
  const party = { name: 'A payer', account: null };
  bank.bank.credit({ number, currency: 'USD', amountMinor: 100n, party, text: 'For nothing known' });
  return [...bank.bank.files.keys()].findLast((path) => path.startsWith('out/'))?.slice('out/'.length) ?? '';
}
const arrivalsOf = (name: string) =>
  server.db.rows<{ state: string; connection: string }>(sql`
    select state, connection_id as connection from bank_file_arrival where name = ${name} order by seen_at, id`);

it('an order that staff uploaded by hand, and said so, is not put at the bank again', async () => {
  const { file } = await released();
  await turn(server, first, 'off');
  await attempt('payments.deliver');
  expect(await deliveryOf(file)).toBe('waiting');
  await asker(server)('POST /api/staff/payments/bank-files/confirm', ines, { file_id: file });
  await turn(server, first, 'on');
  await passTime(2);
  expect(await deliveryOf(file)).toBe('done');
  const { body } = await asker(server)('POST /api/staff/payments/bank-files', ines, {});
  const { number } = body.files.find(({ id }) => id === file) ?? {};
  expect([...bank.bank.files.keys()].filter((path) => path.includes(`${number}.xml`))).toEqual([]);
});

it('a file is read that another instance missed in one list', async () => {
  const other = openBankFetch(server.app);
  await attempt('reconciliation.fetch');
  const name = advise();
  await attempt('reconciliation.fetch');
  bank.lie('hides_file');
  await other();
  expect(await arrivalsOf(name)).toMatchObject([{ state: 'gone' }]);
  // Here no list has missed it.
  await attempt('reconciliation.fetch');
  await attempt('reconciliation.fetch');
  expect(await arrivalsOf(name)).toMatchObject([{ state: 'read' }]);
});

it('of two connections to one folder the one that is on reads what is credited', async () => {
  const adam = await server.register({ roles: ['client', 'admin'] });
  const second = await connectBank(server, [adam, paul], bySftp());
  await turn(server, first, 'off');
  await attempt('reconciliation.fetch');
  for (let times = 0; times < 3; times += 1) {
    const name = advise();
    for (let turns = 0; turns < 3; turns += 1) await attempt('reconciliation.fetch');
    const read = await arrivalsOf(name);
    expect(read.find(({ state }) => state === 'read')).toMatchObject({ connection: second });
    expect(read.find(({ state }) => state === 'known')).toMatchObject({ connection: first });
  }
});

it('a file that was refused is read again once its cause is mended, when staff say so', async () => {
  const { file } = await makeFile(server, order());
  const { id: message } = await server.db.one<{ id: string }>(
    sql`select message_id as id from payout_file where id = ${file}`,
  );
  const report =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>EARLY</MsgId></GrpHdr>' +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><GrpSts>ACTC</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
  bank.bank.files.set('out/early.xml', { body: Buffer.from(report), changedAt: server.clock.now() });
  const fetch = async () => {
    for (let turns = 0; turns < 3; turns += 1) await attempt('reconciliation.fetch');
    return (await arrivalsOf('early.xml')).map(({ state }) => state);
  };
  expect(await fetch()).toContain('refused');
  expect((await approveBy(server, paul, 'payout_file', file)).status).toBe(200);
  expect(await fetch()).not.toContain('read');
  const { body } = await asker(server)('POST /api/staff/reconciliation/arrivals', ines, {});
  for (const { id } of body.arrivals.filter(({ name }) => name === 'early.xml'))
    await asker(server)('POST /api/staff/reconciliation/arrivals/reread', ines, { arrival_id: id });
  expect(await fetch()).toContain('read');
});

it('leaves books that are proven', async () => {
  expect((await verifyLedger(server.db)).findings.filter(({ breach }) => breach)).toEqual([]);
  const payments = await server.db.tx((tx) => verifyPayments(tx, server.config));
  expect(payments.filter(({ breach }) => breach)).toEqual([]);
});
