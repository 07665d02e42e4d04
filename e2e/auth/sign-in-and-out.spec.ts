import { expect, type Page } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../support/api.ts';
import { enter, passwordField } from '../support/entrance.ts';
import { emailedLink } from '../support/mailbox.ts';
import { holdBack } from '../support/outbound.ts';
import { actOnClient } from '../support/office.ts';
import { demoPerson, newcomer, register, signIn, withoutGreeting } from '../support/people.ts';
import { fillRegistration } from '../support/registration.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const alert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('signing in', () => {
  test('with a wrong password is refused, and what was typed stays', async ({ page, context }) => {
    const person = await register(context);
    await context.clearCookies();
    await page.goto('/en/login');
    await enter(page, { ...person, password: 'not this one' });
    await expect(alert(page)).toContainText(en('errors.auth_credentials'));
    await expect(page.getByRole('textbox', { name: en('auth.email') })).toHaveValue(person.email);
    await expect(passwordField(page, en('auth.password'))).toHaveValue('not this one');

    await enter(page, { ...newcomer(), password: 'not this one' });
    await expect(alert(page)).toContainText(en('errors.auth_credentials'));
    await enter(page, person);
    await expect(page).toHaveURL('/en/home');
  });

  test('is locked after five wrong passwords, also for the right one', async ({ page, context }) => {
    const person = await register(context);
    await context.clearCookies();
    await page.goto('/en/login');
    for (let guess = 1; guess <= 5; guess += 1) {
      const hasReply = page.waitForResponse('**/api/login');
      await enter(page, { ...person, password: `guess number ${guess}` });
      expect((await hasReply).status()).toBe(401);
      await expect(alert(page)).toContainText(en('errors.auth_credentials'));
    }
    const hasReply = page.waitForResponse('**/api/login');
    await enter(page, person);
    const locked = await hasReply;
    expect(locked.status()).toBe(429);
    expect(Number(locked.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(alert(page)).toContainText(((await locked.json()) as { message: string }).message);
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by email, and the sessions before it end', async ({ page, context, browser }) => {
    const person = await register(context);
    await withoutGreeting(context);
    await page.goto('/en/home');
    await settled(page);

    const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
    const other = await elsewhere.newPage();
    await other.goto('/en/login');
    await other.getByRole('link', { name: en('auth.forgot_password') }).click();
    // The sign-in screen stays until the next one is there, and it has a field of the same name.
    await expect(other.getByRole('button', { name: en('auth.send_link') })).toBeVisible();
    await other.getByRole('textbox', { name: en('auth.email') }).fill(person.email);
    await other.getByRole('button', { name: en('auth.send_link') }).click();
    await expect(other.getByText(en('auth.reset_sent', { email: person.email, minutes: 60 }))).toBeVisible();

    const link = await emailedLink('/restore-code/', elsewhere, person.email);
    const password = 'four louder harbours';
    await other.goto(link);
    await passwordField(other, en('common.new_password')).fill(password);
    await passwordField(other, en('common.password_again')).fill(password);
    await other.getByRole('button', { name: en('auth.restore_submit') }).click();
    await expect(other).toHaveURL('/en/login');
    await expect(other.getByText(en('auth.password_set'))).toBeVisible();
    await enter(other, { ...person, password });
    await expect(other).toHaveURL('/en/home');
    await elsewhere.close();

    await page.reload();
    await expect(page).toHaveURL('/en/login');
    await enter(page, person);
    await expect(alert(page)).toContainText(en('errors.auth_credentials'));
  });

  test('is not replaced twice by one link', async ({ page, context }) => {
    const person = await register(context);
    await call(context, 'POST /api/password/email', { body: { email: person.email } });
    const link = await emailedLink('/restore-code/', context, person.email);
    const token = link.split('/').at(-1) ?? '';
    const password = 'four louder harbours';
    await call(context, 'POST /api/password/reset', { body: { token, password, password_confirmation: password } });
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('auth.link_used'));
    await expect(passwordField(page, en('common.new_password'))).toBeHidden();
  });
});

test('a sign-in link of the administrator works once', async ({ page, context, browser }) => {
  const household = { extraHTTPHeaders: { 'x-forwarded-for': someAddress() } };
  const home = await browser.newContext(household);
  const person = await register(home);
  await home.clearCookies();

  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/clients');
  await page.getByRole('searchbox', { name: en('staff.search') }).fill(person.email);
  const row = page.getByRole('row').filter({ hasText: person.email });
  const name = `${person.firstName} ${person.secondName}`;
  await row.getByRole('link', { name }).click();
  await actOnClient(page, en('staff.act_link'));
  const dialog = page.getByRole('dialog', { name: en('staff.link_for', { name }) });
  await dialog.getByRole('textbox', { name: en('staff.reason') }).fill('The client called and asked for it.');
  await passwordField(page, en('profile.current_password')).last().fill(demoPerson('adam').password);
  await dialog.getByRole('button', { name: en('staff.issue') }).click();
  const link = await dialog.getByRole('textbox', { name: en('staff.link') }).inputValue();

  const first = await home.newPage();
  await first.goto(link);
  await expect(first).toHaveURL('/en/home');
  await expect(first.getByRole('complementary')).toContainText(person.email);
  await home.close();

  const again = await browser.newContext(household);
  const second = await again.newPage();
  await second.goto(link);
  await expect(heading(second)).toHaveText(en('auth.link_used'));
  await expect(second).not.toHaveURL('/en/home');
  await again.close();
});

test.describe('a guard', () => {
  test('for signed-in people remembers where a guest wanted to go', async ({ page, context }) => {
    const person = await register(context);
    await context.clearCookies();
    await page.goto('/en/analytics?from=mail#content');
    await expect(page).toHaveURL('/en/login');
    await enter(page, person);
    await expect(page).toHaveURL('/en/analytics?from=mail#content');

    await page
      .getByRole('banner')
      .getByRole('button', { name: en('shell.exit') })
      .click();
    await expect(page).toHaveURL('/en/login');
    await enter(page, person);
    await expect(page).toHaveURL('/en/home');
  });

  test('for guests sends a signed-in person home', async ({ page, context }) => {
    await register(context);
    for (const path of ['/en/', '/en/login', '/en/register', '/en/password/reset']) {
      await page.goto(path);
      await expect(page).toHaveURL('/en/home');
    }
  });

  test('for roles sends others away', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/chats');
    await expect(page).toHaveURL('/en/unauthorized');
    await expect(heading(page)).toHaveText(en('common.unauthorized_title'));
    await page.getByRole('link', { name: en('common.go_home') }).click();
    await expect(page).toHaveURL('/en/home');

    await signIn(context, demoPerson('amelia'));
    await page.goto('/en/chats');
    await expect(heading(page)).toHaveText(en('chats.title'));
  });

  test('for administrators sends others home', async ({ page, context }) => {
    await signIn(context, demoPerson('amelia'));
    await page.goto('/en/admin/team');
    await expect(page).toHaveURL('/en/chats');

    await signIn(context, demoPerson('adam'));
    await page.goto('/en/admin/team');
    await expect(heading(page)).toHaveText(en('staff.team_title'));
  });
});

test('signing out clears the token and the welcome, here and on the server', async ({ page, context }) => {
  await register(context);
  await page.goto('/en/home', { waitUntil: 'commit' });
  await expect(page.getByText('Welcome to Atrium.')).toBeVisible();
  const before = await context.cookies();
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(page).toHaveURL('/en/login');
  // A call of the page that finds another session would start it again, and stop the way to the next screen.
  await settled(page);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain(stored.token);
  expect(names).not.toContain(stored.welcomeShown);

  await context.addCookies(before);
  await page.goto('/en/home');
  await expect(page).toHaveURL('/en/login');
  expect(loads, 'signing out tells the other tabs and loads this one once, as it is opened again').toBe(1);
});

test('a session that is ended elsewhere says so, then asks to sign in', async ({ page, context, browser }) => {
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/home');
  await settled(page);
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(elsewhere, person);
  await call(elsewhere, 'POST /api/settings/sessions/revoke', { body: { current_password: person.password } });
  await elsewhere.close();

  const dialog = page.getByRole('dialog', { name: en('common.token_expired_title') });
  const account = page.getByRole('banner').getByRole('button', { name: en('shell.new_trading_account') });
  // Listeners of the page may notice it before this click.
  await account.click({ timeout: 10_000 }).catch(() => expect(dialog).toBeVisible());
  await expect(dialog).toContainText(en('common.token_expired_text'));
  await dialog.getByRole('button', { name: en('common.ok') }).click();
  await expect(page).toHaveURL('/en/login');
});

test('a double click on register makes one client', async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => (calls += request.url().endsWith('/api/register') ? 1 : 0));
  await page.goto('/en/register');
  await fillRegistration(page, newcomer(), 'en');
  const letGo = await holdBack(page, '**/api/register');
  await page.getByRole('button', { name: en('auth.register_submit') }).dblclick();
  letGo();
  await expect(page).toHaveURL('/en/home');
  expect(calls).toBe(1);
});
