import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { passwordField } from '../support/entrance.ts';
import { emailedLink } from '../support/mailbox.ts';
import { actOnClient, agree, asStaff, elsewhere, me } from '../support/office.ts';
import { demoPerson, register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const main = (page: Page) => page.getByRole('main');
const newAddress = () => `moved.${randomUUID().slice(0, 13)}@example.com`;

test('a client changes their password in a form that opens on demand', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  await expect(passwordField(page, en('profile.current_password'))).toBeHidden();
  await page.getByRole('button', { name: en('profile.change_password') }).click();
  const dialog = page.getByRole('dialog', { name: en('profile.change_password') });
  const fresh = `${person.password}-fresh`;
  await passwordField(dialog, en('profile.current_password')).fill(person.password);
  await passwordField(dialog, en('common.new_password')).fill(fresh);
  await passwordField(dialog, en('common.password_again')).fill(fresh);
  await dialog.getByRole('button', { name: en('profile.change_password') }).click();
  await expect(page.getByText(en('profile.password_changed'))).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a client changes their email once they have confirmed it at the new address', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  const email = newAddress();
  await page.goto('/en/settings/settings');
  const request = async () => {
    await main(page)
      .getByRole('button', { name: en('profile.email_change') })
      .click();
    const dialog = page.getByRole('dialog', { name: en('profile.email_change') });
    await dialog.getByRole('textbox', { name: en('profile.email_new') }).fill(email);
    await passwordField(dialog, en('profile.current_password')).fill(person.password);
    await dialog.getByRole('button', { name: en('profile.resend') }).click();
  };
  await request();
  const waits = main(page).getByText(`\u2068${email}\u2069`, { exact: false });
  await expect(waits).toBeVisible();
  await main(page)
    .getByRole('button', { name: en('profile.email_take_back') })
    .click();
  await expect(waits).toBeHidden();
  await request();
  await expect(waits).toBeVisible();

  let link = '';
  await expect(async () => {
    link = await emailedLink('/email/change/', context, email);
    await page.goto(new URL(link).pathname);
    await expect(main(page).getByRole('button', { name: en('auth.change_email_submit') })).toBeVisible();
  }).toPass();
  expect((await me(context)).email).toBe(person.email);
  await main(page)
    .getByRole('button', { name: en('auth.change_email_submit') })
    .click();
  await expect(main(page).getByRole('status')).toContainText(en('auth.change_email_done'));
  await main(page)
    .getByRole('link', { name: en('auth.to_settings') })
    .click();
  await expect(main(page).getByText(email, { exact: true })).toBeVisible();
  expect(await me(context)).toMatchObject({ email, email_verified: true });

  await page.goto(new URL(link).pathname);
  await expect(main(page).getByRole('alert')).toBeVisible();
});

test('compliance requests another email for a client who has lost the mailbox, and corrects the country', async ({
  browser,
}) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  const { id } = await me(home);
  const name = `${client.firstName} ${client.secondName}`;
  // A newly hired person cannot be either of the two that a new address takes.
  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const staff = await asStaff(browser, officer);
  await staff.goto(`/en/admin/clients/${id}`);

  const email = newAddress();
  const emailOf = en('staff.email_for', { name });
  await actOnClient(staff, en('staff.act_email'));
  const confirming = staff.getByRole('dialog', { name: emailOf });
  await confirming.getByRole('textbox', { name: en('profile.email_new') }).fill(email);
  await confirming.getByRole('combobox', { name: en('staff.reason') }).selectOption('mailbox_lost');
  await confirming.getByRole('textbox', { name: en('staff.factor_comment') }).fill('Called back, passport shown.');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await confirming.getByRole('button', { name: en('common.save') }).click();
  await expect(confirming).toBeHidden();
  await agree(browser, second, id);

  const countryOf = en('staff.country_for', { name });
  await actOnClient(staff, en('staff.act_country'));
  const setting = staff.getByRole('dialog', { name: countryOf });
  await setting.locator('select[name="country"]').selectOption('AT');
  await setting.getByRole('textbox', { name: en('staff.reason') }).fill('Lives in Austria.');
  await passwordField(staff, en('profile.current_password')).last().fill(officer.password);
  await setting.getByRole('button', { name: en('common.save') }).click();
  await expect(main(staff).getByText('Austria', { exact: true })).toBeVisible();

  // In a browser without a session.
  const stranger = await elsewhere(browser);
  const page = await stranger.newPage();
  await page.goto(new URL(await emailedLink('/email/change/', home, email)).pathname);
  await main(page)
    .getByRole('button', { name: en('auth.change_email_submit') })
    .click();
  await expect(main(page).getByRole('status')).toContainText(en('auth.change_email_done_login'));
  await staff.reload();
  await expect(main(staff).getByText(email, { exact: true }).first()).toBeVisible();
  await staff.context().close();
  await stranger.close();
  await home.close();
});
