import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { passwordField } from './support/entrance.ts';
import { mailedLink } from './support/mailbox.ts';
import { register, withoutGreeting } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test('somebody takes a copy of all that is kept about him, and is told so', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  await page.getByRole('button', { name: en('settings.data_ask') }).click();
  await passwordField(page, en('settings.current_password')).last().fill(person.password);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('settings.continue') })
    .click();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en('settings.data_json') }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.sections.profile.person[0].email).toBe(person.email);

  const summary = page.waitForEvent('download');
  await page.getByRole('button', { name: en('settings.data_pdf') }).click();
  expect((await summary).suggestedFilename()).toMatch(/\.pdf$/);
  expect(await mailedLink('/freeze/', context, person.email)).toContain('/freeze/');
});
