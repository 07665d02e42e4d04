import { expect, type Page } from '@playwright/test';
import { asStaff } from '../support/office.ts';
import { demoPerson } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/**
 * Each list of staff with more than a screenful, narrowed down, and where its rows lead. Other journeys add rows to any
 * of them at any time.
 */
const lists = [
  { path: '/en/admin/clients?search=crowd.example.com&sort=name', to: /\/admin\/clients\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/money?view=all&search=james.okafor&sort=amount', to: /\/admin\/money\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/verification?view=all&search=example.com', to: /\/admin\/verification\/[0-9a-f-]{36}$/ },
  { path: '/en/chats?view=all&search=sofia', to: /\/chats\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/ipo?view=all', to: /\/admin\/ipo\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/articles?state=published', to: /\/admin\/articles\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/email?channel=bell', to: /\/admin\/clients\/[0-9a-f-]{36}$/ },
  { path: '/en/admin/approvals?view=ended&kind=offering', to: /\/admin\/ipo\/[0-9a-f-]{36}\/decisions$/ },
  { path: '/en/admin/audit?client=example.com', to: /\/admin\/clients\/[0-9a-f-]{36}$/ },
] as const;

const rows = (page: Page) => page.getByRole('main').locator('[data-row]');
/** What other journeys add or take above a list may move it by less than one line. */
const lineHeight = 20;
/** Where the page is, to a pixel. */
const placeOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Where the page is once nothing above the list moves it any more: twice the same. */
async function restOf(page: Page): Promise<number> {
  let [before, now] = [-1, await placeOf(page)];
  while (before !== now) {
    await page.waitForTimeout(200);
    [before, now] = [now, await placeOf(page)];
  }
  return now;
}

test('Back from what a row opens leads to the list as it was left: filter, order, place and row', async ({
  browser,
}) => {
  const page = await asStaff(browser, demoPerson('adam'));
  // So low that even the first rows of a list are below the window.
  await page.setViewportSize({ width: 1440, height: 300 });
  for (const { path, to } of lists) {
    await page.goto(path);
    const links = rows(page).filter({ has: page.getByRole('link') });
    await expect(links.first(), path).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // Not the last one: a row that is added would push it out of the page.
    const row = links.nth(Math.min(3, (await links.count()) - 1));
    const [address, key] = [page.url(), await row.getAttribute('data-row')];
    const title = page.getByRole('heading', { level: 1 });
    const ofList = await title.innerText();
    await row.getByRole('link').first().focus();
    const top = await restOf(page);
    expect(top, path).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(to);
    // The record may have the row in a list of its own.
    await expect(title).not.toHaveText(ofList);
    await page.goBack();
    await expect(page, path).toHaveURL(address);
    await expect(page.locator(`[data-row="${key}"] a`).first(), path).toBeFocused();
    await expect.poll(async () => Math.abs((await placeOf(page)) - top), path).toBeLessThan(lineHeight);
    const words = new URL(address).searchParams.get('search') ?? new URL(address).searchParams.get('client');
    if (words !== null) await expect(page.getByRole('searchbox').first()).toHaveValue(words);
  }

  // What was chosen is chosen still.
  await page.goto('/en/admin/money?view=all&search=james.okafor');
  const box = rows(page).getByRole('checkbox').first();
  await box.check();
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/money\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(box).toBeChecked();
  await page.context().close();
});

/** Lists whose rows lead nowhere: what narrows them is in their address. */
const narrowed = [
  { path: '/en/admin/money/files?state=released', field: en('payments.state'), value: 'released' },
  { path: '/en/admin/jobs?outcome=done', field: en('jobs.last_run'), value: 'done' },
  { path: '/en/chats/answers?language=de', field: en('chats.languages'), value: 'de' },
] as const;

test('Back leads to a list without records as it was narrowed down', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('adam'));
  for (const { path, field, value } of narrowed) {
    await page.goto(path);
    const choice = page.getByRole('main').getByRole('combobox', { name: field, exact: true });
    await expect(choice, path).toHaveValue(value);
    await page.getByRole('link', { name: en('shell.screen_reasons'), exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/reasons$/);
    await page.goBack();
    await expect(choice, path).toHaveValue(value);
    expect(page.url(), path).toContain(path);
    await choice.selectOption('');
    await expect(page, path).not.toHaveURL(/\?/);
  }
  await page.context().close();
});
