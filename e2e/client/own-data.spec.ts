import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { passwordField } from '../support/entrance.ts';
import { emailedLink } from '../support/mailbox.ts';
import { register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test('a client downloads a copy of all their data, and is notified of it', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  await page.getByRole('button', { name: en('profile.data_ask') }).click();
  await passwordField(page, en('profile.current_password')).last().fill(person.password);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('profile.continue') })
    .click();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en('common.download') }).click();
  await page.getByRole('button', { name: en('profile.data_json') }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.sections.profile.person[0].email).toBe(person.email);

  const summary = page.waitForEvent('download');
  await page.getByRole('button', { name: en('common.download') }).click();
  await page.getByRole('button', { name: en('profile.data_pdf') }).click();
  expect((await summary).suggestedFilename()).toMatch(/\.pdf$/);
  expect(await emailedLink('/freeze/', context, person.email)).toContain('/freeze/');
});
