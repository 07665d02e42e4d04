import { expect } from '@playwright/test';
import { en } from '../support/texts.ts';
import { test } from '../support/test.ts';

test('a guest whose link to confirm an address works no more has another sent at once', async ({ page }) => {
  await page.goto('/en/email/verify/never-given');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('auth.link_invalid'));
  await page.locator('[name="email"]').fill('no.such.person@example.com');
  await page.getByRole('button', { name: en('auth.send_link') }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('no.such.person@example.com');
});

test('a guest whose link to unsubscribe works no more signs in to go on', async ({ page }) => {
  await page.goto('/en/unsubscribe/never-given');
  await expect(page.getByRole('main')).toContainText(en('auth.link_settings', { tried: 'yes' }));
  await page.getByRole('link', { name: en('common.go_login') }).click();
  await expect(page).toHaveURL('/en/login');
});
