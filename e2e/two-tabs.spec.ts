import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { enter } from './support/entrance.ts';
import { register, withoutGreeting } from './support/people.ts';
import { settled } from './support/settled.ts';
import { someAddress, test } from './support/test.ts';
import { en } from './support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('what one person typed in a tab is never saved for another who signed in beside it', async ({
  page,
  context,
  browser,
}) => {
  const first = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/profile');
  await settled(page);
  await page.getByRole('textbox', { name: en('profile.first_name') }).fill('Mallory');

  // Another person signs in in another tab: all at once for this one.
  const beside = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  const second = await register(beside);
  expect(second.email).not.toBe(first.email);
  await withoutGreeting(beside);
  await context.addCookies(await beside.cookies());
  await beside.close();
  await page.getByRole('button', { name: en('common.save') }).click();
  await expect(page.getByRole('complementary').getByText(second.email)).toBeVisible();
  const user = await call(context, 'POST /api/client-info', { body: {} });
  expect(user).toMatchObject({ email: second.email, first_name: second.firstName });

  await page.goto('/en/home');
  const other = await context.newPage();
  await other.goto('/en/home');
  await other
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(other).toHaveURL('/en/login');
  await page.bringToFront();
  // A browser that says so itself may be reloading the page already.
  await page.evaluate(() => window.dispatchEvent(new Event('focus'))).catch(() => {});
  await expect(page).toHaveURL('/en/login');
  await enter(page, first);
  await expect(page).toHaveURL('/en/home');
});
