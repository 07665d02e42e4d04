import { afterAll, beforeAll, expect, it } from 'vitest';
import { asker, confirmedDestination, newPayer, submitted } from '#test/money/payments.ts';
import { openPayouts, type Payouts } from '#test/money/payouts.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let payouts: Payouts;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  await server.storeSessions();
  payouts = await openPayouts(server, ines);
});
afterAll(async () => {
  await payouts.close();
  await server.close();
});

const abroad = { account_type: 'savings', bic: 'ITAUBRSP' };
const accounts = [
  {
    scheme: 'br_account',
    country: 'BR',
    account: '12345-6',
    details: { ...abroad, bank_code: '341', branch_code: '1234', tax_id: '111.444.777-35' },
  },
  {
    scheme: 'jp_zengin',
    country: 'JP',
    account: '1234567',
    details: { ...abroad, bank_code: '0005', branch_code: '001', holder_kana: 'ﾔﾏﾀﾞ ﾊﾅｺ' },
  },
  { scheme: 'iban', account: 'DE89370400440532013000', details: {} },
];

it('names what the bank asks for and an order at Adyen has no field for', async () => {
  const seen: unknown[] = [];
  for (const account of accounts) {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer, account), '100');
    for (const act of ['assign', 'approve'] as const)
      await asker(server)(`POST /api/staff/payments/${act}`, ines, { payment_id: id });
    const { body } = await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id });
    seen.push([body.payout_by, body.payout_leaves_out]);
  }
  expect(seen).toEqual([
    ['Payouts', ['tax_id']],
    ['Payouts', ['holder_kana']],
    ['Payouts', []],
  ]);
});
