import { expect, type Page } from '@playwright/test';
import { asStaff } from '../support/office.ts';
import { demoPerson } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/** The rows of the list that are wholly in the window. */
const rowsInSight = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('tr[data-row]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }).length,
  );

const rows = (page: Page) => page.locator('tr[data-row]');

test('staff begin at their own list, without the menu of clients, and see what waits', async ({ browser }) => {
  for (const [who, path] of [
    ['amelia', '/en/chats'],
    ['viktor', '/en/admin/verification'],
    ['ines', '/en/admin/money'],
    ['adam', '/en/admin'],
  ] as const) {
    const page = await asStaff(browser, demoPerson(who));
    await page.goto('/en/login');
    await expect(page).toHaveURL(path);
    const menu = page.getByRole('navigation', { name: en('shell.menu') });
    await expect(menu.getByRole('link', { name: en('shell.administration') })).toHaveAttribute('href', path);
    await expect(menu.getByText(en('shell.my_tickets'))).toHaveCount(0);
    await expect(page.getByRole('button', { name: en('shell.new_trading_account') })).toHaveCount(0);
    await expect(page.getByRole('button', { name: en('shell.chat_open') })).toHaveCount(0);
    await page.context().close();
  }
});

test('a list of clients has at least 18 rows in sight, and keeps filter, place and row after Back', async ({
  browser,
}) => {
  const page = await asStaff(browser, demoPerson('ines'));
  await page.goto('/en/admin/clients');
  await expect(rows(page).nth(49)).toBeAttached();
  const seen = await rowsInSight(page);
  process.stdout.write(`clients: ${seen} rows in sight at 1440 × 900\n`);
  expect(seen).toBeGreaterThanOrEqual(18);

  await page.getByRole('searchbox', { name: en('staff.search') }).fill('crowd.example.com');
  await expect(page).toHaveURL(/search=crowd.example.com/);
  await page.getByRole('button', { name: en('common.filters') }).click();
  await page.getByLabel(en('common.tier'), { exact: true }).selectOption('gold');
  await expect(page).toHaveURL(/tier=gold/);
  const gold = rows(page)
    .filter({ hasText: 'crowd.example.com' })
    .filter({ hasText: en('common.tier_gold') });
  await expect(gold.nth(15)).toBeVisible();
  // The server is queried once the typing pauses: until then the list is another.
  await expect.poll(async () => (await rows(page).count()) - (await gold.count())).toBe(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const count = await rows(page).count();
  const chosen = rows(page).nth(15);
  const key = await chosen.getAttribute('data-row');
  await chosen.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 200));
  const top = await page.evaluate(() => window.scrollY);
  // Anywhere on the row, beside its link.
  await chosen.getByRole('cell').last().click();
  await expect(page).toHaveURL(`/en/admin/clients/${key}`);
  await expect(rows(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/search=crowd.example.com&tier=gold|tier=gold&search=crowd.example.com/);
  await expect(page.getByRole('searchbox', { name: en('staff.search') })).toHaveValue('crowd.example.com');
  await expect(rows(page)).toHaveCount(count);
  await expect(page.locator(`tr[data-row="${key}"] a`).first()).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);

  // The choice is a chip; pressing it takes it back.
  await page.getByRole('button', { name: `${en('common.tier')}: ${en('common.tier_gold')}` }).click();
  await expect(page).not.toHaveURL(/tier=/);
  await page.context().close();
});

/** Each with a search for people of the demo alone: other journeys add rows to these lists at any time. */
for (const [path, who, words] of [
  ['/en/admin/money', 'ines', 'james.okafor'],
  ['/en/admin/verification', 'viktor', 'k@'],
] as const) {
  test(`the list at ${path} keeps its filter in the address and after Back, and goes by keys`, async ({ browser }) => {
    const page = await asStaff(browser, demoPerson(who));
    const address = `${path}?view=all&search=${words}`;
    await page.goto(address);
    const view = page.getByRole('main').getByRole('combobox').first();
    await expect(view).toHaveValue('all');
    await expect(rows(page).nth(1)).toBeVisible();
    const count = await rows(page).count();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}/[0-9a-f-]{36}$`));
    await expect(rows(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(view).toHaveValue('all');
    await expect(rows(page)).toHaveCount(count);
    // What is no choice of the field counts as not there.
    await page.goto(`${path}?view=nonsense`);
    await expect(view).toHaveValue('waiting');
    await page.context().close();
  });
}
