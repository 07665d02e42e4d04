import { expect, type Locator, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { findBarriers } from '../support/judge.ts';
import { asStaff } from '../support/office.ts';
import { demoPerson } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const periods = (page: Page) => page.getByRole('radiogroup', { name: en('dashboard.period') });
const figures = (page: Page) => page.getByRole('radiogroup', { name: en('dashboard.figures_title') });
const figure = (page: Page, name: string) => figures(page).getByRole('radio', { name: new RegExp(`^${name}`) });
const counted = async (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

/** The rows of the table below the chart. */
async function openTable(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: en('dashboard.as_table') }).click();
  return page.getByRole('table', { name: en('dashboard.figure_registrations') }).getByRole('row');
}

test('the dashboard shows a figure over time, compares periods and leads to what it counts', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('adam'));
  await page.goto('/en/admin');
  await expect(figures(page).getByRole('radio')).toHaveCount(9);
  await expect(figure(page, en('dashboard.figure_deposits'))).toBeChecked();

  // By keys alone: the last figure but two, and the longest period.
  await figure(page, en('dashboard.figure_deposits')).focus();
  const wanted = figure(page, en('dashboard.figure_registrations'));
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(wanted).toBeChecked();
  await expect(page).toHaveURL(/figure=registrations/);
  const slider = page.getByRole('slider', { name: en('dashboard.figure_registrations') });
  await expect(slider).toHaveAttribute('max', '29');
  await periods(page).getByRole('radio').nth(2).check();
  await expect(page).toHaveURL(/span=days_90/);
  await expect(slider).toHaveAttribute('max', '89');
  await counted(page);

  // The table has the days of the chart, and a link for each.
  const rows = await openTable(page);
  await expect(rows).toHaveCount(91);
  const link = rows.nth(1).getByRole('link');
  const address = new URL((await link.getAttribute('href')) ?? '', 'http://here');
  const day = address.searchParams.get('registered_from');
  expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(address.searchParams.get('registered_to')).toBe(day);
  expect(await findBarriers(page)).toEqual([]);

  // A list of the whole period, and back to the same choice.
  await page.getByRole('link', { name: en('dashboard.open_list') }).click();
  await expect(page).toHaveURL(/\/en\/admin\/clients\?registered_from=\d{4}-\d{2}-\d{2}&registered_to=/);
  await expect(page.getByRole('button', { name: en('staff.registered_from') })).toBeVisible();
  await page.goBack();
  await expect(wanted).toBeChecked();
  await expect(slider).toHaveAttribute('max', '89');
  await page.context().close();
});

test('a day of deposits opens the payments of that day', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('ines'));
  await page.goto('/en/admin?span=days&from=2020-01-01&to=2020-01-02');
  await expect(figures(page).getByRole('radio')).toHaveCount(8);
  const slider = page.getByRole('slider', { name: en('dashboard.figure_deposits') });
  await expect(slider).toHaveAttribute('max', '1');
  await counted(page);
  await slider.press('Enter');
  await expect(page).toHaveURL(/\/en\/admin\/money\?view=all&kind=deposit&from=2020-01-02&to=2020-01-02/);
  await expect(page.getByText(en('payments.none_match'))).toBeVisible();
  // The day is shown as a choice, and stands in its field.
  await page.getByRole('button', { name: en('common.filters') }).click();
  await expect(page.getByRole('group', { name: en('payments.moved_from') })).toHaveText('02/01/2020');
  await page.context().close();
});

test('support sees what is theirs', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('amelia'));
  await page.goto('/en/admin');
  await expect(figures(page).getByRole('radio')).toHaveCount(3);
  await expect(figure(page, en('dashboard.figure_registrations'))).toBeChecked();
  await expect(page.getByText(en('dashboard.money_title'))).toHaveCount(0);
  await page.context().close();
});

test('what is missing says so and has its act: queues, documents, providers', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('adam'));
  const main = page.getByRole('main');
  await page.goto('/en/admin');
  const { work } = await call(page.context(), 'POST /api/staff/dashboard', { body: {} });
  await expect(main.getByText(en('dashboard.work_rest'))).toBeVisible();
  for (const { kind, count } of work)
    await expect(main.getByText(en(`dashboard.work_${kind}`), { exact: true })).toHaveCount(count > 0 ? 1 : 0);

  await page.goto('/en/admin/legal');
  await expect(main.getByText(en('legal.not_published')).first()).toBeVisible();
  await expect(main.getByRole('button', { name: en('legal.create_first') }).first()).toBeVisible();

  // Other tests connect some; before that the list is of what can be connected.
  await page.route('**/api/staff/connections', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), connections: [] } });
  });
  await page.goto('/en/admin/connections');
  await main.getByRole('button', { name: `${en('connections.connect')} ${en('connections.port_screening')}` }).click();
  const adapter = page.getByRole('dialog').getByRole('combobox', { name: en('connections.adapter') });
  await expect(adapter.getByRole('option')).toHaveText([en('connections.adapter_yente')]);
  await page.context().close();
});
