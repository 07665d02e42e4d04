import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { demoPerson, register, signIn, withoutGreeting } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test('an administrator looks at a client, notes it, shuts him out and lets him in, and the log tells of it', async ({
  page,
  context,
  browser,
}) => {
  const home = await browser.newContext();
  const person = await register(home);
  const name = `${person.firstName} ${person.secondName}`;
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/clients');
  await page.getByRole('searchbox', { name: en('staff.search') }).fill(person.email);
  await page.getByRole('row').filter({ hasText: person.email }).getByRole('link', { name }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);

  await main.getByRole('textbox', { name: en('staff.tag') }).fill('vip');
  await main.getByRole('button', { name: en('staff.tag_add') }).click();
  await expect(main.getByRole('button', { name: en('staff.tag_remove', { tag: 'vip' }) })).toBeVisible();

  await main.getByRole('button', { name: en('staff.block_for', { name }) }).click();
  const dialog = page.getByRole('dialog', { name: en('staff.block_for', { name }) });
  await dialog.getByRole('combobox', { name: en('staff.block_reason') }).selectOption('under_inquiry');
  await dialog.getByRole('textbox', { name: en('staff.block_note') }).fill('Asked by the bank.');
  await dialog.getByRole('button', { name: en('staff.block'), exact: true }).click();
  await main.getByRole('button', { name: en('staff.unblock_for', { name }) }).click();
  const back = page.getByRole('dialog', { name: en('staff.unblock_for', { name }) });
  await back.getByRole('textbox', { name: en('staff.reason') }).fill('The bank is content.');
  await back.getByRole('button', { name: en('staff.unblock'), exact: true }).click();
  await expect(main.getByRole('button', { name: en('staff.block_for', { name }) })).toBeVisible();

  await main.getByRole('link', { name: en('staff.part_notes') }).click();
  await main.getByRole('textbox', { name: en('staff.note') }).fill('Calls back on Monday.');
  await main.getByRole('button', { name: en('staff.note_add') }).click();
  await expect(main.getByText('Calls back on Monday.')).toBeVisible();

  await main.getByRole('link', { name: en('staff.part_activity') }).click();
  await expect(main.getByRole('row').filter({ hasText: en('audit.act_staff_block') })).toContainText(
    'Asked by the bank.',
  );
  await expect(main.getByRole('row').filter({ hasText: 'staff.unblock' })).toContainText('The bank is content.');

  await page.goto('/en/admin/audit');
  await expect(main.getByText(en('staff.chain_whole'))).toBeVisible();
  await main.getByRole('searchbox', { name: en('staff.client') }).fill(person.email);
  await expect(main.getByRole('row').filter({ hasText: 'staff.add_tag' })).toContainText(name);
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: en('common.save_csv') }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Asked by the bank.');
  await home.close();
});

test('an administrator writes a reason of the house’s own, changes its words and retires it', async ({
  page,
  context,
}) => {
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/reasons');
  const main = page.getByRole('main');
  const code = `own_${Date.now()}`;
  await main
    .getByRole('button', { name: en('reasons.add') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: en('reasons.code'), exact: true }).fill(code);
  await dialog.getByRole('textbox', { name: en('reasons.title_field') }).fill('The slip is missing.');
  await dialog.getByRole('textbox', { name: en('reasons.fix') }).fill('Upload it beside the payment.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  const row = main.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('Upload it beside the payment.');
  await row.getByRole('button', { name: en('reasons.edit') }).click();
  await dialog.getByRole('textbox', { name: en('reasons.title_field') }).fill('We have no slip.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(row).toContainText('We have no slip.');
  await row.getByRole('button', { name: en('reasons.history') }).click();
  await expect(dialog.getByText('The slip is missing.')).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await row.getByRole('button', { name: en('reasons.retire') }).click();
  await expect(row.getByRole('button', { name: en('reasons.take_up') })).toBeVisible();
});

test('the only administrator changes what protects money with a proof, and finds it in its history', async ({
  page,
  context,
}) => {
  const adam = demoPerson('adam');
  await signIn(context, adam);
  await withoutGreeting(context);
  await page.goto('/en/admin/settings/payments');
  const main = page.getByRole('main');
  const name = en('house.payments_review_hours');
  const line = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await line.getByRole('button', { name: en('house.change_this', { name }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(en('house.at_once_hint'))).toBeVisible();
  const hours = dialog.getByRole('spinbutton', { name }).or(dialog.getByRole('textbox', { name }));
  // Other than what holds, which an earlier try may have left.
  const wanted = Number(await hours.inputValue()) + 1;
  const reason = `A holiday is near, by ${Date.now()}.`;
  await hours.fill(String(wanted));
  await dialog.getByRole('textbox', { name: en('house.reason') }).fill(reason);
  await dialog.getByLabel(en('settings.current_password')).fill('not this one');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog.getByText(en('errors.auth_current_password'))).toBeVisible();
  await dialog.getByLabel(en('settings.current_password')).fill(adam.password);
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(line.getByText(en('house.hours', { count: wanted }))).toBeVisible();

  await line.getByRole('button', { name: en('house.history_of', { name }) }).click();
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(dialog).toBeHidden();
});
