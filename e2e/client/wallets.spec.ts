import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { findBarriers } from '../support/judge.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');

test('a client opens a wallet, converts at the rate shown, and keeps a statement of it', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const { email } = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, email);
  const [usd] = await call(context, 'POST /api/wallets', { body: {} });
  const card = { wallet_id: usd?.id ?? '', method: 'sandbox' as const, amount: '1000', card: '4242424242424242' };
  await call(context, 'POST /api/payments/deposit', { body: { ...card, request_id: crypto.randomUUID() } });

  await page.goto('/en/wallet/list');
  await page.getByRole('button', { name: en('wallets.open_title') }).click();
  const opening = page.getByRole('dialog', { name: en('wallets.open_title') });
  await opening.getByLabel(en('wallets.currency')).selectOption('EUR');
  await opening.getByRole('button', { name: en('wallets.open_confirm'), exact: true }).click();
  await expect(opening).toBeHidden();
  await main(page)
    .getByRole('link', { name: usd?.name ?? '', exact: true })
    .click();

  // The list stays until the wallet is there, and has a button of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(usd?.name ?? '');
  await main(page)
    .getByRole('button', { name: en('wallets.convert'), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: en('wallets.convert_title') });
  await dialog.getByRole('textbox').fill('100,00');
  await dialog.getByRole('button', { name: en('wallets.show_rate') }).click();
  await expect(dialog.getByText(en('wallets.you_get'))).toBeVisible();
  await dialog.getByRole('button', { name: en('wallets.convert_now'), exact: true }).click();
  await expect(dialog).toBeHidden();

  await main(page)
    .getByRole('button', { name: en('wallets.kind_conversion'), exact: true })
    .click();
  const opened = page.getByRole('dialog', { name: en('wallets.kind_conversion') });
  // What the client paid is a cost.
  await expect(opened.getByRole('row').filter({ hasText: en('wallets.account_fees') })).toContainText('−');
  await opened.getByRole('button', { name: en('common.m167_close') }).click();

  await main(page)
    .getByRole('button', { name: en('wallets.statement'), exact: true })
    .click();
  const statement = page.getByRole('dialog', { name: en('wallets.statement_title') });
  await statement.getByLabel(en('wallets.statement_period')).selectOption('last_90_days');
  await statement.getByText(en('wallets.format_csv')).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    statement.getByRole('button', { name: en('wallets.statement_download') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^statement-USD-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('-100.00,');
});

test('every balance opens into what explains it', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const [usd] = await call(context, 'POST /api/wallets', { body: {} });
  await page.goto(`/en/wallet/${usd?.id}`);
  for (const [figure, panel] of [
    [en('wallets.available'), en('wallets.explain_available')],
    [en('wallets.held'), en('wallets.explain_held')],
    [en('wallets.pending'), en('wallets.explain_pending')],
  ] as const) {
    await main(page)
      .getByRole('button', { name: new RegExp(`^${figure}`) })
      .click();
    await expect(main(page).getByRole('region', { name: panel })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  }
  await main(page)
    .getByRole('textbox', { name: en('wallets.search') })
    .fill('nothing is called this');
  await expect(main(page).getByText(en('common.no_match'))).toBeVisible();
});
