import { expect, type Page } from '@playwright/test';
import { call, send } from '../support/api.ts';
import { productNow } from '../support/clock.ts';
import { typeDate } from '../support/dates.ts';
import { passwordField } from '../support/entrance.ts';
import { actOnClient, asStaff, confirm, elsewhere, hire, me, setLevel } from '../support/office.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';

const main = (page: Page) => page.getByRole('main');

test('an administrator gives a client a manager and more accounts, and the client sees both', async ({ browser }) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const name = `${client.firstName} ${client.secondName}`;
  const card = `/en/admin/clients/${(await me(home)).id}`;
  const chief = await hire(browser, 'admin');
  const staff = await asStaff(browser, chief);
  await staff.goto(card);

  const title = en('staff.manager_for', { name });
  await actOnClient(staff, en('staff.act_manager'));
  const choosing = staff.getByRole('dialog', { name: title });
  const colleague = choosing.getByRole('option', { name: 'Amelia Hart' });
  await choosing
    .getByRole('combobox', { name: en('staff.manager') })
    .selectOption((await colleague.getAttribute('value')) ?? '');
  await choosing.getByRole('textbox', { name: en('staff.reason') }).fill('She knows the market.');
  await choosing.getByRole('button', { name: en('common.save') }).click();
  await expect(main(staff).getByText('Amelia Hart', { exact: true })).toBeVisible();

  await main(staff)
    .getByRole('link', { name: en('staff.part_limits') })
    .click();
  const change = en('staff.override_set_trading_accounts');
  await main(staff).getByRole('button', { name: change }).click();
  const setting = staff.getByRole('dialog', { name: change });
  await setting.getByRole('textbox', { name: en('staff.override_max') }).fill('1');
  await setting.getByRole('textbox', { name: en('staff.reason') }).fill('Asked for one only.');
  await passwordField(staff, en('profile.current_password')).last().fill(chief.password);
  await setting.getByRole('button', { name: en('common.save') }).click();
  await expect(main(staff).getByText('Asked for one only.')).toBeVisible();

  const page = await home.newPage();
  await page.goto('/en/trading-account');
  await expect(main(page).getByText(en('trading.list_intro', { max: 1 }))).toBeVisible();
  await page.goto('/en/settings/settings');
  await expect(main(page).getByText('She knows the market.')).toBeVisible();
  await expect(main(page).getByText('Asked for one only.')).toBeVisible();
  await page.goto('/en/settings/profile');
  await expect(page.getByRole('region', { name: en('shell.personal_manager') }).getByText('Amelia Hart')).toBeVisible();
  await staff.context().close();
  await home.close();
});

test('staff see what went to and from trading accounts to its beginning, and export it', async ({ browser }) => {
  const home = await elsewhere(browser);
  await register(home);
  test.slow();
  const { id: client_id, email } = await me(home);
  const chief = await hire(browser, 'admin');
  const staff = await asStaff(browser, chief);
  await setLevel(browser, email);
  const [number = ''] = await openAccounts(home, 'USD');
  const [wallet] = await call(home, 'POST /api/wallets', { body: {} });
  const wallet_id = wallet?.id ?? '';
  await call(home, 'POST /api/payments/deposit', {
    body: { wallet_id, method: 'sandbox', amount: '100', card: '4242424242424242', request_id: crypto.randomUUID() },
  });
  const move = (direction: 'in' | 'out', amount: string) =>
    call(home, 'POST /api/trading-account/transfer', {
      body: { trading_account_id: number, wallet_id, direction, amount, request_id: crypto.randomUUID() },
    });
  await move('in', '60');
  for (let nth = 0; nth < 50; nth += 1) await move('out', '1');

  await staff.goto(`/en/admin/clients/${client_id}/wallets`);
  const table = staff.getByRole('table', { name: en('staff.transfers') });
  const row = (text: string) => table.getByRole('row').filter({ hasText: text });
  const into = row(en('payments.transfer_in', { number }));
  await expect(row(en('payments.transfer_out', { number }))).toHaveCount(50);
  await expect(into).toHaveCount(0);
  const card = main(staff).locator('section', { has: table });
  const more = card.getByRole('button', { name: en('common.load_more') });
  await more.click();
  await expect(into).toHaveCount(1);
  await expect(more).toHaveCount(0);
  await expect(into.getByText('−$60.00')).toBeVisible();
  await expect(into.getByText('+$60.00')).toBeVisible();

  const saving = staff.waitForEvent('download');
  await card.getByRole('button', { name: en('common.save_csv') }).click();
  expect((await saving).suggestedFilename()).toBe('client-transfers.csv');
  await staff.context().close();
  await home.close();
});

test('payments of a client are restricted, the client reads why, and lifting it takes a second person', async ({
  browser,
}) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const limits = `/en/admin/clients/${(await me(home)).id}/limits`;
  // A newly hired person cannot be either of the two.
  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const staff = await asStaff(browser, officer);
  await staff.goto(limits);

  await main(staff)
    .getByRole('button', { name: en('staff.restrict_payments') })
    .click();
  const stopping = staff.getByRole('dialog', { name: en('staff.restrict_payments') });
  await stopping.getByRole('combobox', { name: en('staff.block_reason') }).selectOption('under_inquiry');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await stopping.getByRole('button', { name: en('staff.restrict_payments') }).click();
  await expect(main(staff).getByText(text('en', 'names.block_reason_under_inquiry'))).toHaveCount(2);

  const page = await home.newPage();
  await page.goto('/en/payments/deposit');
  await expect(main(page).getByText(en('payments.restricted_deposit'))).toBeVisible();
  await expect(main(page).getByText(text('en', 'names.block_reason_under_inquiry'))).toBeVisible();
  await page.goto('/en/wallet/list');
  await expect(main(page).getByText(en('payments.restricted_withdrawal'))).toBeVisible();

  const name = `${client.firstName} ${client.secondName}`;
  const limitsOf = en('approvals.limits_of', { name });
  const offered = en('approvals.approve_this', { name: limitsOf });
  const change = en('staff.override_set_trading_accounts');
  await main(staff).getByRole('button', { name: change }).click();
  const setting = staff.getByRole('dialog', { name: change });
  await setting.getByRole('textbox', { name: en('staff.override_max') }).fill('9');
  await setting.getByRole('textbox', { name: en('staff.reason') }).fill('Trades in nine currencies.');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await setting.getByRole('button', { name: en('common.save') }).click();
  await expect(main(staff).getByText(en('approvals.waits'))).toBeVisible();
  await expect(main(staff).getByRole('button', { name: offered })).toHaveCount(0);

  const other = await asStaff(browser, second);
  await other.goto(limits);
  await confirm(other, second, limitsOf);
  await expect(main(other).getByText(en('approvals.waits'))).toHaveCount(0);
  await expect(main(other).getByText('Trades in nine currencies.')).toBeVisible();
  await home.close();
});

test('a level above what is proven is requested by one, found and approved by another', async ({ browser }) => {
  const home = await elsewhere(browser);
  const { firstName, secondName } = await register(home);
  const name = `${firstName} ${secondName}`;
  const { id } = await me(home);
  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const staff = await asStaff(browser, officer);
  await staff.goto(`/en/admin/clients/${id}`);
  const setting = en('staff.level_for', { name });
  await actOnClient(staff, en('staff.act_level'));
  const dialog = staff.getByRole('dialog', { name: setting });
  await dialog.getByRole('combobox', { name: en('staff.level') }).selectOption('3');
  await dialog.getByRole('textbox', { name: en('staff.reason') }).fill('Seen in person.');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await dialog.getByRole('button', { name: en('common.save') }).click();
  const waits = en('approvals.waits');
  await expect(main(staff).getByText(waits)).toBeVisible();
  const withdraw = en('approvals.withdraw_this', { name: en('approvals.level_of', { name }) });
  await expect(main(staff).getByRole('button', { name: withdraw })).toBeVisible();

  const other = await asStaff(browser, second);
  await other.goto('/en/admin/approvals');
  // By key: other requests come and go above it.
  await main(other).locator(`a[href$="/admin/clients/${id}"]`).press('Enter');
  // The list offers the same act.
  await expect(main(other).getByRole('heading', { level: 1, name })).toBeVisible();
  await confirm(other, second, en('approvals.level_of', { name }));
  await expect(main(other).getByText(waits)).toHaveCount(0);
  await expect(main(other).getByText(en('staff.level_3'))).toBeVisible();
  await Promise.all([staff.context().close(), other.context().close(), home.close()]);
});

test('compliance rates the risk of a client alone, and lowers it with another', async ({ browser }) => {
  const home = await elsewhere(browser);
  const { firstName, secondName } = await register(home);
  const name = `${firstName} ${secondName}`;
  const { id } = await me(home);
  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const staff = await asStaff(browser, officer);
  await staff.goto(`/en/admin/clients/${id}`);
  await expect(main(staff).getByText(en('staff.risk_none'))).toBeVisible();
  const rate = async (rating: string, reason: string) => {
    await actOnClient(staff, en('staff.act_risk'));
    const dialog = staff.getByRole('dialog', { name: en('staff.risk_for', { name }) });
    await dialog.locator('[name="rating"]').selectOption(rating);
    await dialog.locator('[name="reason"]').fill(reason);
    await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
    await dialog.getByRole('button', { name: en('common.save') }).click();
  };
  await rate('high', 'Politically exposed.');
  const ratings = main(staff).getByRole('table', { name: en('staff.risk') });
  await expect(ratings.getByRole('row').filter({ hasText: 'Politically exposed.' })).toContainText(
    en('staff.risk_high'),
  );
  await rate('medium', 'Left the office.');
  await expect(main(staff).getByText(en('approvals.waits'))).toBeVisible();

  const other = await asStaff(browser, second);
  await other.goto(`/en/admin/clients/${id}`);
  await confirm(other, second, en('approvals.risk_of', { name }));
  const lowered = main(staff).getByRole('row').filter({ hasText: 'Left the office.' });
  await expect(lowered).toContainText(en('staff.risk_medium'));
  await expect(lowered).toContainText('Adam Keller');
  await other.goto(`/en/admin/clients?risk=medium&search=${encodeURIComponent(name)}`);
  await expect(main(other).getByRole('row').filter({ hasText: name })).toContainText(en('staff.risk_medium'));
  await Promise.all([staff.context().close(), other.context().close(), home.close()]);
});

test('staff deal on their own account by an exception that two permit, and one withdraws', async ({ browser }) => {
  const person = await hire(browser, 'finance');
  const home = await elsewhere(browser);
  await signIn(home, person);
  await withoutGreeting(home);
  const { id } = await me(home);
  const name = `${person.firstName} ${person.secondName}`;
  const page = await home.newPage();
  await page.goto('/en/trading-account');
  const openingButton = page.getByRole('banner').getByRole('button', { name: en('shell.new_trading_account') });
  await expect(page.getByRole('banner').getByRole('button', { name: en('shell.exit') })).toBeVisible();
  await expect(openingButton).toHaveCount(0);
  const asked = await send(home, 'POST /api/trading-account/create', { body: { currency_id: 'EUR' } });
  expect([asked.status(), ((await asked.json()) as { code: string }).code]).toEqual([409, 'staff.dealing']);

  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const staff = await asStaff(browser, officer);
  await staff.goto(`/en/admin/clients/${id}`);
  await expect(main(staff).getByText(en('staff.dealing_restricted_text'))).toBeVisible();
  await main(staff)
    .getByRole('button', { name: en('staff.dealing_propose') })
    .click();
  const dialog = staff.getByRole('dialog', { name: en('staff.dealing_propose') });
  await dialog.getByRole('combobox', { name: en('staff.dealing_in') }).selectOption('accounts');
  const inMonth = new Date((await productNow(home)).getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  await typeDate(dialog, en('staff.dealing_last_day'), inMonth);
  await dialog.getByRole('textbox', { name: en('staff.reason') }).fill('A small account of long standing.');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await dialog.getByRole('button', { name: en('staff.dealing_propose') }).click();
  await expect(main(staff).getByText(en('approvals.waits'))).toBeVisible();

  const other = await asStaff(browser, second);
  await other.goto(`/en/admin/clients/${id}`);
  await confirm(other, second, en('approvals.staff_dealing_of', { name }));
  const ending = `${en('staff.dealing_end')}: ${en('staff.dealing_accounts')}`;
  await expect(main(other).getByRole('button', { name: ending })).toBeVisible();

  await page.reload();
  await openingButton.click();
  const opening = page.getByRole('dialog', { name: en('shell.create_account_title') });
  await opening.getByLabel(en('shell.currency')).selectOption('EUR');
  await opening.getByRole('button', { name: en('common.m154_out_nextstep_button') }).click();
  await expect(opening).toBeHidden();
  await expect(main(page).getByRole('link', { name: /\d{6,}/ })).toHaveCount(1);

  await main(other).getByRole('button', { name: ending }).click();
  const end = other.getByRole('dialog', { name: en('staff.dealing_end') });
  await end.getByRole('textbox', { name: en('staff.reason') }).fill('The account is to be closed.');
  await passwordField(other, en('profile.current_password')).last().fill(second.password);
  await end.getByRole('button', { name: en('staff.dealing_end') }).click();
  await expect(main(other).getByText(en('staff.dealing_none'))).toBeVisible();
  await Promise.all([staff.context().close(), other.context().close(), home.close()]);
});
