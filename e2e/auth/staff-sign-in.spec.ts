import { expect } from '@playwright/test';
import { test } from '../support/test.ts';

test('staff of a company without a provider sign in as everybody does', async ({ page }) => {
  await page.goto('/en/login/staff');
  await expect(page).toHaveURL(/\/en\/login$/);
});

test('an answer of the provider leaves the address at once, and one of another browser is refused', async ({
  page,
}) => {
  await page.goto('/login/staff?state=made-up&code=secret-code&iss=https%3A%2F%2Fid.example.com');
  await expect(page.getByText('This sign-in has expired or was already completed.')).toBeVisible();
  expect(page.url()).not.toContain('secret-code');
  await expect(page).toHaveURL(/\/en\/login\/staff$/);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page).toHaveURL(/\/en\/login$/);
});
