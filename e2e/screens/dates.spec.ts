import { expect, type Page } from '@playwright/test';
import { stored, type Theme } from '#contract/kernel/constants.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { call } from '../support/api.ts';
import { phone } from '../support/appearances.ts';
import { findBarriers } from '../support/judge.ts';
import { watchProblems } from '../support/page-problems.ts';
import { demoPerson, signIn, store, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';

const desktop = { width: 1440, height: 900 };

const field = (page: Page, name: 'from' | 'to') => page.locator(`input[name="${name}"]`);

/** The filters of a wallet's transactions, with its period in sight. */
async function openFilters(page: Page, language: Language): Promise<void> {
  await store(page.context(), stored.locale, language);
  const [wallet] = await call(page.context(), 'POST /api/wallets', { body: {} });
  await page.goto(`/${language}/wallet/${wallet?.id}`);
  const fold = page.locator('search > button');
  await expect(page.locator('search')).toBeVisible();
  if (await fold.isVisible()) await fold.click();
  await page.getByRole('button', { name: text(language, 'wallets.more_filters') }).click();
  await expect(page.getByRole('spinbutton')).toHaveCount(6);
}

test.beforeEach(async ({ context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
});

const looks: { language: Language; viewport: typeof phone; theme: Theme }[] = [
  { language: 'en', viewport: phone, theme: 'light-theme' },
  { language: 'de', viewport: desktop, theme: 'dark-theme' },
  { language: 'ar', viewport: phone, theme: 'dark-theme' },
];

for (const { language, viewport, theme } of looks)
  test(`a period is chosen by keyboard alone: ${language}, ${viewport.width} px, ${theme}`, async ({ page }) => {
    const problems = watchProblems(page);
    await page.setViewportSize(viewport);
    await openFilters(page, language);
    await page.evaluate((name) => (document.documentElement.className = name), theme);
    const segments = page.getByRole('spinbutton');

    // Year, month and day, each in its segment, whatever the direction of the page.
    await expect(segments.first()).toHaveAttribute('aria-valuetext', text(language, 'common.part_empty'));
    await segments.first().focus();
    await page.keyboard.type('01112026');
    await expect(field(page, 'from')).toHaveValue('2026-11-01');
    await page.keyboard.press('Tab');
    await page.keyboard.type('05112026');
    await expect(field(page, 'to')).toHaveValue('2026-11-05');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: text(language, 'common.choose_date') });
    await expect(calendar.locator('[role=button]:focus')).toHaveText('1');
    expect(await findBarriers(page)).toEqual([]);
    if (viewport === phone) {
      const box = await calendar.getByRole('gridcell').first().boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }

    // Escape leaves the field as it was, and the focus where it was.
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(page.locator('button[aria-haspopup=dialog]')).toBeFocused();
    await expect(field(page, 'to')).toHaveValue('2026-11-05');

    await page.keyboard.press('Enter');
    await expect(calendar.locator('[role=button]:focus')).toHaveText('1');
    // A week on, and from there to the day that lies after it in the direction of reading.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press(directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    const [from, to] = [await field(page, 'from').inputValue(), await field(page, 'to').inputValue()];
    expect(from).toBe('2026-11-08');
    expect(to > from).toBe(true);
    expect(problems).toEqual([]);
  });

test('a label leads to the first segment, and a year is chosen without paging', async ({ page }) => {
  await page.setViewportSize(desktop);
  await openFilters(page, 'en');
  await page.getByText(en('common.period'), { exact: true }).click();
  await expect(page.getByRole('spinbutton').first()).toBeFocused();

  await page.locator('button[aria-haspopup=dialog]').click();
  const calendar = page.getByRole('dialog', { name: en('common.choose_date') });
  await calendar.getByRole('combobox', { name: 'year' }).selectOption('1984');
  await calendar.getByRole('combobox', { name: 'month' }).selectOption('February');
  await calendar.getByRole('button', { name: /29 February 1984/ }).click();
  await calendar.getByRole('button', { name: en('common.next_month') }).click();
  await calendar.getByRole('button', { name: /\b2 March 1984/ }).click();
  await expect(field(page, 'from')).toHaveValue('1984-02-29');
  await expect(field(page, 'to')).toHaveValue('1984-03-02');
});

test('an hour stands to the left of its minutes in Arabic too', async ({ page }) => {
  await store(page.context(), stored.locale, 'ar');
  await page.goto('/ar/settings/notifications');
  await page.getByRole('switch', { name: text('ar', 'notifications.quiet') }).check();
  const segments = page.getByRole('spinbutton');
  await expect(segments).not.toHaveCount(0);
  const [hour, minute] = [await segments.nth(0).boundingBox(), await segments.nth(1).boundingBox()];
  expect(hour?.x).toBeLessThan(minute?.x ?? 0);
});
