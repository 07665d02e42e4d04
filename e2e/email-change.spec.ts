import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { passwordField } from './support/entrance.ts';
import { mailedLink } from './support/mailbox.ts';
import { agree, atDesk, elsewhere, me } from './support/office.ts';
import { demoPerson, register, withoutGreeting } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

const main = (page: Page) => page.getByRole('main');
const newAddress = () => `moved.${randomUUID().slice(0, 13)}@example.com`;

test('a client changes his e-mail once he has confirmed it at the new address', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  const email = newAddress();
  await page.goto('/en/settings/settings');
  const ask = async () => {
    await main(page)
      .getByRole('button', { name: en('settings.email_change') })
      .click();
    const dialog = page.getByRole('dialog', { name: en('settings.email_change') });
    await dialog.getByRole('textbox', { name: en('settings.email_new') }).fill(email);
    await passwordField(page, en('settings.current_password')).last().fill(person.password);
    await dialog.getByRole('button', { name: en('settings.resend') }).click();
  };
  await ask();
  const waits = main(page).getByText(`\u2068${email}\u2069`, { exact: false });
  await expect(waits).toBeVisible();
  await main(page)
    .getByRole('button', { name: en('settings.email_take_back') })
    .click();
  await expect(waits).toBeHidden();
  await ask();
  await expect(waits).toBeVisible();

  let link = '';
  await expect(async () => {
    link = await mailedLink('/email/change/', context, email);
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

test('compliance asks for another e-mail for who has lost his mailbox, and puts his country right', async ({
  browser,
}) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  const { id } = await me(home);
  const name = `${client.firstName} ${client.secondName}`;
  // Whoever is hired today is neither of the two whom another address takes.
  const [officer, second] = [demoPerson('viktor'), demoPerson('adam')];
  const desk = await atDesk(browser, officer);
  await desk.goto(`/en/admin/clients/${id}`);

  const email = newAddress();
  const emailOf = en('staff.email_for', { name });
  await main(desk).getByRole('button', { name: emailOf }).click();
  const asking = desk.getByRole('dialog', { name: emailOf });
  await asking.getByRole('textbox', { name: en('settings.email_new') }).fill(email);
  await asking.getByRole('combobox', { name: en('staff.reason') }).selectOption('mailbox_lost');
  await asking.getByRole('textbox', { name: en('staff.factor_comment') }).fill('Called back, passport shown.');
  await passwordField(desk, en('settings.current_password')).last().fill(officer.password);
  await asking.getByRole('button', { name: en('common.save') }).click();
  await expect(asking).toBeHidden();
  await agree(browser, second, id);

  const countryOf = en('staff.country_for', { name });
  await main(desk).getByRole('button', { name: countryOf }).click();
  const setting = desk.getByRole('dialog', { name: countryOf });
  await setting.getByRole('combobox', { name: en('staff.country') }).selectOption('AT');
  await setting.getByRole('textbox', { name: en('staff.reason') }).fill('Lives in Austria.');
  await passwordField(desk, en('settings.current_password')).last().fill(officer.password);
  await setting.getByRole('button', { name: en('common.save') }).click();
  await expect(main(desk).getByText('Austria', { exact: true })).toBeVisible();

  // In a browser where nobody is signed in.
  const stranger = await elsewhere(browser);
  const page = await stranger.newPage();
  await page.goto(new URL(await mailedLink('/email/change/', home, email)).pathname);
  await main(page)
    .getByRole('button', { name: en('auth.change_email_submit') })
    .click();
  await expect(main(page).getByRole('status')).toContainText(en('auth.change_email_done_login'));
  await desk.reload();
  await expect(main(desk).getByText(email, { exact: true }).first()).toBeVisible();
  await desk.context().close();
  await stranger.close();
  await home.close();
});
