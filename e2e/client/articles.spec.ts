import { expect, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { typeDate } from '../support/dates.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { someAddress, test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const stored = (page: Page) =>
  expect(main(page).getByText(en('articles.save_state_stored'), { exact: true })).toBeVisible();

/** Fills in a text; the following keys go into its body. */
async function write(page: Page, title: string, summary: string, words: string) {
  await main(page)
    .getByRole('textbox', { name: en('articles.title_field') })
    .fill(title);
  await main(page)
    .getByRole('textbox', { name: en('articles.summary') })
    .fill(summary);
  const editor = main(page).getByRole('textbox', { name: en('articles.body') });
  await editor.click();
  await page.keyboard.type(words);
  return editor;
}

async function publish(page: Page, action: string, at?: string) {
  await button(page, en('articles.publish')).click();
  if (at) await typeDate(dialog(page), en('articles.seen_from_field'), at);
  await dialog(page).getByRole('button', { name: action }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('an article is written, scheduled, translated, published, read in two languages and withdrawn', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/articles');
  const title = `Rates ${someAddress()}`;
  await button(page, en('articles.new_article')).click();
  await dialog(page)
    .getByRole('textbox', { name: en('articles.title_field') })
    .fill(title);
  await dialog(page)
    .getByRole('button', { name: en('articles.create_draft') })
    .click();

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main(page).getByText(en('articles.state_draft'), { exact: true })).toBeVisible();
  const editor = await write(page, title, 'What to watch.', 'The bank may cut. ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Soon.');
  await page.keyboard.press('Enter');
  await main(page)
    .getByRole('button', { name: en('articles.tool_bullets') })
    .click();
  await page.keyboard.type('First point');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second point');
  // The server reads a paste from elsewhere: harmful parts are removed.
  await page.keyboard.press('Control+End');
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<p>Pasted <em>words</em><img src=x onerror="document.title=1"></p><p>and more</p>',
    );
    clipboardData.setData('text/plain', 'Pasted words');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(editor.locator('em', { hasText: 'words' })).toBeVisible();
  await stored(page);

  await publish(page, en('articles.schedule'), '2090-01-02T09:30');
  await expect(main(page).getByText(en('articles.state_scheduled'), { exact: true })).toBeVisible();

  await main(page).getByLabel(en('articles.language'), { exact: true }).selectOption('ar');
  await main(page).getByLabel(en('articles.beside')).selectOption('en');
  await expect(main(page).getByText('First point')).toBeVisible();
  const arabic = await write(page, 'أسعار الفائدة', 'ما الذي نراقبه.', 'قد يخفض البنك الفائدة.');
  await expect(arabic).toHaveAttribute('dir', 'rtl');
  await stored(page);

  await button(page, en('articles.publish')).click();
  await dialog(page)
    .getByRole('checkbox', { name: en('articles.status_live', { language: 'English' }) })
    .waitFor();
  await dialog(page)
    .getByRole('button', { name: en('articles.publish_now') })
    .click();
  await expect(main(page).getByText(en('articles.state_published'), { exact: true })).toBeVisible();

  const external = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  // The language that a reader chooses is stored: the people of the demo must not change theirs.
  await register(external);
  await withoutGreeting(external);
  const reader = await external.newPage();
  await reader.goto('/en/analytics');
  await main(reader).getByRole('searchbox').fill(title);
  await main(reader).getByRole('link', { name: title }).click();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main(reader).getByRole('listitem').filter({ hasText: 'Second point' })).toBeVisible();
  await expect(main(reader).locator('strong', { hasText: 'Soon.' })).toBeVisible();
  await reader.getByRole('combobox', { name: en('common.language') }).selectOption('ar');
  await expect(reader.getByRole('heading', { level: 1, name: 'أسعار الفائدة' })).toBeVisible();

  await button(page, en('common.more_acts')).click();
  await button(page, en('articles.withdraw')).click();
  await dialog(page)
    .getByRole('button', { name: en('articles.withdraw') })
    .click();
  await expect(main(page).getByText(en('articles.state_withdrawn'), { exact: true })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: text('ar', 'articles.missing_title') })).toBeVisible();
  expect(troubles).toEqual([]);
  await external.close();
});

test('a client chooses an instrument and a period, by list and by mover, and reads its prices as a table', async ({
  page,
  context,
}) => {
  test.slow();
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  // A server that has just started is still writing down the years behind it.
  const days = { symbol: 'BTCUSD', interval: '1d' } as const;
  const written = async () => (await call(context, 'GET /api/market/candles', { query: days })).candles.length;
  await expect.poll(written, { timeout: 150_000 }).toBeGreaterThan(300);
  await page.goto('/en/analytics/market');
  await main(page)
    .getByRole('button', { name: en('articles.chart_choose') })
    .click();
  await dialog(page).getByLabel(en('articles.chart_search')).fill('btc');
  await dialog(page).getByRole('button', { name: 'BTCUSD' }).click();
  await expect(page).toHaveURL(/symbol=BTCUSD/);
  const card = main(page).getByRole('heading', { level: 2, name: 'BTCUSD' });
  await expect(card).toBeVisible();
  await expect(main(page).getByRole('img', { name: /Bitcoin/ })).toBeVisible();

  await main(page)
    .getByRole('radio', { name: en('articles.chart_period_1y') })
    .click();
  await expect(page).toHaveURL(/symbol=BTCUSD&period=1y/);
  await main(page)
    .getByRole('radio', { name: en('articles.chart_view_table') })
    .check();
  await expect(main(page).getByRole('table', { name: 'Bitcoin' }).getByRole('row')).toHaveCount(25);

  await page.reload();
  await expect(card).toBeVisible();
  await expect(main(page).getByRole('radio', { name: en('articles.chart_period_1y') })).toBeChecked();
  // With the names of the instruments, which the movers have as well.
  const chart = main(page).getByRole('img', { name: /Bitcoin/ });
  await expect(chart.or(main(page).getByRole('table', { name: 'Bitcoin' }))).toBeVisible();
  const movers = main(page).getByRole('listitem').getByRole('button').filter({ hasNotText: 'Bitcoin' });
  const name = await movers.first().innerText();
  // By its name: with the next prices another may be the first. The last one may leave the list.
  await movers.filter({ hasText: name }).first().press('Enter');
  await expect(page).toHaveURL(/period=1y/);
  await expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible();
});
