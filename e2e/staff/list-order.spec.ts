import { expect, type Page } from '@playwright/test';
import { asStaff, hire } from '../support/office.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
/** Whatever the order of the two. */
const both = /(?=.*search=crowd\.example\.com)(?=.*sort=name)/;
const { compare } = new Intl.Collator('und');

test('staff sort a list by the heads of its columns, keep the order in a view, and the menu opens that view', async ({
  browser,
}) => {
  const page = await asStaff(browser, await hire(browser, 'finance'));
  // Clients of the demo alone: other journeys register more at any time.
  await page.goto('/en/admin/clients?search=crowd.example.com');
  const head = (key: Parameters<typeof en>[0]) => page.getByRole('columnheader', { name: en(key), exact: true });
  const button = (key: Parameters<typeof en>[0]) => head(key).getByRole('button');
  const isInOrder = async (way: 1 | -1) => {
    const names = await rows(page).getByRole('link').allTextContents();
    return names.length > 10 && names.every((name, at) => at === 0 || compare(names[at - 1]!, name) * way <= 0);
  };
  await expect(head('staff.since')).toHaveAttribute('aria-sort', 'descending');
  await expect(button('staff.level')).toHaveCount(0);
  expect(await isInOrder(1)).toBe(false);

  await button('staff.client').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(both);
  await expect(head('staff.client')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('staff.since')).not.toHaveAttribute('aria-sort');
  await expect.poll(() => isInOrder(1)).toBe(true);
  await page.getByRole('button', { name: en('common.load_more') }).click();
  await expect(rows(page).nth(99)).toBeAttached();
  expect(await isInOrder(1)).toBe(true);

  await button('staff.client').click();
  await expect(head('staff.client')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => isInOrder(-1)).toBe(true);

  // The heads of a phone are a line above the rows.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(button('staff.since')).toBeInViewport();
  expect((await button('staff.email').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button('staff.email').click();
  await expect(page).toHaveURL(/sort=email/);
  await page.setViewportSize({ width: 1440, height: 900 });

  // What is as usual is not said.
  await button('staff.since').click();
  await expect(page).not.toHaveURL(/sort=/);
  await button('staff.client').click();
  await page.getByRole('button', { name: en('lists.view'), exact: true }).click();
  await page.getByRole('button', { name: en('lists.save'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en('lists.name')).fill('By name');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: en('lists.set_default'), exact: true }).click();
  await expect(page.getByRole('button', { name: en('lists.unset_default') })).toBeVisible();

  // From the list as someone else has sent it, the menu leads to one's own.
  await page.goto('/en/admin/clients?tier=gold&sort=-email');
  await expect(head('staff.email')).toHaveAttribute('aria-sort', 'descending');
  const menu = page.getByRole('navigation', { name: en('shell.menu') });
  await menu.getByRole('link', { name: en('shell.screen_clients'), exact: true }).click();
  await expect(page).toHaveURL(both);
  await expect(page).not.toHaveURL(/tier=/);
  await expect(page.getByRole('link', { name: 'By name' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('searchbox', { name: en('staff.search') })).toHaveValue('crowd.example.com');
  await expect.poll(() => isInOrder(1)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/tier=gold&sort=-email/);
  await expect(head('staff.email')).toHaveAttribute('aria-sort', 'descending');
  await page.context().close();
});
