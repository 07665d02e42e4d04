import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SftpClient from 'ssh2-sftp-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePaymentOrder, type PaymentOrder } from '#server/payments/bank-files/pain001.ts';
import { readAnswerFile } from '#server/payments/bank-files/pain002.ts';
import { readStatement } from '#server/reconciliation/statement/read-statement.ts';
import { validate } from '#test/external-services/iso20022.ts';
import { hasSftp } from '#test/external-services/sftp.ts';
import { standInPassword, standInUser, startBank, type BankStandIn } from './server.ts';
import { newKeyPair } from './sftp.ts';

let standIn: BankStandIn;
let folder: string;
const key = newKeyPair();
beforeEach(async () => {
  standIn = await startBank({ authorizedKey: key.public });
  folder = mkdtempSync(join(tmpdir(), 'atrium-bank-'));
});
afterEach(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

const iban = 'GB29NWBK60161331926819';
const transfer = (endToEndId: string, amountMinor = 95_00n, to = iban) => ({
  endToEndId,
  uetr: crypto.randomUUID(),
  amountMinor,
  name: 'Ida Berg',
  account: { iban: to, country: to.slice(0, 2) },
});

const orderBy = (debtor: PaymentOrder['debtor'], messageId: string, ...transfers: ReturnType<typeof transfer>[]) =>
  writePaymentOrder({
    messageId,
    createdAt: new Date(),
    payOn: standIn.bank.books.day,
    currency: 'USD',
    debtor,
    transfers,
  });
const ours = {
  name: 'Atrium Markets',
  account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', country: 'DE' },
};
const order = (messageId: string, ...transfers: ReturnType<typeof transfer>[]) =>
  orderBy(ours, messageId, ...transfers);

async function give(content: string, name = 'F1.xml'): Promise<void> {
  standIn.bank.files.set(`in/${name}`, { body: Buffer.from(content), changedAt: new Date() });
  await standIn.bank.collect();
}

const reports = (kind: string) =>
  [...standIn.bank.files]
    .filter(([path]) => path.startsWith('out/') && path.includes(kind))
    .map(([, { body }]) => body.toString());

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const answers = () => Promise.all(reports('pain.002').map((each) => readAnswerFile(bytes(each))));
const statusOf = async (index: number) => (await answers())[index]?.file;

async function entriesOf(text: string) {
  const entries: {
    account: string;
    amountMinor: bigint;
    endToEndId: string | null;
    name: string | null;
    returnReason: string | null;
  }[] = [];
  for await (const part of readStatement(bytes(text), {}, 100)) if ('entry' in part) entries.push(part.entry);
  return entries;
}

describe('the bank', () => {
  it('takes an order, pays it line by line, and reports it as the product reads it', async () => {
    const { bank } = standIn;
    bank.reject('P-2', 'AC04');
    const content = order('F1-a', transfer('P-1'), transfer('P-2'), transfer('P-3', 5_00n, 'GB29NWBK60161331926818'));
    await give(content);
    expect(await statusOf(0)).toMatchObject({ status: 'ACTC' });
    bank.execute();
    const [, second] = await answers();
    expect(second?.fileMessageId).toBe('F1-a');
    expect([...(second?.lines ?? [])].map(([id, { status, reason }]) => [id, status, reason])).toEqual([
      ['P-1', 'ACSC', null],
      ['P-2', 'RJCT', 'AC04'],
      ['P-3', 'RJCT', 'AC03'],
    ]);
    expect(bank.books.paid()).toEqual(new Map([['P-1', 95_00n]]));
    bank.credit({
      number: 'DE89370400440532013000',
      currency: 'USD',
      amountMinor: 20_00n,
      party: { name: 'Ida Berg', account: iban },
      text: 'Deposit',
    });
    bank.closeDay();
    bank.returnLine('P-1');
    bank.closeDay();
    expect(bank.books.paid()).toEqual(new Map());
    for (const { customers, held } of Object.values(bank.books.balanceSheet())) expect(customers).toBe(held);
    const [day = '', next = ''] = reports('camt.053');
    expect(await entriesOf(day)).toMatchObject([
      { amountMinor: -95_00n, endToEndId: 'P-1', name: 'Ida Berg' },
      { amountMinor: 20_00n, endToEndId: null, name: 'Ida Berg' },
    ]);
    expect(await entriesOf(next)).toMatchObject([{ amountMinor: 95_00n, endToEndId: 'P-1', returnReason: 'AC04' }]);
    validate(content, 'pain.001.001.09');
    for (const each of reports('pain.002')) validate(each, 'pain.002.001.10');
    for (const each of reports('camt.053')) validate(each, 'camt.053.001.08');
    for (const each of reports('camt.054')) validate(each, 'camt.054.001.08');
  });

  it.each(['camt.053', 'mt940'] as const)(
    'keeps an account without an IBAN, in orders and in %s',
    async (statements) => {
      const account = { number: '021000021000123456789', bic: 'CHASUS33', name: 'Atrium', currency: 'USD' };
      const { bank } = (standIn = await reopened({ statements, accounts: [{ ...account, balanceMinor: 1000_00n }] }));
      const debtor = { name: 'Atrium', account: { number: account.number, country: 'US', bic: 'CHASUS33' } };
      const content = orderBy(debtor, 'F1-a', transfer('P-1'));
      await give(content);
      bank.execute();
      bank.closeDay();
      validate(content, 'pain.001.001.09');
      const [text = ''] = reports(statements === 'mt940' ? '.sta' : statements);
      expect(await entriesOf(text)).toMatchObject([
        { amountMinor: -95_00n, endToEndId: 'P-1', account: '021000021000123456789' },
      ]);
      for (const each of reports('camt.053')) validate(each, 'camt.053.001.08');
    },
  );

  it('writes MT940, too', async () => {
    const { bank } = (standIn = await reopened({ statements: 'mt940' }));
    await give(order('F1-a', transfer('P-1')));
    bank.execute();
    bank.closeDay();
    const [text = ''] = reports('.sta');
    expect(await entriesOf(text)).toMatchObject([{ amountMinor: -95_00n, endToEndId: 'P-1' }]);
  });

  it.each([
    ['DU01', (content: string) => content.replace('F2-a-', 'F3-a-'), 'F1-a'],
    ['DU04', (content: string) => content, 'F2-a'],
    ['AM10', (content: string) => content.replace('<CtrlSum>7.00', '<CtrlSum>8.00'), 'F2-a'],
    ['AM18', (content: string) => content.replaceAll('<NbOfTxs>1', '<NbOfTxs>2'), 'F2-a'],
    ['AC02', (content: string) => content.replace('DE89370400440532013000', 'DE02120300000000202051'), 'F2-a'],
    ['AC09', (content: string) => content.replace('<Ccy>USD', '<Ccy>JPY'), 'F2-a'],
    ['DT01', (content: string) => content.replace(/<Dt>\d{4}/, '<Dt>2001'), 'F2-a'],
    ['FF01', (content: string) => content.slice(0, -20), 'F2-a'],
  ])('refuses a whole file with %s', async (code, change, messageId) => {
    await give(order('F1-a', transfer('P-1', 7_00n)));
    await give(change(order(messageId, transfer(code === 'DU04' ? 'P-1' : 'P-2', 7_00n))), 'F2.xml');
    expect(await statusOf(1)).toMatchObject({ status: 'RJCT', reason: code });
    expect(standIn.bank.books.lines.size).toBe(1);
  });

  it('rejects what the account does not cover', async () => {
    await give(order('F1-a', transfer('P-1', 99_999_999_999n)));
    standIn.bank.execute();
    expect((await answers())[1]?.lines.get('P-1')).toMatchObject({ status: 'RJCT', reason: 'AM04' });
  });

  it('lies in its reports when asked to', async () => {
    const { bank } = standIn;
    for (const name of ['out_of_order', 'unknown_file', 'same_report_again'] as const) standIn.lie(name);
    await give(order('F1-a', transfer('P-1')));
    bank.execute();
    const all = await answers();
    expect(all.map(({ fileMessageId, file }) => [fileMessageId, file.status])).toEqual([
      ['F0-unknown', 'ACTC'],
      ['F0-unknown', 'ACTC'],
      ['F1-a', 'ACSC'],
      ['F1-a', 'ACTC'],
    ]);
    standIn.lie('missing_day');
    bank.closeDay();
    expect(reports('camt.053')).toEqual([]);
    bank.returnLine('P-1');
    standIn.lie('repeats_advice');
    bank.closeDay();
    const [advised = '', stated = ''] = [reports('camt.054').at(-1), reports('camt.053')[0]];
    const referenceIn = (text: string) => /<AcctSvcrRef>(\w+)/.exec(text)?.[1];
    expect(referenceIn(stated)).not.toBe(referenceIn(advised));
  });
});

async function reopened(options: Parameters<typeof startBank>[0]): Promise<BankStandIn> {
  await standIn.close();
  return startBank(options);
}

async function connected(): Promise<SftpClient> {
  const client = new SftpClient();
  client.on('error', () => {});
  await client.connect({
    host: '127.0.0.1',
    port: standIn.sftp.port,
    username: standInUser,
    password: standInPassword,
    hostVerifier: (given: Buffer) => given.toString('base64') === standIn.sftp.hostKey.split(' ')[1],
  });
  return client;
}

describe('its server', () => {
  it.runIf(hasSftp())('agrees with the sftp of OpenSSH', async () => {
    const file = (name: string) => join(folder, name);
    writeFileSync(file('key'), key.private, { mode: 0o600 });
    writeFileSync(file('known'), `[127.0.0.1]:${standIn.sftp.port} ${standIn.sftp.hostKey}\n`);
    const content = order('F1-a', ...Array.from({ length: 200 }, (_, index) => transfer(`P-${index}`)));
    writeFileSync(file('F1.xml'), content);
    const batch = [
      `put ${file('F1.xml')} in/F1.part`,
      'rename in/F1.part in/F1.xml',
      'ls -l out',
      `put ${file('F1.xml')} in/F2.part`,
      '-rename in/F2.part in/F1.xml',
      'rm in/F2.part',
      'mkdir in/later',
      `-put ${file('F1.xml')} out/F1.xml`,
      `get out/*ain.002.xml ${folder}`,
      `get in/F1.xml ${file('back.xml')}`,
    ];
    writeFileSync(file('batch'), `${batch.join('\n')}\n`);
    const options = [
      'BatchMode=yes',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile=${file('known')}`,
      'IdentitiesOnly=yes',
    ];
    const { stdout, stderr } = await promisify(execFile)('sftp', [
      '-F',
      '/dev/null',
      '-i',
      file('key'),
      '-P',
      String(standIn.sftp.port),
      '-b',
      file('batch'),
      ...options.flatMap((each) => ['-o', each]),
      `${standInUser}@127.0.0.1`,
    ]);
    expect(stdout).toMatch(/-rw-r----- .* B\d+\.pain\.002\.xml/);
    expect(stderr).toMatch(/rename .*Failure/);
    expect(stderr).toMatch(/ermission denied/);
    expect(readFileSync(file('back.xml'), 'utf8')).toBe(content);
    expect(standIn.bank.books.paid().size).toBe(200);
    expect([...standIn.bank.files.keys()].filter((each) => each.startsWith('in/'))).toEqual(['in/F1.xml']);
  });

  it('agrees with ssh2-sftp-client', async () => {
    const client = await connected();
    const content = Buffer.from(order('F1-a', transfer('P-1')));
    await client.put(content, '/in/F1.part');
    expect(standIn.bank.books.lines.size).toBe(0);
    await client.rename('/in/F1.part', '/in/F1.xml');
    expect(await client.exists('/in/F1.xml')).toBe('-');
    expect((await client.stat('/in/F1.xml')).size).toBe(content.length);
    const listed = (await client.list('/out')).map(({ name }) => name);
    expect(listed).toHaveLength(3);
    const fetched = await client.get(`/out/${listed[0]}`);
    expect((fetched as Buffer).toString()).toContain('<GrpSts>ACTC</GrpSts>');
    await client.delete(`/out/${listed[0]}`);
    await expect(client.put(content, '/out/x.xml')).rejects.toThrow(/denied/i);
    await expect(client.stat('/in/none')).rejects.toThrow(/No such file/);
    await expect(client.rename('/in/none', '/in/other')).rejects.toThrow(/No such file/);
    await client.mkdir('/in/later');
    await client.end();
  });

  it('lies when asked to, and keeps what was done', async () => {
    const content = Buffer.alloc(1000, 'x');
    let client = await connected();
    standIn.lie('dies_after_write');
    await expect(client.put(content, '/in/F1.part')).rejects.toThrow(/./);
    expect(standIn.bank.files.get('in/F1.part')?.body.length).toBe(1000);
    client = await connected();
    standIn.lie('dies_after_rename');
    await expect(client.rename('/in/F1.part', '/in/F1.txt')).rejects.toThrow(/./);
    client = await connected();
    expect(await client.exists('/in/F1.txt')).toBe('-');
    standIn.lie('short_write');
    await client.put(content, '/in/F2.part');
    expect((await client.stat('/in/F2.part')).size).toBe(500);
    standIn.bank.files.set('out/a', { body: content, changedAt: new Date() });
    const sizes = async () => (await client.list('/out')).map(({ size }) => size);
    standIn.lie('hides_file');
    expect(await sizes()).toEqual([]);
    standIn.lie('grows');
    expect(await sizes()).toEqual([500]);
    expect(await sizes()).toEqual([1000]);
    await client.end();
    standIn.lie('refuses_password');
    await expect(connected()).rejects.toThrow(/authentication/i);
    standIn.lie('other_host_key');
    await expect(connected()).rejects.toThrow(/host/i);
    client = await connected();
    standIn.lie('silent');
    const answered = client.list('/out').then(() => true);
    answered.catch(() => {});
    expect(await Promise.race([answered, new Promise((resolve) => setTimeout(() => resolve('silent'), 300))])).toBe(
      'silent',
    );
    await client.end().catch(() => {});
  });

  it('is driven by calls', async () => {
    const post = (path: string, body: object) =>
      fetch(`${standIn.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const credit = {
      number: 'DE89370400440532013000',
      name: 'Ida Berg',
      amount: '12.50',
      currency: 'EUR',
      text: 'Deposit',
    };
    expect((await post('/__credit', credit)).status).toBe(200);
    expect((await post('/__act', { act: 'close_day' })).status).toBe(200);
    expect((await post('/__lie', { name: 'none' })).status).toBe(400);
    expect((await post('/__lie', { name: 'grows', times: 2 })).status).toBe(200);
    const seen = (await (await fetch(`${standIn.url}/__seen`)).json()) as { files: string[] };
    expect(seen.files.map((name) => name.slice(name.indexOf('.')))).toEqual(['.camt.054.xml', '.camt.053.xml']);
  });

  it('shows its books on a page, on which a person acts', async () => {
    const { bank } = (standIn = await reopened({ executes: false }));
    await give(order('F1-a', transfer('P-1'), transfer('P-2')));
    const act = async (id: string, name: string, given: Record<string, string> = {}) =>
      (
        await fetch(`${standIn.url}/`, { method: 'POST', body: new URLSearchParams({ id, act: name, ...given }) })
      ).text();
    await act('P-2', 'reject');
    expect(await act('P-1', 'execute')).toContain('P-1, 95.00 USD to Ida Berg on ');
    expect(bank.books.paid()).toEqual(new Map([['P-1', 95_00n]]));
    expect(await act('P-2', 'return')).toContain('Not possible now: P-2 was not paid.');
    expect(await act('P-1', 'return')).toContain('returned (AC04)');
    const page = await act('EUR', 'money_arrives', { amount: '12.50', payer: 'Ida <Berg>', reference: 'Deposit' });
    expect(page).toContain('100000012.50 EUR');
    expect(reports('camt.054').at(-1)).toContain('Ida &lt;Berg&gt;');
    await act('day', 'end_of_day');
    expect(reports('camt.053')).toHaveLength(2);
    expect(await act('EUR', 'money_arrives', { amount: 'much' })).toContain('Not possible now: ');
  });
});
