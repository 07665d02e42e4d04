import { expect } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { inEveryAppearance, oppositeAppearances } from '../support/appearances.ts';
import { watchProblems } from '../support/page-problems.ts';
import { store } from '../support/people.ts';
import { test } from '../support/test.ts';
import { text } from '../support/texts.ts';

test('a country is found by typing, without case and accents, and read out by its number', async ({
  page,
  context,
}) => {
  const problems = watchProblems(page);
  await store(context, stored.locale, 'de');
  await page.goto('/de/register');
  const field = page.locator('input[role="combobox"]');
  const options = page.getByRole('listbox').getByRole('option');
  await page
    .locator('label')
    .filter({ hasText: text('de', 'auth.country') })
    .click();
  await expect(field).toBeFocused();
  await page.keyboard.type('oster');
  await expect(options).toHaveText(['Österreich']);
  await expect(page.getByRole('status').filter({ hasText: text('de', 'common.results', { count: 1 }) })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Österreich');
  await expect(page.locator('select[name="country"]')).toHaveValue('AT');

  await field.click();
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Österreich');
  expect(await inEveryAppearance(page, oppositeAppearances)).toEqual([]);
  await page.keyboard.type('xyz');
  await expect(page.getByText(text('de', 'common.no_match'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('Österreich');
  expect(problems).toEqual([]);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a country is chosen in the list of the phone', async ({ page }) => {
    await page.goto('/en/register');
    await expect(page.getByRole('combobox', { name: text('en', 'auth.country') })).toHaveJSProperty(
      'tagName',
      'SELECT',
    );
  });
});
