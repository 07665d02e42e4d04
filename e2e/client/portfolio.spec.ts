import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { productNow } from '../support/clock.ts';
import { typeDate } from '../support/dates.ts';
import { actOnClient, agree, elsewhere } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test('a client saves a statement over everything they own', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await page.goto('/en/investor');
  await page
    .getByRole('main')
    .getByRole('button', { name: en('wallets.statement') })
    .click();
  const dialog = page.getByRole('dialog', { name: en('investor.statement_title') });
  await dialog.getByText(en('wallets.format_csv')).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: en('wallets.statement_download') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^portfolio-.*\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(en('investor.screen_wallet', { currency: 'USD' }));
  expect(csv).toMatch(/[\da-f]{64}/);
});

test('a tier that two of the staff set is the client’s until one ends it', async ({ page, context, browser }) => {
  const ida = await register(context);
  await withoutGreeting(context);
  const staff = await elsewhere(browser);
  const adam = demoPerson('adam');
  await signIn(staff, adam);
  const list = await staff.newPage();
  await list.goto('/en/admin/clients');
  await list.getByLabel(en('staff.search')).fill(ida.email);
  const name = `${ida.firstName} ${ida.secondName}`;
  await list.getByRole('row').filter({ hasText: ida.email }).getByRole('link', { name }).click();
  const main = list.getByRole('main');
  await actOnClient(list, en('staff.act_tier'));
  const dialog = list.getByRole('dialog', { name: en('staff.tier_for', { name }) });
  await dialog.getByLabel(en('common.tier')).selectOption('gold');
  const until = new Date((await productNow(context)).getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  await typeDate(dialog, en('staff.tier_until'), until);
  await dialog.getByLabel(en('staff.reason')).fill('Long a client elsewhere');
  await dialog.getByLabel(en('profile.current_password')).fill(adam.password);
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog).toBeHidden();
  await agree(browser, demoPerson('viktor'), list.url().split('/').at(-1) ?? '');
  await list.reload();
  await expect(main).toContainText(/Set by staff until/);

  await page.goto('/en/investor');
  await expect(page.getByText(/^We’ve set this tier for you until/)).toBeVisible();
  await expect(page.getByText(/^Gold since/)).toBeVisible();

  await actOnClient(list, en('staff.act_tier'));
  await dialog.getByLabel(en('staff.reason')).fill('As agreed');
  await dialog.getByRole('button', { name: en('staff.tier_end') }).click();
  await expect(main).not.toContainText(/Set by staff until/);
  await page.reload();
  await expect(page.getByText(/^Standard since/)).toBeVisible();
  await staff.close();
});
