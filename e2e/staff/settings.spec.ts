import { expect, type BrowserContext, type Page } from '@playwright/test';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { agreeOnSetting, asStaff, choose, confirm, setLevel } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from '../support/people.ts';
import { en } from '../support/texts.ts';

/** What an administrator sets for all, in an installation that no other journey uses. */
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('an administrator writes a reason of the operator’s own, changes its text and retires it', async ({
  page,
  context,
}) => {
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/reasons');
  const code = `own_${Date.now()}`;
  await main(page)
    .getByRole('button', { name: en('reasons.add') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: en('reasons.code'), exact: true }).fill(code);
  await dialog.getByRole('textbox', { name: en('reasons.title_field') }).fill('The slip is missing.');
  await dialog.getByRole('textbox', { name: en('reasons.fix') }).fill('Upload it beside the payment.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  const row = main(page)
    .getByRole('row')
    .filter({ has: page.getByTitle(code, { exact: true }) });
  await expect(row).toContainText('Upload it beside the payment.');
  const acts = row.getByRole('button').first();
  await choose(acts, en('reasons.edit'));
  await dialog.getByRole('textbox', { name: en('reasons.title_field') }).fill('We have no slip.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(row).toContainText('We have no slip.');
  await choose(acts, en('reasons.history'));
  await expect(dialog.getByText('The slip is missing.')).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await choose(acts, en('reasons.retire'));
  await expect(row).toContainText(en('reasons.retired'));
  await acts.click();
  await expect(row.getByRole('button', { name: en('reasons.activate') })).toBeVisible();
});

/** The line of a setting of payments, which an administrator is about to change. */
async function lineFor(page: Page, context: BrowserContext, { name, admin }: { name: string; admin: Person }) {
  await signIn(context, admin);
  await withoutGreeting(context);
  await page.goto('/en/admin/settings/payments');
  return main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

test('the only administrator requests a change of a protected setting with a proof, compliance approves it, and it is in the history', async ({
  page,
  context,
  browser,
}) => {
  const adam = demoPerson('adam');
  const name = en('settings.payments_review_hours');
  const line = await lineFor(page, context, { name, admin: adam });
  await line.getByRole('button', { name: en('settings.change_this', { name }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(en('settings.two_needed', { days: approvalRequestDays }))).toBeVisible();
  const hours = dialog.getByRole('spinbutton', { name }).or(dialog.getByRole('textbox', { name }));
  // Other than what holds, which an earlier try may have left.
  const requested = Number(await hours.inputValue()) + 1;
  const reason = `A holiday is near, by ${Date.now()}.`;
  await hours.fill(String(requested));
  await dialog.getByRole('textbox', { name: en('settings.reason') }).fill(reason);
  await dialog.getByLabel(en('profile.current_password')).fill('not this one');
  const propose = dialog.getByRole('button', { name: en('settings.propose'), exact: true });
  await propose.click();
  await expect(dialog.getByText(en('errors.auth_current_password'))).toBeVisible();
  await dialog.getByLabel(en('profile.current_password')).fill(adam.password);
  await propose.click();
  await expect(dialog).toBeHidden();
  const viktor = demoPerson('viktor');
  const staff = await asStaff(browser, viktor);
  await staff.goto('/en/admin/settings/payments');
  await confirm(staff, viktor, name);
  await expect(main(staff).getByRole('button', { name: en('approvals.approve_this', { name }) })).toBeHidden();
  await staff.context().close();
  await page.reload();
  await expect(line.getByText(`${requested} hours`)).toBeVisible();

  await page.getByRole('button', { name: en('settings.history_of', { name }) }).click();
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(dialog).toBeHidden();
});

test('the bank account that a client reads is what an administrator has entered, and stays for announced deposits', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const client = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, client.email);
  const settings = await asStaff(browser, demoPerson('adam'));
  const announce = async () => {
    await page.goto('/en/payments/deposit');
    await page.getByRole('radio', { name: en('payments.method_bank_transfer') }).check();
    await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('50');
    await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
    await expect(main(page).getByRole('heading', { name: en('payments.how_to_pay') })).toBeVisible();
  };
  await announce();
  const first = page.url();

  const name = en('settings.payments_bank_accounts');
  const dialog = settings.getByRole('dialog');
  const account = dialog.getByRole('group', { name: 'USD', exact: true });
  const propose = dialog.getByRole('button', { name: en('settings.propose'), exact: true });
  const begin = async () => {
    await settings.goto('/en/admin/settings/payments');
    await main(settings)
      .getByRole('button', { name: en('settings.change_this', { name }) })
      .click();
    await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('We moved.');
    await dialog.getByLabel(en('profile.current_password')).fill(demoPerson('adam').password);
  };
  await begin();
  const bank = `Quay Bank ${Date.now()}`;
  await account.getByRole('textbox', { name: en('payments.bank') }).fill(bank);
  const iban = account.getByRole('textbox', { name: en('payments.account_iban') });
  const other = (await iban.inputValue()).startsWith('GB') ? 'DE89370400440532013000' : 'GB29NWBK60161331926819';
  await iban.fill(`${other}0`);
  await propose.click();
  const wrong = { name: en('payments.account_iban'), currency: 'USD' };
  await expect(dialog.getByText(en('errors.settings_account_field', wrong))).toBeVisible();
  await iban.fill(other.toLowerCase());
  await propose.click();
  await expect(dialog).toBeHidden();
  await agreeOnSetting(browser, 'payments.bank_accounts');

  await announce();
  await expect(main(page).getByText(bank)).toBeVisible();
  await expect(main(page).getByText(other)).toBeVisible();
  await page.goto(first);
  await expect(main(page).getByText(en('payments.bank_replaced'))).toBeVisible();
  await expect(main(page).getByText(bank)).toBeHidden();

  // In another country the account has other fields, which the client then reads by their names.
  await begin();
  const country = account.locator('input[role="combobox"]');
  await country.fill('United States');
  await country.press('Enter');
  await account.locator('[name="USD.account_number"]').fill('0001 2345 6789');
  await account.locator('[name="USD.address"]').fill('1 High Street, 10001');
  await account.locator('[name="USD.town"]').fill('New York');
  const routing = account.locator('[name="USD.routing_number"]');
  await routing.fill('021000022');
  await propose.click();
  const wrongRouting = { name: en('payments.account_routing_number'), currency: 'USD' };
  await expect(dialog.getByText(en('errors.settings_account_field', wrongRouting))).toBeVisible();
  await routing.fill('021000021');
  await propose.click();
  await expect(dialog).toBeHidden();
  await agreeOnSetting(browser, 'payments.bank_accounts');

  await announce();
  const shown = main(page).getByRole('definition');
  for (const [label, value] of [
    ['account_account_number', '000123456789'],
    ['account_routing_number', '021000021'],
    ['account_account_type', en('payments.account_type_current')],
    ['account_country', 'United States'],
  ] as const) {
    await expect(main(page).getByText(en(`payments.${label}`), { exact: true })).toBeVisible();
    await expect(shown.filter({ hasText: value })).toBeVisible();
  }
  await expect(main(page).getByText(other)).toBeHidden();
  await settings.context().close();
});

test('the administrator sees the SLAs of other hours before the change', async ({ browser }) => {
  test.slow();
  const staff = await asStaff(browser, demoPerson('adam'));
  await staff.goto('/en/chats/settings');
  const effect = main(staff).getByRole('region', { name: en('chats.effect') });
  await expect(effect.getByRole('row').nth(1)).toBeVisible();
  const gold = effect.getByRole('row').filter({ hasText: en('common.tier_gold') });
  const before = await gold.textContent();
  const hours = main(staff).getByLabel(en('common.tier_gold'), { exact: true });
  // The value that an earlier try may have left is the same SLA.
  const [present, other] = (await hours.inputValue()) === '4' ? ['4', '8'] : ['8', '4'];
  await hours.fill(other);
  await expect(gold).not.toHaveText(before ?? '');
  await main(staff).getByLabel(en('common.tier_vip'), { exact: true }).fill('40');
  await expect(effect.getByText(en('errors.support_tier_order'))).toBeVisible();
  await main(staff).getByLabel(en('common.tier_vip'), { exact: true }).fill('1');
  await button(staff, en('common.save')).click();
  await expect(main(staff).getByText(`gold ${present}`, { exact: false }).first()).toBeVisible();
  await hours.fill('8');
  await button(staff, en('common.save')).click();
  await expect(main(staff).getByText(`gold ${other}`, { exact: false }).first()).toBeVisible();
  const office = await asStaff(browser, demoPerson('amelia'));
  await office.goto('/en/chats/settings');
  await expect(main(office).getByText(en('chats.settings_of_admin'))).toBeVisible();
  await expect(button(office, en('common.save'))).toHaveCount(0);
  await office.context().close();
  await staff.context().close();
});

test('rules that approve withdrawals are simulated, proposed, approved by compliance, and switched off by finance', async ({
  page,
  context,
  browser,
}) => {
  const adam = demoPerson('adam');
  const name = en('settings.payments_automatic_approval');
  const line = await lineFor(page, context, { name, admin: adam });
  await expect(line.getByText(en('settings.rules_none'))).toBeVisible();
  await line.getByRole('button', { name: en('settings.change_this', { name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: en('settings.rules_add') }).click();
  await dialog.getByRole('textbox', { name: en('settings.rules_name') }).fill('Small and known');
  await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('Finance is few.');
  await dialog.getByLabel(en('profile.current_password')).fill(adam.password);
  const send = dialog.getByRole('button', { name: en('settings.propose'), exact: true });
  await send.click();
  await expect(dialog.getByText(en('errors.settings_not_simulated'))).toBeVisible();
  await dialog.getByRole('button', { name: en('settings.rules_simulate') }).click();
  await expect(dialog.getByRole('table', { name: en('settings.rules_would_approve') })).toContainText(
    'Small and known',
  );
  await send.click();
  await expect(dialog).toBeHidden();

  const viktor = demoPerson('viktor');
  const staff = await asStaff(browser, viktor);
  await staff.goto('/en/admin/settings/payments');
  await confirm(staff, viktor, name);
  await expect(main(staff).getByRole('button', { name: en('approvals.approve_this', { name }) })).toBeHidden();
  await staff.context().close();
  await page.reload();
  await expect(line.getByRole('button', { name: 'Small and known' })).toBeVisible();

  const finance = await asStaff(browser, demoPerson('ines'));
  await finance.goto('/en/admin/money');
  await button(finance, en('payments.rules_stop')).click();
  const stop = finance.getByRole('dialog');
  await stop.getByRole('textbox', { name: en('payments.reason') }).fill('One looks wrong.');
  await stop.getByRole('button', { name: en('payments.rules_stop') }).click();
  await expect(main(finance).getByText('One looks wrong.')).toBeVisible();
  await finance.context().close();
});
