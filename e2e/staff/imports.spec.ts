import { expect, type Page } from '@playwright/test';
import { asStaff, confirm } from '../support/office.ts';
import { demoPerson, newcomer } from '../support/people.ts';
import { test } from '../support/test.ts';
import { pdf } from '#test/files/upload.ts';
import { typeDate } from '../support/dates.ts';
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

/** Uploads rows of a kind, and stays on the page of their import. */
async function upload(page: Page, subject: string, content: string): Promise<void> {
  await page.goto('/en/admin/imports');
  await page.getByRole('button', { name: en('imports.upload') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en('imports.subject')).selectOption(subject);
  const file = { name: `${subject}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: en('imports.upload') }).click();
  await expect(page.getByRole('main').getByRole('button', { name: en('imports.check') })).toBeVisible();
}

/** Has what is new of a checked import approved by another person, and waits until it is done. */
async function approve(page: Page, approver: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: en('imports.request') }).click();
  const request = page.getByRole('dialog');
  await request.getByLabel(en('payments.file_reason')).fill('We leave the old system');
  await request.getByRole('button', { name: en('imports.request') }).click();
  await expect(main.getByRole('list').getByText(en('approvals.waits'))).toBeVisible();
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await approver.goto(new URL(page.url()).pathname);
  await confirm(approver, demoPerson('viktor'), en('approvals.import_of', { name: number }));
  await expect(
    approver.getByRole('main').locator('header').getByText(en('imports.state_done'), { exact: true }),
  ).toBeVisible();
}

test('earlier transactions and documents follow their client', async ({ browser }) => {
  const page = await asStaff(browser, demoPerson('adam'));
  const approver = await asStaff(browser, demoPerson('viktor'));
  const main = page.getByRole('main');
  const check = () => main.getByRole('button', { name: en('imports.check') }).click();
  const { email } = newcomer();
  const id = email.replace('@', '-');
  await upload(page, 'clients', `Client ID,Email,First name,Last name,Country\n${id},${email},Nora,Falk,DE\n`);
  await check();
  await approve(page, approver);

  await upload(
    page,
    'history',
    `Transaction ID,Client ID,Date,Type,Currency,Amount,Text\nT-${id},${id},2023-04-05,deposit,EUR,75.25,Card\n`,
  );
  await check();
  await approve(page, approver);

  const scan = `${id}.pdf`;
  await upload(
    page,
    'documents',
    `File name,Client ID,Document type,Accepted on\n${scan},${id},passport,2023-04-05\nlost.pdf,${id},utility_bill,\n`,
  );
  const files = main.getByRole('group', { name: en('imports.files') });
  const sent = [
    { name: scan, mimeType: 'application/pdf', buffer: pdf() },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>no document</p>') },
    { name: 'spare.pdf', mimeType: 'application/pdf', buffer: pdf({ catalog: '/Lang (en)' }) },
  ];
  await files.locator('input[type=file]').setInputFiles(sent);
  await expect(files.getByRole('status')).toHaveText(en('imports.files_progress', { done: '3', all: '3' }));
  await expect(main.getByRole('row', { name: /page\.html/ })).toContainText('PDF, JPEG, PNG');
  // Chosen again, nothing of it is sent again.
  const sends: string[] = [];
  page.on('request', (request) => sends.push(new URL(request.url()).pathname));
  await files.locator('input[type=file]').setInputFiles(sent);
  await expect.poll(() => sends.includes('/api/staff/imports/missing-files')).toBe(true);
  await expect(files.locator('input[type=file]')).toBeEnabled();
  expect(sends).not.toContain('/api/staff/imports/file');

  await check();
  const faulty = main.getByRole('table', { name: en('imports.faulty') });
  await expect(faulty.getByRole('row', { name: /lost\.pdf/ })).toContainText(en('imports.fault_no_file'));
  await expect(main.getByRole('row', { name: /spare\.pdf/ })).toContainText(en('imports.files_unused'));
  await approve(page, approver);

  await page.goto(`/en/admin/clients?search=${encodeURIComponent(email)}`);
  const card = (await main.getByRole('link', { name: 'Nora Falk' }).first().getAttribute('href')) ?? '';
  await page.goto(`${card}/wallets`);
  await expect(main.getByRole('heading', { name: en('wallets.earlier_title') })).toBeVisible();
  await expect(main.getByText(/75\.25/)).toBeVisible();
  await page.goto(`/en/admin/verification/${card.split('/').at(-1) ?? ''}`);
  await expect(main.getByRole('heading', { name: en('verification.imported_title') })).toBeVisible();
  await expect(main.getByRole('button', { name: en('common.file_view', { name: scan }) })).toBeVisible();

  // The reviewer of the case makes the passport a proof, which waits for a decision.
  const use = page.getByRole('button', { name: en('verification.use_imported') });
  await expect(use).toBeHidden();
  await main.getByRole('button', { name: en('verification.action_take') }).click();
  await use.click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="number"]').fill('C01X00T47');
  await typeDate(dialog, en('verification.expires_on'), '2099-05-06');
  await dialog.getByRole('button', { name: en('verification.use_imported') }).click();
  await expect(main.getByText(en('verification.imported_used'))).toBeVisible();
  await expect(use).toBeHidden();
  await expect(main.getByRole('button', { name: en('verification.approve') })).toBeVisible();
  await Promise.all([page.context().close(), approver.context().close()]);
});
