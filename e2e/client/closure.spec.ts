import { expect, type Browser, type Page } from '@playwright/test';
import { passwordField } from '../support/entrance.ts';
import { asStaff, setLevel } from '../support/office.ts';
import { demoPerson, register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { pressUntilGone } from '../support/settled.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

async function fillDeposit(page: Page): Promise<void> {
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');
}

/** By a finance person who did not get a notification. */
async function turnDown(browser: Browser, id: string): Promise<void> {
  const staff = await asStaff(browser, demoPerson('ines'));
  await staff.goto(`/en/admin/money/${id}`);
  const reject = en('payments.action_reject');
  await button(staff, reject).click();
  const dialog = staff.getByRole('dialog', { name: reject });
  await dialog.getByLabel(en('payments.reason')).selectOption('not_received');
  await dialog.getByRole('button', { name: reject, exact: true }).click();
  await expect(dialog).toBeHidden();
  await staff.context().close();
}

test('a client who leaves reads what blocks the closure, settles it, requests it with a proof, and may stay after all', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const person = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, person.email);

  await fillDeposit(page);
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.reference_matters'))).toBeVisible();
  const record = main(page).getByRole('link', { name: /P-\d+/ });
  const number = /P-\d+/.exec(await record.innerText())?.[0] ?? 'none';
  await page.goto('/en/settings/settings');
  const blocker = main(page).getByRole('link', { name: new RegExp(number) });
  await blocker.click();
  await pressUntilGone(page.getByRole('button', { name: en('payments.i_paid') }));
  await turnDown(browser, page.url().split('/').at(-1) ?? '');
  await expect(main(page).getByText(en('payments.state_rejected')).first()).toBeVisible();
  await page.goBack();
  await expect(button(page, en('profile.closure_ask'))).toBeVisible();
  await expect(blocker).toHaveCount(0);

  const beside = await context.newPage();
  await fillDeposit(beside);

  await button(page, en('profile.closure_ask')).click();
  const dialog = page.getByRole('dialog', { name: en('profile.closure_ask') });
  const proof = passwordField(page, en('profile.current_password')).last();
  const go = dialog.getByRole('button', { name: en('profile.closure_ask') });
  await proof.fill('not the password');
  await go.click();
  await expect(dialog.getByText(en('errors.clients_closure_remainders'))).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await go.click();
  await expect(dialog.getByText(en('errors.auth_current_password'))).toBeVisible();
  await proof.fill(person.password);
  await go.dblclick();
  await expect(dialog).toBeHidden();
  await expect(button(page, en('shell.closure_keep'))).toBeVisible();

  await beside.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(beside).getByText(en('errors.clients_closure_pending'))).toBeVisible();
  await beside.goto('/en/home');
  await expect(beside.getByText(/^Your account will be closed on/)).toBeVisible();
  await beside.getByRole('button', { name: en('shell.closure_keep') }).dblclick();
  await expect(beside.getByText(en('shell.closure_kept'))).toBeVisible();
  await expect(beside.getByText(/^Your account will be closed on/)).toBeHidden();

  // This tab does not know yet.
  await button(page, en('shell.closure_keep')).click();
  await expect(page.getByText(en('errors.clients_closure_none'))).toBeVisible();
  await expect(button(page, en('profile.closure_ask'))).toBeVisible();
  await fillDeposit(page);
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.reference_matters'))).toBeVisible();
});
