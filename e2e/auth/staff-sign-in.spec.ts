import { expect } from '@playwright/test';
import { demoPerson } from '../support/people.ts';
import { test } from '../support/test.ts';

test('staff of a company without a provider sign in as everybody does', async ({ page }) => {
  await page.goto('/en/login/staff');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff sign-in');
  const { email, password } = demoPerson('ines');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/admin/);
});

test('an answer of the provider leaves the address at once, and one of another browser is refused', async ({
  page,
}) => {
  await page.goto('/login/staff?state=made-up&code=secret-code&iss=https%3A%2F%2Fid.example.com');
  await expect(page.getByText('This sign-in has expired or was already completed.')).toBeVisible();
  expect(page.url()).not.toContain('secret-code');
  await expect(page).toHaveURL(/\/en\/login\/staff$/);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff sign-in');
  const { email, password } = demoPerson('ines');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/admin/);
});
