import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { withdrawalCodeLength } from '#contract/payments/names.ts';
import { call } from '../support/api.ts';
import { emailedCode, emailedLink } from '../support/mailbox.ts';
import { passwordField } from '../support/entrance.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from '../support/people.ts';
import { pressUntilGone } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const card = '4242 4242 4242 4242';
const main = (page: Page) => page.getByRole('main');

/** A client verified by compliance; an administrator works on the staff screens. */
async function verifiedClient(browser: Browser, context: BrowserContext, staff: BrowserContext): Promise<Person> {
  const person = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, person.email);
  await signIn(staff, demoPerson('adam'));
  await withoutGreeting(staff);
  return person;
}

async function depositByCard(page: Page, amount: string): Promise<void> {
  await page.goto('/en/payments/deposit');
  await page.getByRole('radio', { name: en('payments.method_sandbox') }).check();
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill(amount);
  await page.getByRole('textbox', { name: en('payments.card') }).fill(card);
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.state_credited')).first()).toBeVisible();
}

async function saveBankAccount(page: Page): Promise<void> {
  await page.goto('/en/payments/destinations');
  await page.getByRole('button', { name: en('payments.add_destination') }).click();
  const dialog = page.getByRole('dialog', { name: en('payments.add_destination') });
  await dialog.getByRole('textbox', { name: en('payments.account_iban') }).fill('GB29 NWBK 6016 1331 9268 19');
  await dialog.getByRole('textbox', { name: en('payments.label') }).fill('My bank');
  await dialog.getByRole('button', { name: en('payments.save_destination') }).click();
  await expect(main(page).getByText(en('payments.destination_unconfirmed'))).toBeVisible();
}

/** The card that has paid in is offered; an emailed link confirms it, without its number. */
async function confirmCard(page: Page, context: BrowserContext, person: Person): Promise<void> {
  await page.goto('/en/payments/withdraw');
  await page.getByRole('radio', { name: /•••• 4242/ }).check();
  await page.getByRole('button', { name: en('payments.email_link') }).click();
  await expect(page.locator('form').getByRole('button', { name: en('payments.send_link') })).toBeVisible();
  await page.goto(await emailedLink('/payments/destination/', context, person.email));
  await expect(page.getByText(en('payments.destination_confirmed_text'))).toBeVisible();
}

/** Presses the button of an action, and confirms it in its dialog. */
async function action(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name, exact: true }).click();
  await confirmAction(page, name);
}

async function confirmAction(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog', { name })).toBeHidden();
}

test('money comes by card, and goes back by code and by staff', async ({ page, context, browser }) => {
  test.slow();
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  const person = await verifiedClient(browser, context, office);

  await depositByCard(page, '1000');
  await confirmCard(page, context, person);
  await saveBankAccount(page);

  await page.goto('/en/payments/withdraw');
  const amount = page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) });
  await expect(main(page).getByText(en('payments.net_deposit'))).toBeHidden();
  await page.getByRole('button', { name: en('payments.max_amount') }).click();
  const [full] = await call(context, 'POST /api/wallets', { body: {} });
  await expect(amount).toHaveValue(full?.available.replace(/\.0+$/, '') ?? '');
  await expect(main(page).getByText(en('payments.net_deposit'))).toBeVisible();
  await amount.fill('250');
  await page.getByRole('button', { name: en('payments.withdraw_submit') }).click();
  const code = page.getByRole('textbox', { name: en('payments.code') });
  await code.fill('000000');
  await page.getByRole('button', { name: en('payments.confirm'), exact: true }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(await emailedCode(withdrawalCodeLength, context, person.email));
  await page.getByRole('button', { name: en('payments.confirm'), exact: true }).click();
  await expect(main(page).getByText(en('payments.who_staff')).first()).toBeVisible();
  const number = /P-\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? 'none';

  await office.clearCookies();
  await signIn(office, demoPerson('ines'));
  await withoutGreeting(office);
  const asStaff = await office.newPage();
  await asStaff.goto('/en/admin/money');
  await asStaff.getByRole('searchbox').fill(number);
  await asStaff.getByRole('link', { name: number }).click();
  for (const name of ['action_assign', 'action_approve', 'action_mark_sent', 'action_complete'] as const) {
    await main(asStaff)
      .getByRole('button', { name: en(`payments.${name}`), exact: true })
      .click();
    await confirmAction(asStaff, en(`payments.${name}`));
  }
  await expect(main(asStaff).getByText(en('payments.state_completed')).first()).toBeVisible();

  await page.reload();
  await expect(main(page).getByText(en('payments.state_completed')).first()).toBeVisible();
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  expect(wallet).toMatchObject({ held: '0.00' });
  expect(Number(wallet?.available)).toBeLessThanOrEqual(750);
  await office.close();
});

test('a rejected request says why, and the money is back', async ({ page, context, browser }) => {
  test.slow();
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await verifiedClient(browser, context, office);
  await page.goto('/en/payments/deposit');
  await page.getByRole('button', { name: '$500' }).click();
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.reference_matters'))).toBeVisible();
  await pressUntilGone(page.getByRole('button', { name: en('payments.i_paid') }));
  const lastStep = main(page).getByText(en('payments.request'), { exact: true });
  await expect(lastStep).toBeVisible();
  const id = new URL(page.url()).searchParams.get('payment') ?? '';

  await office.clearCookies();
  await signIn(office, demoPerson('ines'));
  await withoutGreeting(office);
  const asStaff = await office.newPage();
  await asStaff.goto(`/en/admin/money/${id}`);
  const reject = en('payments.action_reject');
  await main(asStaff).getByRole('button', { name: reject, exact: true }).click();
  const dialog = asStaff.getByRole('dialog', { name: reject });
  await dialog.getByLabel(en('payments.reason')).selectOption('not_received');
  await dialog.getByRole('button', { name: reject, exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.reload();
  const { payment } = await call(context, 'POST /api/payments/info', { body: { payment_id: id } });
  await expect(main(page)).toContainText(payment.reason?.explanation ?? 'no reason');
  await expect(main(page)).toContainText(payment.reason?.advice ?? 'no advice');
  await expect(lastStep).toBeHidden();
  await office.close();
});

test('what was credited in error is reversed by two, and its client reads why', async ({ page, context, browser }) => {
  test.slow();
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  const asStaff = await office.newPage();
  const person = await verifiedClient(browser, context, office);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const key = () => ({ request_id: crypto.randomUUID() });
  const input = { wallet_id: wallet?.id ?? '', method: 'bank_transfer', amount: '500' } as const;
  const { payment } = await call(context, 'POST /api/payments/deposit', { body: { ...input, ...key() } });
  await office.clearCookies();
  await signIn(office, demoPerson('ines'));
  await withoutGreeting(office);
  const body = { payment_id: payment.id };
  await call(office, 'POST /api/staff/payments/assign', { body: { ...body, ...key() } });
  await call(office, 'POST /api/staff/payments/credit', { body: { ...body, received: '500', ...key() } });

  const { clients } = await call(office, 'POST /api/staff/clients', { body: { search: person.email } });
  await asStaff.goto(`/en/admin/clients/${clients[0]?.id}/wallets`);
  const reversal = en('payments.action_reverse');
  const row = main(asStaff).getByRole('row').filter({ hasText: payment.number });
  await row.getByRole('button', { name: payment.number }).click();
  await asStaff.getByRole('button', { name: reversal }).click();
  const dialog = asStaff.getByRole('dialog', { name: reversal });
  await dialog.getByLabel(en('payments.reason')).selectOption('booked_in_error');
  await dialog.getByLabel(en('payments.note')).fill('It was for somebody else');
  await passwordField(asStaff, en('profile.current_password')).fill(demoPerson('ines').password);
  await dialog.getByRole('button', { name: en('payments.propose') }).click();
  await expect(asStaff).toHaveURL(/\/admin\/money\//);
  const proposed = asStaff.url();

  await office.clearCookies();
  await signIn(office, demoPerson('adam'));
  await withoutGreeting(office);
  await asStaff.goto(proposed);
  await action(asStaff, en('payments.action_approve_adjustment'));
  await main(asStaff).getByRole('link', { name: payment.number }).click();
  await expect(main(asStaff).getByText(en('payments.state_reversed')).first()).toBeVisible();

  await page.goto(`/en/payments/${payment.id}`);
  await expect(main(page).getByText(en('payments.state_reversed')).first()).toBeVisible();
  const info = await call(context, 'POST /api/payments/info', { body: { payment_id: payment.id } });
  await expect(main(page)).toContainText(info.payment.reason?.explanation ?? 'no reason');
  const [emptied] = await call(context, 'POST /api/wallets', { body: {} });
  expect(emptied?.available).toBe(wallet?.available);
  await office.close();
});

/** The smallest document that is one. */
const receipt = [
  '%PDF-1.4',
  '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
  '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
  '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj',
  'trailer << /Root 1 0 R >>',
  'startxref',
  '0',
  '%%EOF',
].join('\n');

/** One red dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const chosen = (name: string, mimeType: string, content: string, encoding: 'base64' | 'latin1' = 'latin1') => ({
  name,
  mimeType,
  buffer: Buffer.from(content, encoding),
});

test('an upload is tried again after the line broke, and given up on its way', async ({ page, context, browser }) => {
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await verifiedClient(browser, context, office);
  await office.close();
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  const field = main(page).getByRole('group', { name: en('payments.proof') });
  const choose = field.getByLabel(en('common.upload_choose', { max: 5 }));
  const row = field.getByRole('listitem');

  await page.route('**/api/files?*', (route) => route.abort());
  await choose.setInputFiles(chosen('receipt.pdf', 'application/pdf', receipt));
  await expect(row).toContainText(en('common.no_connection'));
  await page.unroute('**/api/files?*');
  await row.getByRole('button', { name: en('common.upload_retry', { name: 'receipt.pdf' }) }).click();
  await expect(row).toContainText(en('common.upload_done'));
  await row.getByRole('button', { name: en('common.upload_remove', { name: 'receipt.pdf' }) }).click();
  await expect(row).toHaveCount(0);

  // Without a response.
  await page.route('**/api/files?*', () => {});
  await choose.setInputFiles(chosen('receipt.pdf', 'application/pdf', receipt));
  await row.getByRole('button', { name: en('common.upload_cancel', { name: 'receipt.pdf' }) }).click();
  await expect(row).toHaveCount(0);
  await choose.setInputFiles(chosen('large.pdf', 'application/pdf', ' '.repeat(11 * 1024 * 1024)));
  await expect(row).toContainText(en('common.upload_too_large', { megabytes: 10 }));
});

test('proofs of a transfer are scanned, sent, and seen by staff', async ({ page, context, browser }) => {
  test.slow();
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await verifiedClient(browser, context, office);
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();

  const field = main(page).getByRole('group', { name: en('payments.proof') });
  await expect(field).toBeVisible();
  // The address has the payment, so a page that is loaded again goes on with it.
  await page.reload();
  await field
    .getByLabel(en('common.upload_choose', { max: 5 }))
    .setInputFiles([
      chosen('receipt.pdf', 'application/pdf', receipt),
      chosen('screen.png', 'image/png', dot, 'base64'),
      chosen('page.pdf', 'application/pdf', '<script>alert(1)</script>'),
    ]);
  const rows = field.getByRole('listitem');
  await expect(rows.filter({ hasText: en('common.upload_done') })).toHaveCount(2);
  await expect(rows.filter({ hasText: 'page.pdf' })).toContainText(en('errors.files_type'));
  await rows.getByRole('button', { name: en('common.upload_remove', { name: 'page.pdf' }) }).click();
  await expect(rows).toHaveCount(2);
  await pressUntilGone(page.getByRole('button', { name: en('payments.i_paid') }));
  await expect(main(page).getByText(en('payments.proof_sent', { count: 2 }))).toBeVisible();
  await main(page).getByRole('link', { name: /P-\d+/ }).click();
  const sent = main(page).getByRole('list', { name: en('payments.proof') });
  await sent.getByRole('button', { name: en('common.file_view', { name: 'screen.png' }) }).click();
  const dialog = page.getByRole('dialog', { name: 'screen.png' });
  await expect(dialog.getByRole('img', { name: 'screen.png' })).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();

  await office.clearCookies();
  await signIn(office, demoPerson('ines'));
  await withoutGreeting(office);
  const asStaff = await office.newPage();
  await asStaff.goto(`/en/admin/money/${page.url().split('/').at(-1)}`);
  await main(asStaff)
    .getByRole('button', { name: en('common.file_view', { name: 'receipt.pdf' }) })
    .click();
  const paper = asStaff.getByRole('dialog', { name: 'receipt.pdf' });
  const page1 = en('common.pdf_page', { name: 'receipt.pdf', number: 1 });
  await expect(paper.getByRole('img', { name: page1 })).toBeVisible();
  await paper.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(paper).toBeHidden();
  const saving = asStaff.waitForEvent('download');
  await main(asStaff)
    .getByRole('button', { name: en('common.file_save', { name: 'receipt.pdf' }) })
    .click();
  expect((await saving).suggestedFilename()).toBe('receipt.pdf');
  await office.close();
});
