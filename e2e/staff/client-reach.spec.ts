import { expect, type Page } from '@playwright/test';
import { actOnClient, asStaff, elsewhere, me } from '../support/office.ts';
import { demoPerson, register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const main = (page: Page) => page.getByRole('main');

test('support writes to a client first, who answers the ticket', async ({ browser }) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const name = `${client.firstName} ${client.secondName}`;
  const staff = await asStaff(browser, demoPerson('amelia'));
  await staff.goto(`/en/admin/clients/${(await me(home)).id}`);
  await actOnClient(staff, en('staff.act_write'));
  const writing = staff.getByRole('dialog', { name: en('staff.write_for', { name }) });
  await writing.locator('[name="category"]').selectOption('payments');
  await writing.locator('[name="subject"]').fill('Your deposit');
  await writing.locator('[name="text"]').fill('Please send us the receipt.');
  await writing.getByRole('button', { name: en('tickets.send') }).click();
  await expect(staff).toHaveURL(/\/en\/chats\/[\w-]+$/);

  const page = await home.newPage();
  await page.goto('/en/tickets');
  await main(page).getByRole('link', { name: 'Your deposit' }).click();
  await expect(main(page).getByText('Please send us the receipt.')).toBeVisible();
  const reply = page.getByRole('textbox', { name: en('chats.write'), exact: true });
  await reply.fill('Here it is.');
  await reply.press('Enter');
  await expect(main(staff).getByText('Here it is.')).toBeVisible();
  await staff.context().close();
  await home.close();
});

test('a client whose phone was stolen is signed out everywhere at once', async ({ browser }) => {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const name = `${client.firstName} ${client.secondName}`;
  const page = await home.newPage();
  await page.goto('/en/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const staff = await asStaff(browser, demoPerson('viktor'));
  await staff.goto(`/en/admin/clients/${(await me(home)).id}/sessions`);
  await expect(main(staff).getByText(en('staff.session_open'))).toBeVisible();
  await actOnClient(staff, en('staff.act_sign_out'));
  const ending = staff.getByRole('dialog', { name: en('staff.sign_out_for', { name }) });
  await ending.locator('[name="reason"]').fill('Phone stolen.');
  await ending.getByRole('button', { name: en('staff.act_sign_out') }).click();
  await expect(main(staff).getByText(en('staff.session_ended'))).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/en\/login/);
  await staff.context().close();
  await home.close();
});
