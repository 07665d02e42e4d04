import { expect } from '@playwright/test';
import { openAccounts, register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';
import { chooseBitcoin, openTerminal, positionRows, trader } from '../support/trading-terminal.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

test('an account trades at its terminal, and its link opens nothing a second time', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await trader(context, browser);
  const path = await openTerminal(page);
  await expect(page).toHaveURL(/\/terminal\/-$/);

  await chooseBitcoin(page);
  await page.getByRole('button', { name: en('terminal.screen_buy', { volume: '0.01', symbol: 'BTCUSD' }) }).click();
  await expect(page.getByRole('table', { name: en('terminal.tab_positions') })).toBeVisible();
  await expect(positionRows(page)).toHaveCount(2);

  await page.reload();
  const mine = positionRows(page).filter({ hasText: 'BTCUSD' }).filter({ hasText: '0.01' }).first();
  await mine.getByRole('button', { name: /^Close/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('terminal.close_confirm') })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('radio', { name: en('terminal.tab_history'), exact: true }).check({ force: true });
  await expect(page.getByRole('table', { name: en('terminal.tab_closed') })).toContainText('BTCUSD');

  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: en('terminal.used_title') })).toBeVisible();
});

test('a lack of margin is shown before and after the order is sent', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  await openAccounts(context, 'USD');
  await openTerminal(page);
  await page.getByRole('radio', { name: /^BTCUSD/ }).check({ force: true });
  await expect(page.getByText(en('errors.paper_margin'))).toBeVisible();
  await page.getByRole('button', { name: en('terminal.screen_buy', { volume: '0.10', symbol: 'BTCUSD' }) }).click();
  await expect(page.getByText(en('errors.paper_margin'))).toHaveCount(2);
  await expect(page.getByText(en('terminal.no_positions'), { exact: true }).last()).toBeVisible();
});
