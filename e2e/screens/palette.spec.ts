import { expect } from '@playwright/test';
import { call } from '../support/api.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';

test('the palette finds screens, wallets and actions by a key, and a client for staff', async ({ page, context }) => {
  await withoutGreeting(context);
  await signIn(context, demoPerson('adam'));
  // Emails to this person keep their own language: other tests use them too.
  await page.route('**/api/settings/profile-settings', (route) => route.fulfill({ json: {} }));
  await page.goto('/en/home');
  await expect(page.getByRole('button', { name: en('shell.palette') })).toHaveAttribute('title', /Ctrl K/);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: en('shell.palette') });
  await expect(field).toBeFocused();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');

  await field.fill('layla');
  await expect(options.filter({ hasText: 'layla.haddad@example.com' })).toBeVisible();

  // By the number of a payment, with its letter or without.
  const { payments } = await call(context, 'POST /api/staff/payments', { body: { view: 'all' } });
  const [payment] = payments;
  const number = payment?.number ?? '';
  for (const words of [number, number.replace('P-', '')]) {
    await field.fill(words);
    await expect(options.filter({ hasText: `${number} · ${payment?.client.name}` })).toBeVisible();
  }

  await field.fill(en('wallets.list_title'));
  await expect(options.first()).toHaveText(en('wallets.list_title'));
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: en('wallets.list_title') })).toBeVisible();
  await expect(field).toBeHidden();

  await page.keyboard.press('Control+k');
  await field.fill('deutsch');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/de\/wallet\/list/);
  await expect(page.getByRole('heading', { level: 1, name: text('de', 'wallets.list_title') })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.locator('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('the palette finds an article by its title, and has it on top the next time', async ({ page, context }) => {
  await withoutGreeting(context);
  await signIn(context, demoPerson('james'));
  await page.goto('/en/home');
  await expect(page.getByRole('button', { name: en('shell.palette') })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: en('shell.palette') });
  // By its stem, which only the server knows.
  await field.fill('allotments');
  const options = page.getByRole('listbox').getByRole('option');
  const title = 'How an IPO allotment works';
  await expect(options.filter({ hasText: title })).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(options.first()).toContainText(title);
});

test('where the operator offers no IPOs, a client without any sees none', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  // As the server responds with the setting off; it is on for the other tests.
  await page.route('**/en/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"ipo":true', '"ipo":false') });
  });
  await page.route('**/api/ipo/my-ipo', (route) => route.fulfill({ status: 404, json: { code: 'http.not_found' } }));
  await page.goto('/en/home');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').getByText(en('shell.ipo'), { exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: en('shell.palette') });
  const options = page.getByRole('listbox').getByRole('option');
  await field.fill(en('wallets.list_title'));
  await expect(options.first()).toHaveText(en('wallets.list_title'));
  for (const title of ['ipo.my_ipo_title', 'ipo.history_title', 'ipo.calendar_title'] as const) {
    await field.fill(en(title));
    await expect(options.filter({ hasText: en(title) })).toHaveCount(0);
  }
});
