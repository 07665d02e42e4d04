import { expect, type Page } from '@playwright/test';
import { codeAt, stepAt } from '#server/auth/second-factor/totp.ts';
import { enter, passwordField } from './support/entrance.ts';
import { mailedLink } from './support/mailbox.ts';
import { register, withoutGreeting, type Person } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows for a key, so many steps of 30 s from now. */
function codeOf(key: string, steps = 0): string {
  const bits = Array.from(key, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(secret, stepAt(new Date()) + steps);
}

/** Sets an app up on the settings screen; gives its key and the recovery codes. */
async function setUp(page: Page, person: Person): Promise<{ key: string; recovery: string[] }> {
  await page.goto('/en/settings/settings');
  await page.getByRole('button', { name: en('settings.set_up_app') }).click();
  const dialog = page.getByRole('dialog', { name: en('settings.set_up_app') });
  await passwordField(page, en('settings.current_password')).last().fill(person.password);
  await dialog.getByRole('button', { name: en('settings.continue') }).click();
  await expect(dialog.getByRole('img', { name: en('settings.qr_label') })).toBeVisible();
  const key = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByRole('textbox', { name: en('settings.app_code') }).fill(codeOf(key));
  await dialog.getByRole('button', { name: en('settings.turn_on') }).click();
  const codes = page.getByRole('dialog', { name: en('settings.recovery_title') });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: en('settings.codes_kept') }).click();
  await expect(page.getByText(en('settings.codes_left', { count: 10 }))).toBeVisible();
  return { key, recovery };
}

test('an app is set up, asked for at the next sign-in, and its recovery codes stand in for it', async ({
  page,
  context,
}) => {
  const person = await register(context);
  await withoutGreeting(context);
  const { key, recovery } = await setUp(page, person);

  await page.goto('about:blank');
  await context.clearCookies();
  await withoutGreeting(context);
  await page.goto('/en/login');
  await enter(page, person);
  const code = page.getByRole('textbox', { name: en('auth.code'), exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: en('auth.login_submit') }).click();
  await expect(page.getByText(en('errors.auth_code'))).toBeVisible();
  await code.fill(codeOf(key, 1));
  await page.getByRole('button', { name: en('auth.login_submit') }).click();
  await expect(page).toHaveURL('/en/home');

  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/en/login');
  await enter(page, person);
  await page.getByRole('button', { name: en('auth.use_recovery') }).click();
  await page.getByRole('textbox', { name: en('auth.recovery_code') }).fill(recovery[0] ?? '');
  await page.getByRole('button', { name: en('auth.login_submit') }).click();
  await expect(page).toHaveURL('/en/home');
});

test('the link of a security letter freezes the profile, once its button is pressed', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await setUp(page, person);
  await page.goto(await mailedLink('/freeze/', context, person.email));
  await expect(page.getByText(en('auth.freeze_text'))).toBeVisible();
  await page.getByRole('button', { name: en('auth.freeze_submit') }).click();
  await expect(page.getByText(en('auth.freeze_done'))).toBeVisible();
  await page.goto('/en/home');
  await expect(page).toHaveURL('/en/login');
});
