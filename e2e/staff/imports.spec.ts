import { expect } from '@playwright/test';
import { asStaff, confirm } from '../support/office.ts';
import { demoPerson, newcomer } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test('an administrator brings a client with a balance from a file, once another person has approved it', async ({
  browser,
}) => {
  const page = await asStaff(browser, demoPerson('adam'));
  await page.goto('/en/admin/imports');
  await page.getByRole('button', { name: en('imports.upload') }).click();
  const { email } = newcomer();
  const id = email.replace('@', '-');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Client ID,Email,First name,Last name,Country,Balance EUR\n${id},${email},Ida,Berg,DE,12.50\n${id},x${email},Ida,Berg,DE,\n`,
    ),
  });
  await dialog.getByRole('button', { name: en('imports.upload') }).click();

  const main = page.getByRole('main');
  // The names of the columns say what they have.
  await expect(main.getByLabel('Balance EUR')).toHaveValue('balance:EUR');
  await expect(main.getByLabel('Client ID')).toHaveValue('outside_id');
  await main.getByRole('button', { name: en('imports.check') }).click();
  await expect(main.locator('header').getByText(en('imports.state_checked'), { exact: true })).toBeVisible();
  const faulty = main.getByRole('table', { name: en('imports.faulty') });
  await expect(faulty.getByText(en('imports.fault_twice'))).toBeVisible();
  await main.getByRole('button', { name: en('imports.request') }).click();
  const request = page.getByRole('dialog');
  await request.getByLabel(en('payments.file_reason')).fill('We leave the old system');
  await request.getByRole('button', { name: en('imports.request') }).click();
  await expect(main.getByRole('list').getByText(en('approvals.waits'))).toBeVisible();
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  const second = demoPerson('viktor');
  const approver = await asStaff(browser, second);
  await approver.goto(new URL(page.url()).pathname);
  await confirm(approver, second, en('approvals.import_of', { name: number }));
  await expect(
    approver.getByRole('main').locator('header').getByText(en('imports.state_done'), { exact: true }),
  ).toBeVisible();

  await page.reload();
  const totals = main.getByRole('table', { name: en('imports.totals') });
  await expect(totals.getByText(/12\.50/)).toHaveCount(2);

  // The client's trading account follows in a file of its own.
  await page.goto('/en/admin/imports');
  await page.getByRole('button', { name: en('imports.upload') }).click();
  await dialog.getByLabel(en('imports.subject')).selectOption('accounts');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Client ID,Account,Currency,Balance\n${id},A-${id},EUR,40.25\n${id},B-${id},XXX,\n`),
  });
  await dialog.getByRole('button', { name: en('imports.upload') }).click();
  await expect(main.getByLabel('Account', { exact: true })).toHaveValue('account_number');
  await expect(main.getByLabel('Balance', { exact: true })).toHaveValue('balance');
  await main.getByRole('button', { name: en('imports.check') }).click();
  await expect(faulty.getByText(en('imports.fault_unknown'))).toBeVisible();
  await main.getByRole('button', { name: en('imports.request') }).click();
  await request.getByLabel(en('payments.file_reason')).fill('We leave the old system');
  await request.getByRole('button', { name: en('imports.request') }).click();
  await expect(main.getByRole('list').getByText(en('approvals.waits'))).toBeVisible();
  await approver.goto(new URL(page.url()).pathname);
  const next = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await confirm(approver, second, en('approvals.import_of', { name: next }));
  await expect(
    approver.getByRole('main').locator('header').getByText(en('imports.state_done'), { exact: true }),
  ).toBeVisible();

  await page.goto(`/en/admin/clients?search=${encodeURIComponent(email)}`);
  const card = await main.getByRole('link', { name: 'Ida Berg' }).first().getAttribute('href');
  await page.goto(`${card}/wallets`);
  await expect(main.getByText(en('trading.former_number', { number: `A-${id}` }))).toBeVisible();
  await Promise.all([page.context().close(), approver.context().close()]);
});
