import { expect, type Page } from '@playwright/test';
import { asStaff, hire } from '../support/office.ts';
import { demoPerson } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const heads = (page: Page) => page.getByRole('columnheader').allTextContents();
const press = (page: Page, key: Parameters<typeof en>[0]) =>
  page.getByRole('button', { name: en(key), exact: true }).click();

test('a member of staff lays a list out, saves it as a view, opens it first, and sends it to a colleague', async ({
  browser,
}) => {
  const page = await asStaff(browser, await hire(browser, 'finance'));
  await page.goto('/en/admin/clients');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const [name = '', email = '', ...others] = await heads(page);
  const [last = ''] = others.slice(-1);

  // Columns: one less, and one that changes places.
  await press(page, 'lists.view');
  await page.getByLabel(email, { exact: true }).click();
  await expect.poll(() => heads(page)).toEqual([name, ...others]);
  await page.getByRole('button', { name: en('lists.earlier', { column: last }) }).click();
  const moved = [...others.slice(0, -2), last, ...others.slice(-2, -1)];
  await expect.poll(() => heads(page)).toEqual([name, ...moved]);
  await expect(page.getByRole('button', { name: en('lists.earlier', { column: last }) })).toBeFocused();
  const compact = (await page.locator('tr[data-row]').first().boundingBox())?.height ?? 0;
  await page.getByRole('radio', { name: en('lists.rows_comfortable') }).click({ force: true });
  await expect
    .poll(async () => (await page.locator('tr[data-row]').first().boundingBox())?.height ?? 0)
    .toBeGreaterThan(compact);
  await expect(page).toHaveURL(/columns=.*rows=comfortable|rows=comfortable.*columns=/);

  // As it was left, on the next visit.
  await page.goto('/en/admin/clients');
  await expect.poll(() => heads(page)).toEqual([name, ...moved]);

  // A view of the filter, with a name.
  await page.getByRole('button', { name: en('common.filters') }).click();
  await page.getByLabel(en('common.tier'), { exact: true }).selectOption('gold');
  await expect(page).toHaveURL(/tier=gold/);
  await press(page, 'lists.view');
  await press(page, 'lists.save');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en('lists.name')).fill('Gold');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: en('lists.views') });
  const gold = tabs.getByRole('link', { name: 'Gold' });
  await expect(gold).toHaveAttribute('aria-current', 'page');
  const address = page.url();

  // The same name again is refused at its field.
  await press(page, 'lists.save');
  await dialog.getByLabel(en('lists.name')).fill('Gold');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog.getByText(en('errors.lists_name_taken'))).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(dialog).toHaveCount(0);

  await press(page, 'lists.set_default');
  await expect(page.getByRole('button', { name: en('lists.unset_default') })).toBeVisible();
  await page.goto('/en/admin/clients');
  await expect(page).toHaveURL(/tier=gold/);
  await expect(gold).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: en('lists.standard') }).click();
  await expect(page).not.toHaveURL(/tier=gold/);

  // What is asked for before the views are there stays.
  let release = () => {};
  const isReleased = new Promise<void>((done) => (release = done));
  await page.route('**/api/staff/list-views', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/en/admin/clients');
  await page.getByRole('button', { name: en('common.filters') }).click();
  await page.getByLabel(en('common.tier'), { exact: true }).selectOption('silver');
  await expect(page).toHaveURL(/tier=silver/);
  release();
  await expect(gold).toBeVisible();
  await expect(page).toHaveURL(/tier=silver/);
  await page.unrouteAll();

  // Another window saves a view that this one does not know, before this one saves its own.
  const window = await page.context().newPage();
  await window.goto('/en/admin/clients?tier=platinum');
  for (const [each, name] of [
    [window, 'Elsewhere'],
    [page, 'Silver'],
  ] as const) {
    await press(each, 'lists.view');
    await press(each, 'lists.save');
    await each.getByRole('dialog').getByLabel(en('lists.name')).fill(name);
    await each
      .getByRole('dialog')
      .getByRole('button', { name: en('common.save') })
      .click();
    await expect(each.getByRole('dialog')).toHaveCount(0);
  }
  const silver = tabs.getByRole('link', { name: 'Silver' });
  await expect(silver).toHaveAttribute('aria-current', 'page');
  await window.close();
  for (const view of [tabs.getByRole('link', { name: 'Elsewhere' }), silver]) {
    await view.click();
    // Until the view is the one shown, the button deletes the one before it.
    await expect(view).toHaveAttribute('aria-current', 'page');
    await press(page, 'lists.delete');
    await expect(view).toHaveCount(0);
  }

  // A colleague has no such view, and sees the same list.
  const colleague = await asStaff(browser, demoPerson('ines'));
  await colleague.goto(address);
  await expect.poll(() => heads(colleague)).toEqual([name, ...moved]);
  await expect(colleague.getByRole('navigation', { name: en('lists.views') })).toHaveCount(0);
  await colleague.context().close();

  await gold.click();
  await press(page, 'lists.delete');
  await expect(tabs).toHaveCount(0);
  await page.context().close();
});
