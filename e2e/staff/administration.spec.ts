import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actOnClient, elsewhere } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test('an administrator views a client, adds a note, blocks and unblocks them, and the audit log has it', async ({
  page,
  context,
  browser,
}) => {
  const home = await elsewhere(browser);
  const person = await register(home);
  const name = `${person.firstName} ${person.secondName}`;
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/clients');
  await page.getByRole('searchbox', { name: en('staff.search') }).fill(person.email);
  await page.getByRole('row').filter({ hasText: person.email }).getByRole('link', { name }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);

  await main.getByRole('button', { name: en('staff.tag_add') }).click();
  const tagging = page.getByRole('dialog', { name: en('staff.tag_add') });
  await tagging.getByRole('textbox', { name: en('staff.tag') }).fill('vip');
  await tagging.getByRole('button', { name: en('common.save') }).click();
  await expect(main.getByRole('button', { name: en('staff.tag_remove', { tag: 'vip' }) })).toBeVisible();

  await actOnClient(page, en('staff.block'));
  const dialog = page.getByRole('dialog', { name: en('staff.block_for', { name }) });
  await dialog.getByRole('combobox', { name: en('staff.block_reason') }).selectOption('under_inquiry');
  await dialog.getByRole('textbox', { name: en('staff.block_note') }).fill('Asked by the bank.');
  await dialog.getByRole('button', { name: en('staff.block'), exact: true }).click();
  await actOnClient(page, en('staff.unblock'));
  const back = page.getByRole('dialog', { name: en('staff.unblock_for', { name }) });
  await back.getByRole('textbox', { name: en('staff.reason') }).fill('The bank is content.');
  await back.getByRole('button', { name: en('staff.unblock'), exact: true }).click();
  await expect(main.getByText(en('staff.state_active'), { exact: true })).toBeVisible();

  await main.getByRole('link', { name: en('staff.part_notes') }).click();
  await main.getByRole('textbox', { name: en('staff.note') }).fill('Calls back on Monday.');
  await main.getByRole('button', { name: en('staff.note_add') }).click();
  await expect(main.getByText('Calls back on Monday.')).toBeVisible();

  await main.getByRole('link', { name: en('staff.part_activity') }).click();
  await expect(main.getByRole('row').filter({ hasText: en('audit.action_staff_block') })).toContainText(
    'Asked by the bank.',
  );
  await expect(main.getByRole('row').filter({ hasText: en('audit.action_staff_unblock') })).toContainText(
    'The bank is content.',
  );

  await page.goto('/en/admin/audit');
  await expect(main.getByText(en('staff.chain_whole'))).toBeVisible();
  await main.getByRole('searchbox', { name: en('staff.client') }).fill(person.email);
  await expect(main.getByRole('row').filter({ hasText: en('audit.action_staff_add_tag') })).toContainText(name);
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: en('common.save_csv') }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Asked by the bank.');
  await home.close();
});
