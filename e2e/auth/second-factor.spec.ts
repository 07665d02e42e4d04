import { expect, type BrowserContext, type Page } from '@playwright/test';
import { codeAt, stepAt } from '#server/auth/second-factor/totp.ts';
import { productNow } from '../support/clock.ts';
import { enter, passwordField } from '../support/entrance.ts';
import { findOverflow } from '../support/judge.ts';
import { inEveryAppearance } from '../support/appearances.ts';
import { emailedLink } from '../support/mailbox.ts';
import { actOnClient } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Each draws ten recovery codes or is judged in four variants.
test.describe.configure({ timeout: 180_000 });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows for a key, so many steps of 30 s from now. */
async function codeOf(context: BrowserContext, key: string, steps = 0): Promise<string> {
  const bits = Array.from(key, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(secret, stepAt(await productNow(context)) + steps);
}

/** Sets an app up on the settings screen; gives its key and the recovery codes. */
async function setUp(page: Page, person: Person): Promise<{ key: string; recovery: string[] }> {
  await page.goto('/en/settings/settings');
  await expect(page.getByText(en('profile.factor_state_off'))).toBeVisible();
  await page.getByRole('button', { name: en('profile.set_up_app') }).click();
  const dialog = page.getByRole('dialog', { name: en('profile.set_up_app') });
  await passwordField(page, en('profile.current_password')).last().fill(person.password);
  await dialog.getByRole('button', { name: en('profile.continue') }).click();
  await expect(dialog.getByRole('img', { name: en('profile.qr_label') })).toBeVisible();
  const key = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByRole('textbox', { name: en('profile.app_code') }).fill(await codeOf(page.context(), key));
  await dialog.getByRole('button', { name: en('profile.turn_on') }).click();
  const codes = page.getByRole('dialog', { name: en('profile.recovery_title') });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: en('profile.codes_stored') }).click();
  await expect(page.getByText(en('profile.factor_state_on'))).toBeVisible();
  await expect(page.getByText(en('profile.codes_left', { count: 10 }))).toBeVisible();
  return { key, recovery };
}

test('an app is set up, required at the next sign-in, and its recovery codes replace it', async ({ page, context }) => {
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
  await code.fill(await codeOf(context, key, 1));
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

test('the link of a security email freezes the profile, once its button is pressed', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await setUp(page, person);
  const link = await emailedLink('/freeze/', context, person.email);
  await page.goto(link);
  await expect(page.getByText(en('auth.freeze_text'))).toBeVisible();
  await page.getByRole('button', { name: en('auth.freeze_submit') }).click();
  await expect(page.getByText(en('auth.freeze_done'))).toBeVisible();
  expect([await inEveryAppearance(page), await findOverflow(page)]).toEqual([[], []]);
  await page.goto('/en/home');
  await expect(page).toHaveURL('/en/login');

  await page.goto(link);
  await page.getByRole('button', { name: en('auth.freeze_submit') }).click();
  await expect(page.getByText(en('errors.auth_token_used'))).toBeVisible();
  await page.getByRole('link', { name: en('auth.reset_title') }).click();
  await expect(page).toHaveURL('/en/password/reset');
});

test('an administrator turns off a lost factor, and the password is enough again', async ({
  page,
  context,
  browser,
}) => {
  const person = await register(context);
  await withoutGreeting(context);
  await setUp(page, person);

  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(office, demoPerson('adam'));
  await withoutGreeting(office);
  const list = await office.newPage();
  await list.goto('/en/admin/clients');
  await list.getByRole('searchbox', { name: en('staff.search') }).fill(person.email);
  const row = list.getByRole('row').filter({ hasText: person.email });
  const name = `${person.firstName} ${person.secondName}`;
  const title = en('staff.factor_for', { name });
  await row.getByRole('link', { name }).click();
  await actOnClient(list, en('staff.act_factor'));
  const dialog = list.getByRole('dialog', { name: title });
  await dialog.getByRole('combobox', { name: en('staff.reason') }).selectOption('device_stolen');
  await passwordField(list, en('profile.current_password')).last().fill(demoPerson('adam').password);
  await dialog.getByRole('button', { name: en('staff.factor_turn_off') }).click();
  await expect(dialog.getByText(en('errors.validation_required', { field: en('errors.field_comment') }))).toBeVisible();
  await dialog.getByRole('textbox', { name: en('staff.factor_comment') }).fill('Called back, passport shown.');
  await dialog.getByRole('button', { name: en('staff.factor_turn_off') }).click();
  await expect(list.getByRole('definition').filter({ hasText: en('staff.factor_off') })).toBeVisible();
  await office.close();

  await page.goto('/en/home');
  await expect(page).toHaveURL('/en/login');
  await enter(page, person);
  await expect(page).toHaveURL('/en/home');
  await page.goto('/en/settings/settings');
  await expect(page.getByText(en('profile.action_factor_reset'))).toBeVisible();
});

test('staff without a second factor are redirected to set one up, and may leave', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  // A demo does not require it: the page gets what a broker's server would send.
  await page.route('**/api/client-info', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), second_factor_due: true } });
  });
  await page.goto('/en/wallet/list');
  await expect(page).toHaveURL('/en/second-factor');
  await settled(page);
  expect([await inEveryAppearance(page), await findOverflow(page)]).toEqual([[], []]);
  await page
    .getByRole('main')
    .getByRole('button', { name: en('profile.session_end') })
    .click();
  await expect(page).toHaveURL('/en/login');
});
