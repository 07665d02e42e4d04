import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { verifyPayments } from '../verify.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { sendBytes } from '#test/files/upload.ts';
import { validate } from '#test/external-services/iso20022.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
let ida: Payer;
let bank: string;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  bank = await confirmedDestination(server, ida);
});
afterAll(() => server.close());

const today = () => server.clock.now().toISOString().slice(0, 10);
const order = () => ({ currency: 'USD', pay_on: today(), reason: 'Daily payouts' });

async function approved(payer: Payer, destination: string, amount: string): Promise<string> {
  const id = await submitted(server, payer, destination, amount);
  await asker(server)('POST /api/staff/payments/assign', ines, { payment_id: id });
  await asker(server)('POST /api/staff/payments/approve', ines, { payment_id: id });
  return id;
}

const make = (as = ines, key?: string) => asker(server)('POST /api/staff/payments/bank-files/make', as, order(), key);
const list = async () => (await asker(server)('POST /api/staff/payments/bank-files', ines, {})).body;

async function decide(fileId: string, as: Session, way: 'approve' | 'decline' = 'approve') {
  const { body } = await asker(server)('POST /api/staff/approvals', as, {});
  const found = body.approval_requests.find((each) => each.kind === 'payout_file' && each.key === fileId);
  const input = { approval_request_id: found?.id ?? '', current_password: as.password };
  return way === 'approve'
    ? server.call('POST /api/staff/approvals/approve', { as, body: { ...input, overrule: 'One network in tests.' } })
    : server.call('POST /api/staff/approvals/decline', { as, body: { ...input, reason: 'Not today.' } });
}

const contentOf = async (fileId: string, as = ines) =>
  server.call('GET /api/staff/payments/bank-files/:file_id/content', { as, params: { file_id: fileId } });

const answer = (as: Session, xml: string | Buffer) =>
  sendBytes(server, as, '/api/staff/payments/bank-files/answer', Buffer.from(xml as string));

const stateOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`)).state;

const messageOf = async (fileId: string) =>
  (
    await server.db.one<{ messageId: string }>(
      sql`select message_id as "messageId" from payout_file where id = ${fileId}`,
    )
  ).messageId;

const numberOf = async (id: string) =>
  `P-${(await server.db.one<{ number: bigint }>(sql`select number from payment where id = ${id}`)).number}`;

function report(
  messageId: string,
  lines: readonly [reference: string, status: string, reason?: string][],
  group = 'PART',
) {
  const entries = lines.map(
    ([reference, status, reason]) =>
      `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>` +
      `${reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn><AddtlInf>As the bank says</AddtlInf></StsRsnInf>` : ''}</TxInfAndSts>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
    `<GrpHdr><MsgId>B-${Math.random()}</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm></GrpHdr>` +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>` +
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-2</OrgnlPmtInfId>${entries.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  );
}

async function released(...amounts: string[]): Promise<{ file: string; payments: string[] }> {
  const payments: string[] = [];
  for (const amount of amounts) payments.push(await approved(ida, bank, amount));
  const { body } = await make();
  expect((await decide(body.id, paul)).status).toBe(200);
  return { file: body.id, payments };
}

describe('a file for the bank', () => {
  it('is made by one person, released by another, sent by the bank’s answer, and valid by the schema of ISO', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await approved(payer, await confirmedDestination(server, payer), '100');
    expect((await list()).ready).toMatchObject([
      { currency: 'USD', count: 1, total: '95.00', account: 'DE89 •••• 3000' },
    ]);
    const made = await make();
    expect(made.body).toMatchObject({ state: 'waiting', count: 1, total: '95.00', made_by: 'Inès Moreau' });
    expect(await stateOf(id)).toBe('ordered');
    expect(codeOf(await contentOf(made.body.id))).toBe('payments.file_state');
    expect(codeOf(await asker(server)('POST /api/staff/payments/mark-sent', ines, { payment_id: id }))).toBe(
      'payments.state',
    );
    const failing = { payment_id: id, reason: 'technical' };
    expect(codeOf(await asker(server)('POST /api/staff/payments/fail', ines, failing))).toBe('payments.state');
    expect(codeOf(await decide(made.body.id, ines))).toBe('approvals.own_request');
    expect((await decide(made.body.id, paul)).status).toBe(200);
    const content = (await contentOf(made.body.id)).body;
    expect(content).toContain('<InstdAmt Ccy="USD">95.00</InstdAmt>');
    expect(content).toContain('<IBAN>GB29NWBK60161331926819</IBAN>');
    validate(content, 'pain.001.001.09');
    expect(await stateOf(id)).toBe('ordered');

    const reference = await numberOf(id);
    const entries = report(await messageOf(made.body.id), [[reference, 'ACSC']]);
    expect((await answer(ines, entries)).body).toMatchObject({ changed: 1, unknown: [] });
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('sent');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
    expect((await answer(ines, entries)).body).toMatchObject({ changed: 0 });
    await answer(ines, report(await messageOf(made.body.id), [[reference, 'ACCC']]));
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('completed');
    const actions = await server.db.rows<{ action: string }>(sql`
      select action from audit_entry where action like 'payments.%file' or action = 'payments.read_answer' order by id`);
    expect(actions.map(({ action }) => action)).toEqual([
      'payments.make_file',
      'payments.release_file',
      'payments.download_file',
      'payments.read_answer',
      'payments.read_answer',
    ]);
  });

  it('takes each withdrawal once, whoever makes files at the same moment, and makes one per key', async () => {
    const id = await approved(ida, bank, '20');
    const key = crypto.randomUUID();
    const made = await Promise.all([make(ines, key), make(ines, key), make(paul)]);
    const files = new Set(made.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(files.size).toBe(1);
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from payout_file_line where payment_id = ${id}`);
    expect(count).toBe(1);
    const [fileId = ''] = files;
    await decide(fileId, made[2].status === 200 ? ines : paul, 'decline');
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('approved');
    expect((await list()).files[0]).toMatchObject({ state: 'ended' });
  });

  it('returns what the bank rejects: to the queue, or to the client where the account cannot be paid', async () => {
    const [before] = await balancesOf(server.db, ida.wallet);
    const { file, payments } = await released('30', '40', '50');
    const [first = '', second = '', third = ''] = payments;
    const entries = report(await messageOf(file), [
      [await numberOf(first), 'RJCT', 'AC04'],
      [await numberOf(second), 'RJCT', 'AM04'],
      ['P-1', 'ACSC'],
    ]);
    const states = async () => [await stateOf(first), await stateOf(second), await stateOf(third)];
    expect((await answer(ines, entries)).body).toMatchObject({ changed: 2, unknown: ['P-1'] });
    await server.app.jobs.run('payments.bank_files');
    // One person could have written the report.
    expect(await states()).toEqual(['ordered', 'ordered', 'ordered']);
    const body = { file_id: file, reason: 'As the bank says.' };
    expect((await asker(server)('POST /api/staff/payments/bank-files/give-up', ines, body)).status).toBe(200);
    await asker(server)('POST /api/staff/payments/bank-files/confirm', ines, { file_id: file });
    // What the bank executes is sent before the file ends.
    expect(codeOf(await decide(file, paul))).toBe('approvals.outdated');
    await server.app.jobs.run('payments.bank_files');
    expect((await decide(file, paul)).status).toBe(200);
    await server.app.jobs.run('payments.bank_files');
    expect(await states()).toEqual(['failed', 'approved', 'sent']);
    const [after] = await balancesOf(server.db, ida.wallet);
    // The first withdrawal is back; one of an earlier test is in this file too.
    expect(after).toBe(before - 9_000n);
    const shown = (await list()).files.find(({ id }) => id === file);
    expect(shown?.attention.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['AC04', 'As the bank says'],
      ['AM04', 'As the bank says'],
    ]);
    // In the next file it has another reference, so that no bank takes it for the same order.
    const again = await make();
    const lines = await server.db.rows<{ reference: string }>(sql`
      select end_to_end_id as reference from payout_file_line where file_id = ${again.body.id} order by position`);
    expect(lines.map(({ reference }) => reference)).toContain(`${await numberOf(second)}-R2`);
    await decide(again.body.id, paul, 'decline');
    // The bank takes back what it has said: nothing moves, and staff see it.
    const late = report(await messageOf(file), [[await numberOf(third), 'RJCT', 'AC01']]);
    expect((await answer(ines, late)).body).toMatchObject({ changed: 1 });
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(third)).toBe('sent');
    expect((await list()).files.find(({ id }) => id === file)?.attention[0]).toMatchObject({ contradiction: 'RJCT' });
    // What was sent by a file that has ended is still completed.
    const paid = report(await messageOf(file), [[await numberOf(third), 'ACCC']]);
    expect((await answer(ines, paid)).body).toMatchObject({ changed: 1 });
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(third)).toBe('completed');
  });

  it('is not rejected by what the bank says of its second copy', async () => {
    const { file, payments } = await released('120');
    const reference = await numberOf(payments[0] ?? '');
    const messageId = await messageOf(file);
    const refusal = report(messageId, [], 'RJCT').replace(
      '</OrgnlGrpInfAndSts>',
      '<StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts>',
    );
    expect((await answer(ines, refusal)).body).toMatchObject({ changed: 0 });
    expect((await answer(ines, report(messageId, [[reference, 'ACSC']]))).body).toMatchObject({ changed: 1 });
  });

  it('is not released with a withdrawal that was blocked since, and leaves blocked ones out', async () => {
    const id = await approved(ida, bank, '25');
    const made = await make();
    expect(await stateOf(id)).toBe('ordered');
    await server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${ida.session.user.id}, 'withdrawal', 'other', ${paul.user.id}, ${server.clock.now()})`);
    expect(codeOf(await decide(made.body.id, paul))).toBe('payments.file_blocked');
    await decide(made.body.id, paul, 'decline');
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('approved');
    expect(codeOf(await make())).toBe('payments.file_empty');
    await server.db.run(sql`delete from payment_restriction where client_id = ${ida.session.user.id}`);
  });

  it('counts as not paid once two people agree', async () => {
    const { file, payments } = await released('35');
    const [id = ''] = payments;
    const body = { file_id: file, reason: 'The bank refused the upload.' };
    expect((await asker(server)('POST /api/staff/payments/bank-files/give-up', ines, body)).status).toBe(200);
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('ordered');
    expect((await decide(file, paul)).status).toBe(200);
    await server.app.jobs.run('payments.bank_files');
    expect(await stateOf(id)).toBe('approved');
    expect(codeOf(await contentOf(file))).toBe('payments.file_state');
    const inState = async (state: 'released' | 'ended') =>
      (await asker(server)('POST /api/staff/payments/bank-files', ines, { state })).body.files;
    expect((await inState('ended')).map(({ id: each }) => each)).toContain(file);
    expect((await inState('released')).map(({ id: each }) => each)).not.toContain(file);
  });

  describe('that the bank has paid although it counts as not paid', () => {
    const giveUp = (file: string) => {
      const body = { file_id: file, reason: 'As the bank says.' };
      return asker(server)('POST /api/staff/payments/bank-files/give-up', ines, body);
    };
    const settle = () => server.app.jobs.run('payments.bank_files');
    /** Kept from the next file, until a person notes what became of it or records that it was paid. */
    async function isKept(id: string, file: string): Promise<void> {
      const { payment } = (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body;
      expect(payment).toMatchObject({ state: 'approved', held_back: 'unexpected_payout' });
      await make();
      expect(await server.db.rows(sql`select from payout_file_line where payment_id = ${id}`)).toHaveLength(1);
      const { findings } = (await asker(server)('POST /api/staff/payments/findings', ines, {})).body;
      expect(findings.filter((each) => each.payment.id === id)).toMatchObject([{ kind: 'payout_unexpected' }]);
      expect((await list()).files.find((each) => each.id === file)?.attention).toMatchObject([
        { contradiction: 'ACSC' },
      ]);
      const close = {
        finding_id: findings.find((each) => each.payment.id === id)?.id ?? '',
        note: 'The bank has paid.',
      };
      expect(codeOf(await asker(server)('POST /api/staff/payments/close-finding', ines, close))).toBe(
        'payments.finding_undecided',
      );
      await asker(server)('POST /api/staff/payments/mark-sent', ines, { payment_id: id });
      expect(await stateOf(id)).toBe('sent');
      expect((await asker(server)('POST /api/staff/payments/close-finding', ines, close)).status).toBe(200);
    }

    it('after a rejection: the second person agrees only to what the first one knew', async () => {
      const { file, payments } = await released('61');
      const [id = ''] = payments;
      const messageId = await messageOf(file);
      await answer(ines, report(messageId, [[await numberOf(id), 'RJCT', 'AC04']]));
      await giveUp(file);
      server.clock.advance(1);
      expect((await answer(ines, report(messageId, [[await numberOf(id), 'ACSC']]))).body).toMatchObject({
        changed: 1,
      });
      expect(codeOf(await decide(file, paul))).toBe('approvals.outdated');
      await decide(file, paul, 'decline');
      server.clock.advance(1);
      await giveUp(file);
      expect((await decide(file, paul)).status).toBe(200);
      await settle();
      await isKept(id, file);
    });

    it('after two people agreed, and before its withdrawals are back in the queue', async () => {
      const { file, payments } = await released('62');
      const [id = ''] = payments;
      await giveUp(file);
      expect((await decide(file, paul)).status).toBe(200);
      const paid = report(await messageOf(file), [[await numberOf(id), 'ACSC']]);
      expect((await answer(ines, paid)).body).toMatchObject({ changed: 1 });
      await settle();
      await isKept(id, file);
    });

    it('which a person records while it is ordered, whatever has become of the client', async () => {
      const { file, payments } = await released('64');
      const [id = ''] = payments;
      const messageId = await messageOf(file);
      await answer(ines, report(messageId, [[await numberOf(id), 'RJCT', 'AC04']]));
      await answer(ines, report(messageId, [[await numberOf(id), 'ACSC']]));
      await settle();
      await server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${ida.session.user.id}`);
      await asker(server)('POST /api/staff/payments/mark-sent', ines, { payment_id: id });
      await server.db.run(sql`update person set frozen_at = null where id = ${ida.session.user.id}`);
      expect(await stateOf(id)).toBe('sent');
    });

    it('in an earlier file: the rejection of a later one does not return the money', async () => {
      const { file, payments } = await released('65');
      const [id = ''] = payments;
      await giveUp(file);
      await decide(file, paul);
      await settle();
      const again = (await make()).body.id;
      await decide(again, paul);
      await answer(ines, report(await messageOf(file), [[await numberOf(id), 'ACSC']]));
      await answer(ines, report(await messageOf(again), [[`${await numberOf(id)}-R2`, 'RJCT', 'AC04']]));
      await giveUp(again);
      await decide(again, paul);
      await settle();
      expect(await stateOf(id)).toBe('approved');
    });

    it('after its withdrawals are back in the queue, where one person alone does not return one', async () => {
      const { file, payments } = await released('63');
      const [id = ''] = payments;
      await giveUp(file);
      await decide(file, paul);
      await settle();
      await answer(ines, report(await messageOf(file), [[await numberOf(id), 'ACSC']]));
      await settle();
      const fail = { payment_id: id, reason: 'returned_by_bank' };
      expect((await asker(server)('POST /api/staff/payments/fail', ines, fail)).body.payment.state).toBe('approved');
      await isKept(id, file);
    });
  });

  it('refuses hostile and foreign reports, and is proven by the verification', async () => {
    const xml = report('F1-unknown', []);
    expect(codeOf(await answer(ines, xml))).toBe('payments.answer_unknown');
    expect(codeOf(await answer(ines, xml.replace('pain.002.001.10', 'camt.053.001.08')))).toBe('files.xml_schema');
    expect(codeOf(await answer(ines, xml.slice(0, -20)))).toBe('files.xml_malformed');
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;">]>${xml.slice(xml.indexOf('<Document'))}`;
    expect(codeOf(await answer(ines, bomb))).toBe('files.xml_unsafe');
    expect(codeOf(await answer(ines, Buffer.from(`\ufeff${bomb}`, 'utf16le')))).toBe('files.xml_unsafe');
    const findings = await server.db.snapshot((tx) => verifyPayments(tx, server.app.config));
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });
});

describe('the database', () => {
  it('keeps a withdrawal from a second file, from another way out and from leaving its file', async () => {
    const { file, payments } = await released('45');
    const [id = ''] = payments;
    const refused = (statement: ReturnType<typeof sql>) =>
      expect(server.db.run(statement)).rejects.toThrow(/order|line|file|payout_file_line_once|cannot/);
    await refused(sql`
      insert into payout_file_line select file_id, 9999, block, payment_id, client_id, 'P-0', gen_random_uuid(), amount
      from payout_file_line where payment_id = ${id} and ended_at is null`);
    await refused(sql`update payment set state = 'approved' where id = ${id}`);
    await refused(sql`update payout_file_line set ended_at = now() where payment_id = ${id} and ended_at is null`);
    await refused(sql`update payout_file set content = 'x', sha256 = sha256('x') where id = ${file}`);
    await refused(sql`update payout_file set ended_at = now() where id = ${file}`);
    const waiting = await approved(ida, bank, '15');
    const made = await make();
    await refused(sql`update payout_file set released_at = now() where id = ${made.body.id}`);
    await refused(sql`update payment set state = 'sent', updated_at = now() where id = ${waiting}`);
  });
});
