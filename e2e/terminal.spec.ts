import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { register, signIn, demoPerson, withoutGreeting, openAccounts } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const rows = (page: Page) => page.getByRole('table', { name: en('terminal.tab_positions') }).getByRole('row');

async function openTerminal(page: Page): Promise<string> {
  const [account] = await call(page.context(), 'POST /api/trading-account', { body: {} });
  const { link } = await call(page.context(), 'POST /api/trading-account/autologin', {
    body: { trading_account_id: account?.trading_account_id ?? '' },
  });
  const path = new URL(link).pathname;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(account?.trading_account_id ?? 'none');
  return path;
}

test('an account trades at its terminal, and its link opens nothing a second time', async ({ page, context }) => {
  test.slow();
  // Of the demo broker only for his money: the position is closed again.
  await signIn(context, demoPerson('lukas'));
  await withoutGreeting(context);
  const path = await openTerminal(page);
  await expect(page).toHaveURL(/\/terminal\/-$/);

  const before = await rows(page).count();
  // Bitcoin is traded at weekends, too.
  await page.getByRole('radio', { name: /^BTCUSD/ }).check({ force: true });
  await page.getByRole('textbox', { name: en('terminal.volume') }).fill('0.01');
  await page.getByRole('button', { name: en('terminal.place_buy', { volume: '0.01', symbol: 'BTCUSD' }) }).click();
  await expect(page.getByRole('table', { name: en('terminal.tab_positions') })).toBeVisible();
  await expect(rows(page)).toHaveCount(before === 0 ? 2 : before + 1);

  await page.reload();
  const mine = rows(page).filter({ hasText: 'BTCUSD' }).filter({ hasText: '0.01' }).first();
  await mine.getByRole('button', { name: /^Close/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('terminal.close_confirm') })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The watch list says the same word of a market that rests, but as a part of a longer name.
  await page.getByRole('radio', { name: en('terminal.tab_closed'), exact: true }).check({ force: true });
  await expect(page.getByRole('table', { name: en('terminal.tab_closed') })).toContainText('BTCUSD');

  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: en('terminal.used_title') })).toBeVisible();
});

test('what the account does not cover is said before and after the order is sent', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  await openAccounts(context, 'USD');
  await openTerminal(page);
  await page.getByRole('radio', { name: /^BTCUSD/ }).check({ force: true });
  await expect(page.getByText(en('errors.paper_margin'))).toBeVisible();
  await page.getByRole('button', { name: en('terminal.place_buy', { volume: '0.10', symbol: 'BTCUSD' }) }).click();
  await expect(page.getByText(en('errors.paper_margin'))).toHaveCount(2);
  await expect(page.getByText(en('terminal.no_positions'), { exact: true }).last()).toBeVisible();
});
