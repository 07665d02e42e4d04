import type { BrowserContext, Page } from '@playwright/test';
import { withdrawalCodeLength } from '#contract/payments/names.ts';
import { call } from './api.ts';
import { emailedCode, emailedLink } from './mailbox.ts';
import type { Person } from './people.ts';

const key = () => ({ request_id: crypto.randomUUID() });

/** A withdrawal of 250 to a bank, which its client has confirmed. */
export async function requestWithdrawal(context: BrowserContext, finance: Page, { email }: Person): Promise<string> {
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const wallet_id = wallet?.id ?? '';
  const deposit = { wallet_id, method: 'bank_transfer', amount: '500', ...key() } as const;
  const { payment: paidIn } = await call(context, 'POST /api/payments/deposit', { body: deposit });
  const of = () => ({ payment_id: paidIn.id, ...key() });
  await call(finance.context(), 'POST /api/staff/payments/assign', { body: of() });
  await call(finance.context(), 'POST /api/staff/payments/credit', { body: { ...of(), received: '500' } });
  const account = { method: 'bank_transfer', account: 'GB29NWBK60161331926819', label: 'Mine', ...key() } as const;
  const { id: destination_id } = await call(context, 'POST /api/payments/destinations/add', { body: account });
  const link = await emailedLink('/payments/destination/', context, email);
  await call(context, 'POST /api/payments/destinations/confirm', { body: { token: link.split('/').at(-1) ?? '' } });
  const { payment } = await call(context, 'POST /api/payments/withdraw', {
    body: { wallet_id, destination_id, amount: '250', ...key() },
  });
  const code = await emailedCode(withdrawalCodeLength, context, email);
  await call(context, 'POST /api/payments/confirm', { body: { payment_id: payment.id, code, ...key() } });
  return payment.id;
}
