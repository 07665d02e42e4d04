import { expect, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');

test('money goes to an account and back, and an empty account is put away and fetched again', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const person = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, person.email);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  await call(context, 'POST /api/payments/deposit', {
    body: {
      wallet_id: wallet?.id ?? '',
      method: 'sandbox',
      amount: '500',
      card: '4242424242424242',
      request_id: crypto.randomUUID(),
    },
  });
  await openAccounts(context, 'USD');
  const [account] = await call(context, 'POST /api/trading-account', { body: {} });
  const number = account?.trading_account_id ?? '';

  await page.goto(`/en/trading-account/${number}`);
  const transfer = async (direction: 'in' | 'out', amount: string) => {
    await main(page)
      .getByRole('button', { name: en('trading.transfer'), exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: en('trading.transfer_title') });
    await dialog.getByText(en(`trading.direction_${direction}`), { exact: true }).click();
    await dialog.getByRole('textbox', { name: en('trading.amount_in', { currency: 'USD' }) }).fill(amount);
    await dialog.getByRole('button', { name: en('trading.transfer'), exact: true }).click();
    return dialog;
  };
  await main(page)
    .getByRole('button', { name: en('trading.transfer'), exact: true })
    .click();
  const planned = page.getByRole('dialog', { name: en('trading.transfer_title') });
  await planned.getByRole('textbox').fill('120');
  const afterwards = planned.getByRole('status');
  await expect(afterwards.getByText('USD 372.50', { exact: true })).toBeVisible();
  await expect(afterwards.getByText('USD 120.00', { exact: true })).toBeVisible();
  await planned.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(await transfer('in', '120')).toBeHidden();
  await expect(main(page).getByText('$120.00').first()).toBeVisible();
  const refused = await transfer('out', '120.01');
  const amount = refused.getByRole('textbox');
  await expect(amount).toHaveAccessibleDescription(new RegExp(en('errors.trading_free_margin')));
  await amount.fill('120');
  await refused.getByRole('button', { name: en('trading.transfer'), exact: true }).click();
  await expect(refused).toBeHidden();

  await main(page)
    .getByRole('button', { name: en('common.more_acts') })
    .click();
  await main(page)
    .getByRole('button', { name: en('trading.archive'), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: en('trading.archive_title', { number }) });
  await dialog.getByRole('textbox', { name: en('trading.archive_reason') }).fill('Only tried it.');
  await dialog.getByRole('button', { name: en('trading.archive'), exact: true }).click();
  await expect(page).toHaveURL('/en/trading-account');
  // Until the list is read again, the account may stand in it, too.
  await main(page)
    .getByRole('table')
    .getByRole('link', { name: new RegExp(number) })
    .click();
  await expect(main(page).getByText('Only tried it.')).toBeVisible();
  await expect(main(page).getByText(en('trading.no_curve_title'))).toBeVisible();
  await expect(main(page).getByRole('button', { name: en('trading.transfer'), exact: true })).toBeHidden();
  await main(page)
    .getByRole('button', { name: en('trading.restore_named', { number }) })
    .click();
  await expect(main(page).getByRole('button', { name: en('trading.transfer'), exact: true })).toBeVisible();
  await expect(main(page).getByText('Only tried it.')).toBeHidden();
});

test('every list of an account is narrowed down, added up and saved', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const [account] = await call(context, 'POST /api/trading-account', { body: {} });
  const number = account?.trading_account_id ?? '';
  const request = { trading_account_id: number };
  const { totals } = await call(context, 'POST /api/trading-account/closed', { body: { ...request, side: 'sell' } });
  await page.goto(`/en/trading-account/${number}`);
  const show = (part: string) => main(page).getByText(part, { exact: true }).first().click();
  const saved = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main(page)
        .getByRole('button', { name: en('common.save_csv') })
        .click(),
    ]);
    return file.suggestedFilename();
  };

  await show(en('trading.closed_title'));
  await main(page).getByLabel(en('trading.side')).selectOption(en('trading.type_sell'));
  const sums = main(page).getByRole('definition');
  await expect(sums.filter({ hasText: new RegExp(`^${totals?.count}$`) })).toBeVisible();
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: en('trading.type_buy') }),
  ).toHaveCount(0);
  expect(await saved()).toBe(`account-${number}-closed-positions.csv`);

  await show(en('trading.orders_title'));
  await show(en('trading.orders_done'));
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: en('trading.order_filled') })
      .first(),
  ).toBeVisible();
  expect(await saved()).toBe(`account-${number}-orders.csv`);
  await main(page).getByLabel(en('trading.instrument')).fill('NOPE');
  await expect(main(page).getByText(en('common.no_match'))).toBeVisible();

  await show(en('trading.deals_caption'));
  await expect(main(page).getByText(en('trading.net'), { exact: true })).toBeVisible();
  expect(await saved()).toBe(`account-${number}-deals.csv`);
});
