import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { confirmAs } from '#test/compliance/approvals.ts';
import { validate } from '#test/external-services/iso20022.ts';
import { asker, codeOf, confirmedDestination, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { camt, details, entry, settled } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** A broker in New York: how its account without an IBAN comes to be, takes money in, and pays out. */
let server: TestServer;
let ada: Session;
let paul: Session;
let payer: Payer;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', second_name: 'Lund', roles: ['client', 'admin'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
  payer = await newPayer(server, 4, 100_000n);
});
afterAll(() => server.close());

const key = 'payments.bank_accounts';
const typed = {
  currency: 'USD',
  beneficiary: 'Harbour Inc.',
  bank: 'First Harbour Bank',
  scheme: 'us_routing',
  country: 'us',
  account_number: '0001-2345-6789',
  routing_number: '021 000 021',
  account_type: 'current',
  address: '1 High Street,  10001',
  town: 'New York',
};
const stored = {
  ...typed,
  country: 'US',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'CURRENT',
  address: '1 High Street, 10001',
};
const fields = [
  { field: 'account_number', value: '000123456789' },
  { field: 'routing_number', value: '021000021' },
  { field: 'account_type', value: 'CURRENT' },
  { field: 'address', value: '1 High Street, 10001' },
  { field: 'town', value: 'New York' },
];

const holds = async () =>
  (await server.call('POST /api/staff/settings', { as: ada, body: {} })).body.settings.find((each) => each.key === key);

async function propose(value: unknown) {
  await server.db.run(sql`delete from rate_window`);
  const { version = 0 } = (await holds()) ?? {};
  const body = { key, value, version, reason: 'We bank in New York.', current_password: ada.password } as const;
  return server.call('POST /api/staff/settings/protected', { as: ada, body });
}

/** By two people. */
async function store(value: unknown): Promise<void> {
  expect((await propose(value)).body).toEqual({ outcome: 'proposed' });
  const { body } = await server.call('POST /api/staff/approvals', { as: paul, body: {} });
  const found = body.approval_requests.find((each) => each.kind === 'setting' && each.key === key);
  expect((await confirmAs(server, paul, found?.id ?? '')).status).toBe(200);
}

const announce = async (amount: string) =>
  (
    await asker(server)('POST /api/payments/deposit', payer.session, {
      wallet_id: payer.wallet.walletId,
      method: 'bank_transfer',
      amount,
    })
  ).body;
const infoOf = async (id: string) =>
  (await asker(server)('POST /api/payments/info', payer.session, { payment_id: id })).body;

describe('an account of the operator without an IBAN', () => {
  it('is stored by two people, in the spelling of its scheme', async () => {
    await store([typed]);
    expect((await holds())?.value).toEqual([stored]);
    expect(codeOf(await propose([stored]))).toBe('settings.same');
  });

  it.each([
    ['Routing number (ABA)', { routing_number: '021000022' }],
    ['Account number', { account_number: '' }],
    ['Town or city', { town: undefined }],
    ['IFSC', { ifsc: 'HDFC0000001' }],
    ['BIC', { currency: 'CHF' }],
    ['Country of the bank account', { country: 'AU' }],
    ['Country of the bank account', { country: undefined }],
  ])('is refused with the name of the field that is wrong: %s', async (field, wrong) => {
    const { refusal } = await propose([{ ...typed, ...wrong }]);
    expect(refusal.errors?.['value']).toMatchObject([{ code: 'settings.account_field' }]);
    expect(JSON.stringify(refusal.errors)).toContain(`“${field}” of the`);
  });

  it('is shown with a deposit, field by field', async () => {
    const { bank, payment } = await announce('50');
    expect(bank).toMatchObject({ beneficiary: 'Harbour Inc.', country: 'US', fields, replaced: false, own: false });
    const { scheme, number } = await server.db.one<{ scheme: string; number: string }>(sql`
      select scheme, account_number as number from payment_instruction where payment_id = ${payment.id}`);
    expect([scheme, number]).toEqual(['us_routing', '000123456789']);
  });

  it('is another one once its number or bank changes, not when its address does', async () => {
    const { payment } = await announce('51');
    const replaced = async () => (await infoOf(payment.id)).bank?.replaced;
    await store([{ ...typed, address: '2 Low Street, 10002', bank: 'Second Harbour Bank' }]);
    expect(await replaced()).toBe(false);
    await store([{ ...typed, routing_number: '011401533' }]);
    expect(await replaced()).toBe(true);
    expect((await infoOf(payment.id)).bank?.fields).toEqual(fields);
    await store([typed]);
    expect(await replaced()).toBe(false);
  });

  it('pays by a file that names it and its bank as its country does', async () => {
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    for (const route of ['POST /api/staff/payments/assign', 'POST /api/staff/payments/approve'] as const)
      await asker(server)(route, ada, { payment_id: id });
    const list = await asker(server)('POST /api/staff/payments/bank-files', ada, {});
    expect(list.body.ready).toMatchObject([{ currency: 'USD', account: '•••• 6789' }]);
    const order = { currency: 'USD', pay_on: server.clock.now().toISOString().slice(0, 10), reason: 'Daily payouts' };
    const made = await asker(server)('POST /api/staff/payments/bank-files/make', ada, order);
    expect(made.body).toMatchObject({ state: 'waiting', account: '•••• 6789', count: 1 });
    const { content } = await server.db.one<{ content: Buffer }>(sql`
      select content from payout_file where id = ${made.body.id}`);
    expect(content.toString()).toContain('<DbtrAcct><Id><Othr><Id>000123456789</Id></Othr></Id>');
    expect(content.toString()).toContain('<Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>');
    validate(content.toString(), 'pain.001.001.09');
  });

  const mt940 = (account: string, reference: string, amount: string) =>
    [
      `:20:S\n:25:${account}\n:28C:1/1\n:60F:C260301USD0,00`,
      `:61:2603020302C${amount}NTRFNONREF//M${amount.slice(0, 2)}\n:86:166?00X?20SVWZ+${reference}?32${payer.session.user.full_name}`,
      `:62F:C260302USD${amount}\n-`,
    ].join('\n');
  const camtOf = (number: string, reference: string, amount: string) =>
    camt(entry(amount, details(payer.session.user.full_name, reference))).replace(
      /<IBAN>.*?<\/IBAN>/,
      `<Othr><Id>${number}</Id></Othr>`,
    );
  const csv = (account: string, reference: string, amount: string) =>
    `reference,amount,currency,date,payer,receiving_account\n${reference},${amount},USD,2026-03-02,${payer.session.user.full_name},${account}`;

  it.each<[string, string, (reference: string) => string, object]>([
    ['camt.053', '61', (it) => camtOf('000123456789', it, '61.00'), { result: 'credited' }],
    ['camt.053, after its bank', '62', (it) => camtOf('021000021/000123456789', it, '62.00'), { result: 'credited' }],
    ['MT940', '63', (it) => mt940('021000021/000123456789', it, '63,00'), { result: 'credited' }],
    ['MT940, with the currency', '64', (it) => mt940('000123456789USD', it, '64,00'), { result: 'credited' }],
    ['CSV', '65', (it) => csv('0001 2345 6789', it, '65'), { result: 'credited' }],
    [
      'camt.053 of another',
      '66',
      (it) => camtOf('000123456780', it, '66.00'),
      { result: 'proposed', doubt: 'account' },
    ],
    ['MT940 of another bank', '67', (it) => mt940('011401533/000123456789', it, '67,00'), { doubt: 'account' }],
    ['CSV of another', '68', (it) => csv('000123456780', it, '68'), { result: 'proposed', doubt: 'account' }],
  ])('is found in a statement: %s', async (_, amount, of, expected) => {
    const { reference } = await announce(amount);
    expect((await settled(server, ada, of(reference ?? ''))).lines).toMatchObject([expected]);
  });

  it('is left to the program that knows it: an older one gives no client an account with half of its fields', async () => {
    const { payment } = await announce('52');
    const olderStatement = sql`
      insert into payment_instruction (payment_id, beneficiary, bank, iban, bic, own)
      select ${payment.id}, beneficiary, bank, coalesce(${null}::text, iban), bic, false from payment_bank_account where currency = 'USD'`;
    await expect(server.db.run(olderStatement)).rejects.toThrow('payment_instruction_check');
    await expect(
      server.db.run(sql`update payment_bank_account set account_number = null where currency = 'USD'`),
    ).rejects.toThrow('payment_bank_account_check');
  });
});
