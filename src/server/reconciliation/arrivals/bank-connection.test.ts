import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { openBankFetch } from './fetch-files.ts';
import { forge } from '#test/database/forge.ts';
import { openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { approveBy, connectBank } from '#test/money/bank-connection.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { camt, details, entry, linesOf } from '#test/money/statements.ts';
import { turn } from '#test/connections/connections.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let bucket: BucketStandIn;
let adam: Session;
let ines: Session;
let paul: Session;
let ida: Payer;
let destination: string;
let bank: string;
beforeAll(async () => {
  bucket = await openBucketStandIn();
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  adam = await server.register({ first_name: 'Adam', second_name: 'Keller', roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  destination = await confirmedDestination(server, ida);
  bank = await connectBank(server, [adam, paul], byBucket());
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});
beforeEach(() => bucket.calls.splice(0));
afterEach(() => {
  bucket.beHonest();
  bucket.objects.clear();
});

const byBucket = () => {
  const { url, keys } = bucket;
  return {
    adapter: 'bank_s3',
    fields: {
      address: `${url}/${keys.bucket}`,
      region: keys.region,
      access_key: keys.accessKey,
      secret_key: keys.secretKey,
    },
  } as const;
};
const ask = asker;
const deliver = () => server.app.jobs.run('payments.deliver');
/** Twice, because a file is read once two lists have it. */
async function fetchFiles(): Promise<void> {
  await server.app.jobs.run('reconciliation.fetch');
  await server.app.jobs.run('reconciliation.fetch');
}
const leave = (name: string, content: string | Buffer) =>
  void bucket.objects.set(`out/${name}`, { body: Buffer.from(content), changedAt: new Date() });
const puts = () => bucket.calls.filter((call) => call.startsWith('PUT'));
const today = () => server.clock.now().toISOString().slice(0, 10);

/** A file that two people released, before any attempt to deliver it. */
async function released(amount = '100'): Promise<{ id: string; name: string; payment: string }> {
  const payment = await submitted(server, ida, destination, amount);
  await ask(server)('POST /api/staff/payments/assign', ines, { payment_id: payment });
  await ask(server)('POST /api/staff/payments/approve', ines, { payment_id: payment });
  const order = { currency: 'USD', pay_on: today(), reason: 'Daily payouts' };
  const { body } = await ask(server)('POST /api/staff/payments/bank-files/make', ines, order);
  expect((await approveBy(server, paul, 'payout_file', body.id)).status).toBe(200);
  return { id: body.id, name: `in/${body.number}.xml`, payment };
}

async function fileOf(id: string) {
  const { body } = await ask(server)('POST /api/staff/payments/bank-files', ines, {});
  const found = body.files.find((each) => each.id === id);
  if (!found) throw new Error('the file is not listed');
  return found;
}
const deliveryOf = async (id: string) => (await fileOf(id)).delivery;
const passMinutes = (minutes: number) => server.clock.advance(minutes * 60_000);
const arrivals = async () => (await ask(server)('POST /api/staff/reconciliation/arrivals', ines, {})).body.arrivals;
const arrival = async (name: string) => (await arrivals()).find((each) => each.name === name);
const stateOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`)).state;

async function giveUp(id: string) {
  const asked = await ask(server)('POST /api/staff/payments/bank-files/give-up', ines, {
    file_id: id,
    reason: 'The bank has nothing',
  });
  expect(asked.status).toBe(200);
  return approveBy(server, paul, 'payout_file', id);
}

async function report(fileId: string, status: string, name = 'report.xml'): Promise<void> {
  const { messageId, reference } = await server.db.one<{ messageId: string; reference: string }>(sql`
    select f.message_id as "messageId", l.end_to_end_id as reference
    from payout_file f join payout_file_line l on l.file_id = f.id where f.id = ${fileId}`);
  leave(
    name,
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
      `<GrpHdr><MsgId>B-${fileId.slice(-8)}-${status}</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm></GrpHdr>` +
      `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>` +
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-2</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId>` +
      `<TxSts>${status}</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  );
}

describe('a released file', () => {
  it('is put where the bank fetches it, once', async () => {
    const file = await released();
    expect(await deliveryOf(file.id)).toEqual({
      connection: 'House bank',
      state: 'waiting',
      done_at: null,
      failure: null,
    });
    await deliver();
    const { body } = await server.call('GET /api/staff/payments/bank-files/:file_id/content', {
      as: ines,
      params: { file_id: file.id },
    });
    expect(bucket.objects.get(file.name)?.body.toString()).toBe(body);
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'done', failure: null });
    await deliver();
    expect(puts()).toHaveLength(1);
  });

  it('waits while the connection is off or cannot be reached, and is delivered after that', async () => {
    const file = await released();
    await turn(server, bank, 'off');
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'waiting', failure: 'the connection is turned off' });
    await turn(server, bank, 'on');
    bucket.keepLying('slow_down');
    passMinutes(5);
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'waiting' });
    expect(bucket.objects.size).toBe(0);
    bucket.beHonest();
    passMinutes(5);
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'done' });
    expect(bucket.objects.size).toBe(1);
  });

  it('is looked for after a crash or a lost answer, and never put again while the bank may have taken it', async () => {
    const file = await released();
    await deliver();
    await forge(
      server.ownerUrl,
      sql`
      update payout_file_delivery set state = 'sending', done_at = null, attempts = 1, next_at = ${server.clock.now()} where file_id = ${file.id}`,
    );
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'done' });
    expect(puts()).toHaveLength(1);

    const lost = await released();
    await forge(
      server.ownerUrl,
      sql`
      update payout_file_delivery set state = 'sending', attempts = 1, sent_at = ${server.clock.now()} where file_id = ${lost.id}`,
    );
    await deliver();
    expect(await deliveryOf(lost.id)).toMatchObject({
      state: 'sending',
      failure: 'the order is not there; the bank may have taken it away',
    });
    expect(codeOf(await giveUp(lost.id))).toBe('payments.file_sending');
    // A bank that cannot be reached is no bank that has nothing.
    bucket.keepLying('reset');
    for (let turns = 0; turns < 2; turns += 1) {
      passMinutes(61);
      await deliver();
    }
    bucket.beHonest();
    expect(await deliveryOf(lost.id)).toMatchObject({ state: 'sending' });
    for (let turns = 0; turns < 4; turns += 1) {
      passMinutes(61);
      await deliver();
    }
    expect(await deliveryOf(lost.id)).toMatchObject({ state: 'unclear' });
    expect(puts()).toHaveLength(1);
    expect((await approveBy(server, paul, 'payout_file', lost.id)).status).toBe(200);
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(lost.payment)).toBe('approved');
  });

  it('is not delivered when it ended before, or was changed past the program', async () => {
    const file = await released();
    expect((await giveUp(file.id)).status).toBe(200);
    await deliver();
    expect(bucket.objects.size).toBe(0);
    await server.app.jobs.run('payments.bank_files');

    const other = await released();
    await forge(
      server.ownerUrl,
      sql`
      update payout_file set content = content || 'x'::bytea, sha256 = sha256(content || 'x'::bytea) where id = ${other.id}`,
    );
    await deliver();
    expect(bucket.objects.size).toBe(0);
    expect(await deliveryOf(other.id)).toMatchObject({ state: 'waiting', failure: 'approvals.changed' });
  });

  it('goes to no other bank, whoever writes the database', async () => {
    const file = await released();
    const { adapter, fields } = byBucket();
    const elsewhere = { ...fields, reports_folder: 'elsewhere' };
    const other = await connectBank(server, [adam, paul], { adapter, fields: elsewhere, currencies: ['EUR'] });
    await forge(
      server.ownerUrl,
      sql`update payout_file_delivery set connection_id = ${other} where file_id = ${file.id}`,
    );
    await deliver();
    expect(bucket.objects.size).toBe(0);
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'waiting', failure: 'approvals.changed' });
    await turn(server, other, 'off');
  });

  it('does not replace another file of its name', async () => {
    const file = await released();
    bucket.objects.set(file.name, { body: Buffer.from('other'), changedAt: new Date() });
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'waiting' });
    expect(bucket.objects.get(file.name)?.body.toString()).toBe('other');
  });

  it('keeps its connection from being removed until it is delivered', async () => {
    const file = await released();
    await turn(server, bank, 'off');
    const removal = server.call('POST /api/staff/connections/request-removal', {
      as: adam,
      body: { connection_id: bank, reason: 'Another bank', current_password: adam.password },
    });
    expect(codeOf(await removal)).toBe('connections.in_use');
    await turn(server, bank, 'on');
    passMinutes(5);
    await deliver();
    expect(await deliveryOf(file.id)).toMatchObject({ state: 'done' });
  });
});

describe('what a bank has left', () => {
  it('is a report: its withdrawal is sent', async () => {
    const file = await released();
    await deliver();
    await report(file.id, 'ACSC');
    await server.app.jobs.run('reconciliation.fetch');
    expect(await arrival('report.xml')).toMatchObject({ state: 'seen', kind: null, connection: 'House bank' });
    await server.app.jobs.run('reconciliation.fetch');
    const { number } = await fileOf(file.id);
    expect(await arrival('report.xml')).toMatchObject({ state: 'read', kind: 'report', bank_file: number });
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(file.payment)).toBe('sent');
    const reads = bucket.calls.filter((call) => call.includes('report.xml')).length;
    await fetchFiles();
    expect(bucket.calls.filter((call) => call.includes('report.xml'))).toHaveLength(reads);
  });

  it('is a statement: what matches exactly is credited in the name of who put the connection into use', async () => {
    const deposit = await announced('50');
    leave('day.xml', camt(entry('50.00', details(ida.session.user.full_name, `Deposit ${deposit.reference}`))));
    await fetchFiles();
    const found = await arrival('day.xml');
    expect(found).toMatchObject({ state: 'read', kind: 'statement' });
    await server.app.jobs.run('reconciliation.lines');
    expect(await linesOf(server, ines, found?.run_id ?? '')).toMatchObject([{ result: 'credited' }]);
    expect(await stateOf(deposit.id)).toBe('credited');
    const { body } = await server.call('POST /api/staff/reconciliation/run', {
      as: ines,
      body: { run_id: found?.run_id ?? '' },
    });
    expect(body.run).toMatchObject({ requested_by: 'Adam Keller', connection: 'House bank', name: 'day.xml' });
  });

  it('credits nothing while the connection is off', async () => {
    const deposit = await announced('51');
    await turn(server, bank, 'off');
    leave('off.xml', camt(entry('51.00', details(ida.session.user.full_name, `Deposit ${deposit.reference}`))));
    await fetchFiles();
    await turn(server, bank, 'on');
    await server.app.jobs.run('reconciliation.lines');
    const found = await arrival('off.xml');
    expect(await linesOf(server, ines, found?.run_id ?? '')).toMatchObject([
      { result: 'proposed', doubt: 'not_asked' },
    ]);
    expect(await stateOf(deposit.id)).toBe('awaiting_payment');
  });

  it('is offered to the database once, and wakes the jobs that act on it once it is read', async () => {
    leave('once.xml', camt(entry('6.00', details('Ida Berg', 'Once'))));
    await fetchFiles();
    const offered: string[] = [];
    const run = (statement: Sql) => {
      offered.push(statement.text);
      return server.app.db.run(statement);
    };
    leave('later.xml', camt(entry('6.10', details('Ida Berg', 'Later'))));
    const wake = vi.fn<() => void>();
    const jobs = { ...server.app.jobs, wake };
    const fetchAgain = openBankFetch({ ...server.app, jobs, db: { ...server.app.db, run } });
    for (let turns = 0; turns < 3; turns += 1) await fetchAgain();
    expect(offered.filter((text) => text.includes('insert into bank_file_arrival'))).toHaveLength(1);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('is not read in the name of a person whom the database alone names', async () => {
    await forge(
      server.ownerUrl,
      sql`update approval_request set author_id = ${ines.user.id} where kind = 'connection' and key = ${bank}`,
    );
    leave('forged.xml', camt(entry('6.20', details('Ida Berg', 'Forged'))));
    await server.app.jobs.run('reconciliation.fetch');
    await expect(server.app.jobs.run('reconciliation.fetch')).rejects.toThrow('changed past the program');
    expect(await arrival('forged.xml')).toMatchObject({ state: 'seen' });
    await forge(
      server.ownerUrl,
      sql`update approval_request set author_id = ${adam.user.id} where kind = 'connection' and key = ${bank}`,
    );
    await server.app.jobs.run('reconciliation.fetch');
    expect(await arrival('forged.xml')).toMatchObject({ state: 'read' });
  });

  it('is read once under two names', async () => {
    const content = camt(entry('7.00', details('Ida Berg', 'Nothing')));
    leave('one.xml', content);
    await fetchFiles();
    leave('two.xml', content);
    await fetchFiles();
    expect(await arrival('two.xml')).toMatchObject({ state: 'known', run_id: null });
  });

  it('is read when it has stopped growing', async () => {
    const whole = camt(entry('8.00', details('Ida Berg', 'Grows')));
    leave('grows.xml', whole.slice(0, 300));
    await server.app.jobs.run('reconciliation.fetch');
    leave('grows.xml', whole);
    await fetchFiles();
    const versions = (await arrivals()).filter(({ name }) => name === 'grows.xml').map(({ state }) => state);
    expect(versions).toEqual(['read', 'gone']);
  });

  it('is read again when it broke off, and refused in words when it cannot be read', async () => {
    leave('cut.xml', camt(entry('9.00', details('Ida Berg', 'Cut'))));
    leave('next.xml', camt(entry('9.10', details('Ida Berg', 'Next'))));
    await server.app.jobs.run('reconciliation.fetch');
    bucket.lie('cut_off');
    await expect(server.app.jobs.run('reconciliation.fetch')).rejects.toThrow('aborted');
    expect([await arrival('cut.xml'), await arrival('next.xml')]).toMatchObject([{ state: 'seen' }, { state: 'read' }]);
    await server.app.jobs.run('reconciliation.fetch');
    expect(await arrival('cut.xml')).toMatchObject({ state: 'read' });

    leave('bomb.xml', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "a">]><Document>&a;</Document>');
    leave('empty.xml', camt(''));
    leave('readme.txt', 'Hello');
    await fetchFiles();
    expect(await arrival('bomb.xml')).toMatchObject({
      state: 'refused',
      refusal: 'This file defines a document type, which bank files never do. We don’t open it.',
    });
    expect(await arrival('empty.xml')).toMatchObject({ state: 'nothing' });
    expect((await arrival('readme.txt'))?.refusal).toMatch(/^The first line has no column “/);
  });

  it('of another bank is named, and one bank that fails holds up no other', async () => {
    leave(
      'unknown.xml',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B</MsgId></GrpHdr>' +
        '<OrgnlGrpInfAndSts><OrgnlMsgId>OTHER</OrgnlMsgId><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>',
    );
    await fetchFiles();
    expect(await arrival('unknown.xml')).toMatchObject({ state: 'refused', kind: 'report' });
  });
});

async function announced(amount: string): Promise<{ id: string; reference: string }> {
  const { body } = await ask(server)('POST /api/payments/deposit', ida.session, {
    wallet_id: ida.wallet.walletId,
    method: 'bank_transfer',
    amount,
  });
  return { id: body.payment.id, reference: body.reference ?? '' };
}
