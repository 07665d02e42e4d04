import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startsAt } from '../support/clock.ts';
import { openAccounts, register, withoutGreeting } from '../support/people.ts';
import { dataFolder, freePort, startServer } from '../support/server-process.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';
import { chooseBitcoin, openTerminal, positionRows, trader } from '../support/trading-terminal.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const tag = (page: Page, kind: string) => page.locator(`[data-level="${kind}"]`);

async function drag(page: Page, kind: string, toY: number): Promise<void> {
  // Once it rests: with each price the lines move.
  await tag(page, kind).hover();
  await page.mouse.down();
  const box = await tag(page, kind).first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + 12, toY, { steps: 8 });
  await page.mouse.up();
}

test('a stop loss is drawn from the line of a position, and one that is refused jumps back and says why', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await trader(context, browser);
  await openTerminal(page);
  await chooseBitcoin(page);
  // A new demo computes its past for a while; without it the chart spans less than the distance that a stop has to keep.
  await page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/paper/candles') &&
      ((await response.json()) as { candles: unknown[] }).candles.length > 40,
    { timeout: 150_000 },
  );
  await page.getByRole('button', { name: en('terminal.screen_buy', { volume: '0.01', symbol: 'BTCUSD' }) }).click();
  await expect(positionRows(page)).toHaveCount(2);
  await expect(tag(page, 'open')).toBeVisible();

  const chart = await page.getByRole('img', { name: /BTCUSD/ }).boundingBox();
  if (!chart) throw new Error('no chart');
  await drag(page, 'open', chart.y + chart.height - 60);
  await expect(page.getByText(en('terminal.changed'))).toBeVisible();
  await expect(tag(page, 'sl')).toBeVisible();
  const drawn = (await tag(page, 'sl').getAttribute('data-price')) ?? '';
  await expect(positionRows(page).last()).toContainText(
    Number(drawn).toLocaleString('en', { minimumFractionDigits: 2 }),
  );

  await drag(page, 'sl', chart.y + 6);
  const refusal = en('errors.paper_sl_below', { distance: '|', price: '' }).split('|')[0] ?? '';
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await expect(tag(page, 'sl')).toHaveAttribute('data-price', drawn);

  // The way by keyboard: the tag opens the fields.
  await tag(page, 'sl').focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: en('terminal.sl') })
    .fill('');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('terminal.change_confirm') })
    .click();
  await expect(tag(page, 'sl')).toHaveCount(0);
});

test('one click trades once it is switched on, by keys too, and stays on for the person', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await trader(context, browser);
  await openTerminal(page);
  await chooseBitcoin(page);
  await page.getByRole('switch', { name: en('terminal.one_click') }).check({ force: true });
  await page.getByRole('button', { name: new RegExp(`^${en('terminal.buy')}`) }).click();
  await expect(positionRows(page)).toHaveCount(2);

  await page.reload();
  await expect(page.getByRole('switch', { name: en('terminal.one_click') })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^BTCUSD/ })).toBeChecked();
  await page.getByRole('textbox', { name: en('terminal.volume') }).fill('0.01');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: new RegExp(`^${en('terminal.sell')}`) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(positionRows(page)).toHaveCount(3);
});

test('the watch list finds and keeps, and the trades are as high as the person draws them', async ({
  page,
  context,
}) => {
  await register(context);
  await withoutGreeting(context);
  await openAccounts(context, 'USD');
  await openTerminal(page);
  await page.keyboard.press('/');
  await page.keyboard.type('ether');
  const names = page.getByRole('radiogroup', { name: en('terminal.part_watchlist') }).getByRole('radio');
  await expect(names).toHaveCount(1);
  await page.getByRole('button', { name: en('terminal.star', { symbol: 'ETHUSD' }) }).click();
  await page.getByRole('searchbox', { name: en('terminal.search') }).fill('');
  await expect(names.first()).toHaveAccessibleName(/^ETHUSD/);

  const edge = page.getByRole('separator', { name: en('terminal.resize_trades') });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 48));
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 48));
  await expect(names.first()).toHaveAccessibleName(/^ETHUSD/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('Sell and Buy are always in reach, and the order comes from below', async ({ page, context, browser }) => {
    test.slow();
    await trader(context, browser);
    await openTerminal(page);
    await page.getByTitle(en('terminal.choose')).click();
    // Not `check`, which looks at the radio afterwards: the choice closes the sheet.
    await page.getByRole('radio', { name: /^BTCUSD/ }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const buy = page.getByRole('button', { name: new RegExp(`^${en('terminal.buy')}`) });
    await expect(buy).toBeInViewport();
    expect((await buy.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    await buy.click();
    const sheet = page.getByRole('dialog', { name: en('terminal.order_in', { symbol: 'BTCUSD' }) });
    await sheet.getByRole('textbox', { name: en('terminal.volume') }).fill('0.01');
    await sheet.getByRole('button', { name: en('terminal.screen_buy', { volume: '0.01', symbol: 'BTCUSD' }) }).click();
    await expect(sheet).toHaveCount(0);
    await page.locator('summary').filter({ hasText: 'BTCUSD' }).click();
    await expect(page.getByRole('button', { name: /^Close BTCUSD/ })).toBeVisible();
  });
});

test('at a weekend the terminal opens on a market that is open, and a closed one says when it opens', async ({
  browser,
}) => {
  test.slow();
  const data = await dataFolder();
  const weekend = startsAt('saturday-night') ?? '';
  const server = await startServer(data, await freePort(), { DEMO: '1', DEMO_CLOCK: weekend });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await register(context);
  await withoutGreeting(context);
  await openAccounts(context, 'USD');
  const page = await context.newPage();
  await openTerminal(page);
  await expect(page.getByRole('radio', { name: /^BTCUSD/ })).toBeChecked();
  await expect(page.getByRole('button', { name: /BTCUSD$/ }).and(page.locator('[type="submit"]'))).toBeEnabled();

  await page.getByRole('radio', { name: /^EURUSD/ }).check({ force: true });
  const opens = en('terminal.closed_until', { at: '|' }).split('|')[0] ?? '';
  await expect(page.getByRole('status').filter({ hasText: opens })).toContainText(/Nov|Dec|\d{4}/);
  await expect(page.getByRole('button', { name: /EURUSD$/ }).and(page.locator('[type="submit"]'))).toBeDisabled();
  await context.close();
  await server.stop();
  await rm(dirname(data), { recursive: true, force: true });
});
