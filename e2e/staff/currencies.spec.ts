import { expect, type Locator, type Page } from '@playwright/test';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import { withdrawalCodeLength } from '#contract/payments/names.ts';
import { call } from '../support/api.ts';
import { emailedCode, emailedLink } from '../support/mailbox.ts';
import { agreeOnSetting, asStaff, setLevel } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, register, withoutGreeting } from '../support/people.ts';
import { en } from '../support/texts.ts';

/** A broker in Australia: a currency that the market does not price, from its first rate to a withdrawal in it. */
test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const key = () => ({ request_id: crypto.randomUUID() });

test('the operator rates and opens a currency, and a client pays in and out in it', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const adam = demoPerson('adam');
  const staff = await asStaff(browser, adam);
  const dialog = staff.getByRole('dialog');
  const change = async (name: string, input: (dialog: Locator) => Promise<void>) => {
    await staff.goto('/en/admin/settings/currencies');
    await main(staff)
      .getByRole('button', { name: en('settings.change_this', { name }) })
      .click();
    await input(dialog);
    await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('We open in Sydney.');
  };

  await change(en('settings.currencies_rates'), async () => {
    const combo = dialog.locator('input[role="combobox"]');
    await combo.fill('AUD');
    await combo.press('Enter');
    await dialog.getByRole('button', { name: en('settings.add'), exact: true }).click();
    const fields = dialog.getByRole('group', { name: 'AUD', exact: true });
    await fields.getByRole('textbox', { name: en('settings.rate_usd') }).fill('0.65');
  });
  await dialog.getByLabel(en('profile.current_password')).fill(adam.password);
  await dialog.getByRole('button', { name: en('settings.propose'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await agreeOnSetting(browser, 'currencies.rates');

  const propose = async <Key extends ProtectedKey>(
    name: Key,
    value: (now: SettingValues[Key]) => SettingValues[Key],
  ) => {
    const { settings } = await call(staff.context(), 'POST /api/staff/settings', { body: {} });
    const found = settings.find((each) => each.key === name);
    const body = { key: name, value: value(found?.value as SettingValues[Key]), version: found?.version ?? 0 };
    const proof = { reason: 'We open in Sydney.', current_password: adam.password };
    await call(staff.context(), 'POST /api/staff/settings/protected', { body: { ...body, ...proof } });
    await agreeOnSetting(browser, name);
  };
  const nord = { beneficiary: 'Nord Pty', bank: 'Harbour Bank', scheme: 'au_bsb', country: 'AU' };
  await propose('payments.bank_accounts', (accounts) => [
    ...accounts,
    { currency: 'AUD', ...nord, bsb: '062-000', account_number: '12345678' },
  ]);
  const price = { min: '10', max: '100000', fee_fixed: '0', fee_percent: '0', open_days: 10, days: 2 };
  const way = { method: 'bank_transfer', currency: 'AUD', ...price } as const;
  await propose('payments.terms', (ways) => [...ways, { ...way, kind: 'deposit' }, { ...way, kind: 'withdrawal' }]);

  await change(en('settings.currencies_wallets'), () => dialog.getByRole('checkbox', { name: 'AUD' }).check());
  await dialog.getByRole('button', { name: en('common.save'), exact: true }).click();
  await expect(dialog).toBeHidden();

  const client = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, client.email);
  const wallet = await call(context, 'POST /api/wallets/open', { body: { currency_id: 'AUD' } });
  const paid = await call(context, 'POST /api/payments/deposit', {
    body: { wallet_id: wallet.id, method: 'bank_transfer', amount: '1236.50', ...key() },
  });
  await page.goto(`/en/payments/${paid.payment.id}`);
  await expect(main(page).getByText('12345678')).toBeVisible();
  const ines = await asStaff(browser, demoPerson('ines'));
  const credit = () => ({ payment_id: paid.payment.id, ...key() });
  await call(ines.context(), 'POST /api/staff/payments/assign', { body: credit() });
  await call(ines.context(), 'POST /api/staff/payments/credit', { body: { ...credit(), received: '1236.50' } });

  const account = { country: 'AU', scheme: 'au_bsb', account: '12345678', details: { bsb: '062-000' } };
  const added = await call(context, 'POST /api/payments/destinations/add', {
    body: { method: 'bank_transfer', label: 'Mine', ...account, ...key() },
  });
  const link = await emailedLink('/payments/destination/', context, client.email);
  await call(context, 'POST /api/payments/destinations/confirm', { body: { token: link.split('/').at(-1) ?? '' } });
  const { payment } = await call(context, 'POST /api/payments/withdraw', {
    body: { wallet_id: wallet.id, destination_id: added.id, amount: '236.50', ...key() },
  });
  const code = await emailedCode(withdrawalCodeLength, context, client.email);
  await call(context, 'POST /api/payments/confirm', { body: { payment_id: payment.id, code, ...key() } });

  for (const language of ['en', 'de', 'ar']) {
    await page.goto(`/${language}/wallet/list`);
    await expect(main(page).getByText('A$1,000.00').first()).toBeVisible();
  }
});
