import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { passwordField } from './support/entrance.ts';
import { findBareKeys, findOverflow } from './support/judge.ts';
import { inEveryAppearance, oppositeAppearances, phone } from './support/appearances.ts';
import { newcomer } from './support/people.ts';
import { openPostOffice, type PostOffice } from './support/post-office.ts';
import { fillRegistration } from './support/registration.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from './support/server-process.ts';
import { test } from './support/test.ts';
import { en, text } from './support/texts.ts';
import { watchPolicy, watchProblems } from './support/page-problems.ts';

test.describe.configure({ timeout: 360_000 });

let data: string;
let server: ServerProcess;
let office: PostOffice;
test.beforeAll(async () => {
  office = await openPostOffice();
  data = await dataFolder();
  server = await startServer(data, await freePort(), { SETUP: '1' });
});
test.afterAll(async () => {
  await server.stop();
  office.close();
  await rm(dirname(data), { recursive: true, force: true });
});

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const goOn = (page: Page) => page.getByRole('button', { name: en('common.m154_out_nextstep_button') }).click();

/** One variant for most of the steps. */
const [dark, light] = oppositeAppearances.map((appearance) => [appearance]);

/** The errors of a page, except for a response that the test asked for. */
const besides = (status: string, lines: string[]) =>
  lines.filter((line) => !line.includes(status) && !line.includes('Error fetching setup'));

test('the holder of the printed link completes the setup, and is redirected to the second factor', async ({
  browser,
}) => {
  const [address] = /http\S+\/setup#\S+/.exec(server.output()) ?? [''];
  const context = await browser.newContext({ baseURL: server.url, viewport: phone });
  const breaches = await watchPolicy(context);
  const page = await context.newPage();
  const found = watchProblems(page);
  const judge = async (appearances = oppositeAppearances) => {
    expect(await inEveryAppearance(page, appearances)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    expect(await findBareKeys(page)).toEqual([]);
  };

  await test.step('a visitor without it reads that the setup is not complete', async () => {
    await page.goto('/en/wallet/list');
    await expect(page.getByRole('heading', { name: en('setup.closed_title') })).toBeVisible();
    await judge(dark);
    await page.goto('/en/setup#nothing');
    await expect(page.getByText(en('errors.setup_link'))).toBeVisible();
    expect(besides('403', found.splice(0))).toEqual([]);
  });

  await test.step('the link leaves no trace in the address', async () => {
    await page.goto(address);
    await expect(step(page, en('setup.step_company'))).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await judge(light);
    await page.getByRole('banner').getByLabel(en('common.language')).selectOption('ar');
    await expect(step(page, text('ar', 'setup.step_company'))).toBeVisible();
    await judge(dark);
    await page.getByRole('banner').getByLabel(text('ar', 'common.language')).selectOption('en');
  });

  await test.step('what is wrong is said on its step', async () => {
    await page.getByLabel(en('settings.brand_name')).fill('Nordhafen');
    const help = page.getByLabel(en('settings.brand_support_email'));
    await help.fill('help');
    await goOn(page);
    await expect(help).toHaveAttribute('aria-invalid', 'true');
    await help.fill('help@nordhafen.example');
    await goOn(page);
    await expect(step(page, en('setup.step_brand'))).toBeVisible();
    expect(besides('422', found.splice(0))).toEqual([]);
  });

  await test.step('a logo is drawn again and shown in both themes', async () => {
    await page.getByLabel(en('settings.brand_color')).first().fill('#00695c');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('input[type=file]').first().setInputFiles(logo);
    await expect(page.getByRole('img', { name: 'Nordhafen' })).toHaveCount(2);
    await judge();
    await goOn(page);
    await expect(step(page, en('setup.step_currencies'))).toBeVisible();
    await judge(light);
    const wallets = page.getByRole('group', { name: en('settings.currencies_wallets') });
    for (const tick of await wallets.getByRole('checkbox').all()) await tick.uncheck();
    await goOn(page);
    await expect(wallets).toBeFocused();
    await expect(wallets).toHaveAttribute('aria-invalid', 'true');
    await judge(light);
    for (const tick of await wallets.getByRole('checkbox').all()) await tick.check();
    await goOn(page);
    expect(besides('422', found.splice(0))).toEqual([]);
  });

  await test.step('an email server is tested before it is saved, and no one continues without one by oversight', async () => {
    await judge(light);
    await goOn(page);
    const host = page.getByLabel(en('settings.email_host'));
    const missing = page.getByText(en('errors.settings_email_host'));
    await expect(host).toBeFocused();
    await expect(host).toHaveAttribute('aria-invalid', 'true');
    await expect(missing).toBeInViewport();
    await expect(page.getByLabel(en('settings.email_sender_address'))).toHaveAttribute('aria-invalid', 'true');
    await judge();
    await page.getByRole('radio', { name: en('settings.email_without') }).check();
    await expect(missing).toHaveCount(0);
    await page.getByRole('radio', { name: en('settings.email_by_server') }).check();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await host.fill('127.0.0.1');
    await page.getByLabel(en('settings.email_sender_name')).fill('Nordhafen');
    await page.getByLabel(en('settings.email_encryption')).selectOption('none');
    await page.getByLabel(en('settings.email_port')).fill(new URL(office.url).port);
    await page.getByLabel(en('settings.email_sender_address')).fill('no-reply@nordhafen.example');
    await page.getByLabel(en('setup.email_test')).fill('ida@example.com');
    office.shut = true;
    await page.getByRole('button', { name: en('setup.email_test_send') }).click();
    await expect(page.getByText('(EENVELOPE 451)')).toBeVisible();
    office.shut = false;
    await page.getByRole('button', { name: en('setup.email_test_send') }).click();
    await expect(page.getByText(en('setup.email_test_sent', { email: 'ida@example.com' }))).toBeVisible();
    expect(besides('422', besides('409', found.splice(0)))).toEqual([]);
    await page.getByRole('radio', { name: en('settings.email_without') }).check();
    await expect(page.getByText(en('settings.email_without_text'))).toBeVisible();
    await judge(dark);
    await goOn(page);
  });

  await test.step('a reload keeps the step and what was filled in', async () => {
    const ida = newcomer();
    await fillRegistration(page, ida, 'en');
    await page.reload();
    await expect(page.getByRole('textbox', { name: en('auth.first_name') })).toHaveValue(ida.firstName);
    await expect(passwordField(page, en('auth.password')).first()).toHaveValue('');
    await judge(light);
  });

  await test.step('the last step completes the setup', async () => {
    await fillRegistration(page, newcomer(), 'en');
    await page.getByRole('button', { name: en('setup.finish') }).click();
    await expect(page.getByRole('heading', { name: en('setup.over_title') })).toBeVisible();
    await judge(dark);
    await page.getByRole('button', { name: en('setup.open_go') }).click();
    await expect(page.getByRole('heading', { level: 1, name: en('profile.factor_due_title') })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img', { name: 'Nordhafen' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('setup')))).toEqual([]);
  });

  await test.step('and the link leads to the sign-in screen', async () => {
    const visitor = await browser.newContext({ baseURL: server.url });
    const other = await visitor.newPage();
    await other.goto(address);
    await expect(other.getByRole('heading', { level: 1, name: en('auth.login_title') })).toBeVisible();
    await visitor.close();
  });
  expect([...found, ...breaches]).toEqual([]);
  await context.close();
});
