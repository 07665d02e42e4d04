import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxAnswerBytes } from '#contract/payments/bank-file-names.ts';
import { bankFileEndpoints } from '#contract/payments/bank-files.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { sendBytes } from '#test/files/upload.ts';
import { asker, confirmedDestination, newPayer, openBank, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(bankFileEndpoints);

let server: TestServer;
let request: ReturnType<typeof asker>;
let ines: Session;
let paul: Session;
let ida: Payer;
let bank: string;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  bank = await confirmedDestination(server, ida);
});
afterAll(() => server.close());

const today = () => server.clock.now().toISOString().slice(0, 10);
const make = (change: object = {}, key?: string) =>
  request(
    'POST /api/staff/payments/bank-files/make',
    ines,
    { currency: 'USD', pay_on: today(), reason: 'Daily payouts', ...change },
    key,
  );

/** A file with one withdrawal, which waits for its release. */
async function waiting(key?: string): Promise<string> {
  const id = await submitted(server, ida, bank, '20');
  for (const act of ['assign', 'approve'] as const)
    await request(`POST /api/staff/payments/${act}`, ines, { payment_id: id });
  return (await make({}, key)).body.id;
}

async function released(): Promise<string> {
  const file = await waiting();
  const { body } = await request('POST /api/staff/approvals', paul, {});
  const found = body.approval_requests.find((each) => each.kind === 'payout_file' && each.key === file);
  await server.call('POST /api/staff/approvals/approve', {
    as: paul,
    body: {
      approval_request_id: found?.id ?? '',
      current_password: paul.password,
      overrule: 'One network in tests.',
    },
  });
  return file;
}

meets('payments.make_file', async () => {
  const key = randomUUID();
  await waiting(key);
  const wrong = { currency: 'EUR', pay_on: '2020-01-01' };
  return [() => make(wrong, key), () => make(wrong), () => make({ currency: 'EUR' }), () => make()];
});

meets('payments.give_up_file', async () => {
  const key = randomUUID();
  const waits = await waiting(key);
  const file = await released();
  const giveUp = (file_id: string, under?: string) =>
    request('POST /api/staff/payments/bank-files/give-up', ines, { file_id, reason: 'The bank refused it.' }, under);
  await giveUp(file);
  return [() => giveUp(none, key), () => giveUp(none), () => giveUp(waits), () => giveUp(file)];
});

meets('payments.confirm_file', async () => {
  const key = randomUUID();
  const file = await waiting(key);
  const confirm = (file_id: string, under?: string) =>
    request('POST /api/staff/payments/bank-files/confirm', ines, { file_id }, under);
  return [() => confirm(none, key), () => confirm(none), () => confirm(file)];
});

meets('payments.download_file', async () => {
  const [waits, file] = [await waiting(), await released()];
  const later = (change: Sql) =>
    forge(server.ownerUrl, sql`update approval_request set reason = ${change} where key = ${file}`);
  await later(sql`'Another reason'`);
  const download = (file_id: string) =>
    server.call('GET /api/staff/payments/bank-files/:file_id/content', { as: ines, params: { file_id } });
  const stopped = async () => {
    await later(sql`'Daily payouts'`);
    await server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      select client_id, 'withdrawal', 'other', ${ines.user.id}, ${server.clock.now()} from payout_file_line where file_id = ${file}`);
    return download(file).finally(() => server.db.run(sql`delete from payment_restriction`));
  };
  return [() => download(none), () => download(waits), () => download(file), stopped];
});

meets('payments.read_answer', () => {
  const document = (inside: string, name = 'pain.002.001.10') =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${inside}</Document>`;
  const report = document(
    '<CstmrPmtStsRpt><GrpHdr><MsgId>B-1</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm></GrpHdr>' +
      '<OrgnlGrpInfAndSts><OrgnlMsgId>F1-unknown</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>' +
      '<GrpSts>PART</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt>',
  );
  const answer = (content: string | Buffer) =>
    sendBytes(server, ines, '/api/staff/payments/bank-files/answer', Buffer.from(content as string));
  return [
    () => answer(Buffer.alloc(maxAnswerBytes + 1, ' ')),
    () => answer(`<!DOCTYPE a [<!ENTITY b "cc">]>${document('')}`),
    () => answer(report.slice(0, -20)),
    () => answer(document('', 'camt.053.001.08')),
    () => answer(report),
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
