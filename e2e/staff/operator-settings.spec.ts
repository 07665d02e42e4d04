import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { testEvent } from '#contract/operator/event-names.ts';
import { isSigned, startReceiver } from '#test/external-services/webhook-receiver.ts';
import { call, send } from '../support/api.ts';
import { enter, passwordField } from '../support/entrance.ts';
import { elsewhere } from '../support/office.ts';
import { demoPerson, register, withoutGreeting, type Person } from '../support/people.ts';
import { openPostOffice, type PostOffice } from '../support/post-office.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../support/server-process.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/**
 * Settings that change an installation for all its people, and that need a server configured differently from that of
 * the other tests: it requires a code on unseen devices, sends its email to a server of ours, calls this machine, and
 * closes accounts at once.
 */
test.describe.configure({ mode: 'default' });

let server: ServerProcess | undefined;
let data: string;
let office: PostOffice;
let leaver: { person: Person; page: Page };
const adam = demoPerson('adam');

const main = (page: Page) => page.getByRole('main');
const visit = (browser: Browser) => elsewhere(browser, server?.url ?? '');

test.beforeAll(async ({ browser }) => {
  // An installation of its own, with its people.
  test.setTimeout(180_000);
  office = await openPostOffice();
  data = await dataFolder();
  server = await startServer(data, await freePort(), {
    DEMO: '1',
    SMTP_URL: office.url,
    NEW_DEVICE_CODE: '1',
    CLOSURE_DAYS: '0',
    WEBHOOKS_LOCAL: '1',
  });
  leaver = await leave(browser);
});

test.afterAll(async () => {
  await server?.stop();
  office.close();
  await rm(dirname(data), { recursive: true, force: true });
});

/** A client who wants to leave. The job that closes the account runs while the others are being tested. */
async function leave(browser: Browser) {
  const context = await visit(browser);
  const person = await register(context);
  await withoutGreeting(context);
  const body = { current_password: person.password, gives_up_remainders: true };
  await call(context, 'POST /api/settings/closure/request', { body });
  const page = await context.newPage();
  await page.goto('/en/wallet/list');
  return { person, page };
}

/** Signs in with a new browser, by the emailed code. */
async function enterByCode(browser: Browser, person: Person): Promise<Page> {
  const context = await visit(browser);
  await withoutGreeting(context);
  const page = await context.newPage();
  await page.goto('/en/login');
  await enterCode(page, person);
  await expect(page).toHaveURL('/en/admin');
  return page;
}

const code = (page: Page) => page.getByRole('textbox', { name: en('auth.code'), exact: true });
const submit = (page: Page) => page.getByRole('button', { name: en('auth.login_submit') });

async function enterCode(page: Page, person: Person): Promise<void> {
  office.clear();
  await enter(page, person);
  await expect(code(page)).toBeFocused();
  await code(page).fill(await office.find(person.email, /(?<![\w-])\d{6}(?!\w)/));
  await submit(page).dblclick();
}

test('an unseen device requires an emailed code, and its email freezes what is not one’s own doing', async ({
  browser,
}) => {
  const home = await visit(browser);
  const person = await register(home);
  await withoutGreeting(home);
  const own = await home.newPage();
  await own.goto('/en/home');

  const away = await visit(browser);
  await withoutGreeting(away);
  const page = await away.newPage();
  await page.goto('/en/login');
  await enter(page, person);
  await code(page).fill('00000');
  await submit(page).click();
  await expect(page.getByText(en('errors.auth_code'))).toBeVisible();
  await page.reload();
  await enterCode(page, person);
  await expect(page).toHaveURL('/en/home');
  await page
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(page).toHaveURL('/en/login');
  // By now the device is known.
  await enter(page, person);
  await expect(page).toHaveURL('/en/home');

  await own.goto(await office.find(person.email, /http\S+\/freeze\/[\w-]+/));
  await own.getByRole('button', { name: en('auth.freeze_submit') }).dblclick();
  await expect(own.getByText(en('auth.freeze_done'))).toBeVisible();
  await page.goto('/en/wallet/list');
  await expect(page).toHaveURL('/en/login');
  await enter(page, person);
  await expect(page.getByText(en('errors.auth_frozen'))).toBeVisible();

  // The way back is a new password, which the mailbox alone can set.
  await own.getByRole('link', { name: en('auth.reset_title') }).click();
  await expect(own.getByRole('button', { name: en('auth.send_link') })).toBeVisible();
  await own.getByRole('textbox', { name: en('auth.email') }).fill(person.email);
  await own.getByRole('button', { name: en('auth.send_link') }).click();
  await own.goto(await office.find(person.email, /http\S+\/restore-code\/[\w-]+/));
  const again = { ...person, password: 'four quiet harbours' };
  await passwordField(own, en('common.new_password')).fill(again.password);
  await passwordField(own, en('common.password_again')).fill(again.password);
  await own.getByRole('button', { name: en('auth.restore_submit') }).click();
  await expect(own).toHaveURL('/en/login');
  await enterCode(own, again);
  await expect(own).toHaveURL('/en/home');
  await home.close();
  await away.close();
});

test('another name and colour of the operator appear at sign-in and inside', async ({ browser }) => {
  const page = await enterByCode(browser, adam);
  await page.goto('/en/admin/settings');
  const guest = await (await visit(browser)).newPage();
  await guest.goto('/en/login');
  const fill = () => submit(guest).evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await fill();
  await expect(guest).toHaveTitle(/Atrium/);

  const change = async (on: Page, name: string, value: string) => {
    const title = en('settings.change_this', { name });
    await main(on).getByRole('button', { name: title }).click();
    const dialog = on.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox', { name }).first().fill(value);
    await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('The firm has a new one.');
    return { dialog, save: dialog.getByRole('button', { name: en('common.save') }) };
  };
  const beside = await page.context().newPage();
  await beside.goto('/en/admin/settings');
  const late = await change(beside, en('settings.brand_name'), 'Too late');
  const named = await change(page, en('settings.brand_name'), 'Polar Lantern');
  await named.save.dblclick();
  await expect(named.dialog).toBeHidden();
  await late.save.click();
  await expect(late.dialog.getByText(en('errors.settings_changed'))).toBeVisible();
  const wrong = await change(page, en('settings.brand_color'), 'greenish');
  await wrong.save.click();
  const color = wrong.dialog.getByRole('textbox', { name: en('settings.brand_color') }).first();
  await expect(color).toHaveAttribute('aria-invalid', 'true');
  await color.fill('#0a7d33');
  await wrong.save.click();
  await expect(wrong.dialog).toBeHidden();

  await guest.reload();
  await expect(guest).toHaveTitle(/Polar Lantern/);
  await expect.poll(fill).not.toBe(before);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Polar Lantern' })).toBeVisible();

  // The small print is text in the reader's language; staff have no use for it.
  const footer = await change(page, en('settings.brand_footer'), 'Capital at <b>risk</b>.');
  await footer.dialog.getByRole('combobox', { name: en('common.language') }).selectOption('de');
  await footer.dialog.getByRole('textbox', { name: en('settings.brand_footer') }).fill('Kapital in Gefahr.');
  await footer.save.click();
  await expect(footer.dialog).toBeHidden();
  await guest.reload();
  await expect(guest.getByRole('contentinfo')).toHaveText('Capital at <b>risk</b>.');
  await guest.getByRole('combobox', { name: en('common.language') }).selectOption('de');
  await expect(guest.getByRole('contentinfo')).toHaveText('Kapital in Gefahr.');
  await page.reload();
  await expect(main(page).getByText('Capital at <b>risk</b>.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  const links = en('settings.change_this', { name: en('settings.brand_links') });
  await main(page).getByRole('button', { name: links }).click();
  const dialog = page.getByRole('dialog', { name: links });
  await dialog.getByRole('button', { name: en('settings.add') }).click();
  const address = dialog.getByRole('textbox', { name: en('settings.link_address') });
  await address.fill('https://ida:secret@academy.example.com/');
  await dialog.getByRole('textbox', { name: en('settings.link_label') }).fill('Academy');
  await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('We teach.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog.getByText(en('errors.settings_link'))).toBeVisible();
  await address.fill('https://academy.example.com/');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog).toBeHidden();
  const academy = (on: Page) => on.getByRole('link', { name: 'Academy' });
  await guest.reload();
  await expect(academy(guest)).toHaveAttribute('href', 'https://academy.example.com/');
  await expect(academy(guest)).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(academy(guest)).toHaveAttribute('target', '_blank');
  await expect(academy(page)).toHaveCount(0);
  await guest.context().close();
  await page.context().close();
});

test('an email that could not be sent is shown with its reason, and goes out once the email server is back', async ({
  browser,
}) => {
  const page = await enterByCode(browser, adam);
  office.clear();
  office.shut = true;
  const home = await visit(browser);
  const { email } = await register(home);
  await home.close();
  const row = main(page).getByRole('row').filter({ hasText: '451 the office is shut' }).first();
  await expect(async () => {
    await page.goto('/en/admin/jobs');
    await expect(row).toBeVisible({ timeout: 3000 });
  }).toPass();
  // While the email server is down: the job tries again as well, and would remove it from the list.
  const again = row.getByRole('button', { name: en('jobs.try_again') });
  await again.click();
  // An attempt of the job may have begun since.
  await expect(page.getByText(en('jobs.tried')).or(page.getByText(en('errors.jobs_under_way')))).toBeVisible();
  office.shut = false;
  await expect(async () => {
    await page.goto('/en/admin/jobs');
    await expect(row.or(main(page).getByText(en('jobs.delivered', { count: 0 })))).toBeVisible();
    if (await again.isVisible()) await again.click({ timeout: 3000 });
    await expect(row).toBeHidden({ timeout: 3000 });
    // An attempt that began before may fail only now, and be listed again.
    expect(await office.find(email, /http\S+\/email\/verify\/[\w-]+/)).toContain(server?.url);
  }).toPass();
  await page.context().close();
});

test('a webhook gets an event, signed, and its log has the response', async ({ browser }) => {
  const receiver = await startReceiver();
  receiver.response = (response) => void response.writeHead(500).end('out of order');
  const page = await enterByCode(browser, adam);
  await page.goto('/en/admin/api');
  await main(page)
    .getByRole('button', { name: en('operator.new_webhook') })
    .click();
  const dialog = page.getByRole('dialog', { name: en('operator.new_webhook') });
  await dialog.getByRole('textbox', { name: en('operator.name') }).fill('CRM');
  await dialog.getByRole('textbox', { name: en('operator.url') }).fill(receiver.url);
  // The made-up applicants of the demo would fill the log.
  await dialog.getByRole('checkbox', { name: 'ipo.application_changed' }).uncheck();
  await dialog.getByRole('textbox', { name: en('profile.current_password') }).fill(adam.password);
  await dialog.getByRole('button', { name: en('operator.make_webhook') }).click();
  const dialogOfSecret = page.getByRole('dialog', { name: en('operator.webhook_secret') });
  const secret = await dialogOfSecret.getByText(/^whsec_/).innerText();
  await dialogOfSecret.getByRole('button', { name: en('operator.secret_stored') }).click();

  await main(page).getByRole('link', { name: 'CRM' }).click();
  await main(page)
    .getByRole('button', { name: en('operator.test') })
    .click();
  // Nearly all events are ticked: this journey follows its own.
  const own = () => receiver.received.filter(({ body }) => JSON.parse(body).type === testEvent);
  await expect.poll(() => own().length).toBeGreaterThan(0);
  // By its event: the job that tries again may be quicker than this test, and its state another by then.
  const line = main(page).getByRole('listitem').filter({ hasText: testEvent });
  await line.getByRole('button', { name: en('operator.details') }).click();
  // Once for each attempt: the job may have tried again since.
  await expect(line.getByText('out of order').first()).toBeVisible();
  receiver.response = (response) => void response.writeHead(200).end('taken');
  await line.getByRole('button', { name: en('operator.send_again') }).click();
  await expect(line.getByText(en('operator.delivery_delivered'), { exact: true })).toBeVisible();
  const [first, second] = own();
  expect([first, second].map((each) => each && isSigned(secret, each))).toEqual([true, true]);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await receiver.close();
  await page.context().close();
});

test('without an agent the chat leaves a ticket, without losing what was written', async ({ browser }) => {
  const context = await visit(browser);
  await register(context);
  await withoutGreeting(context);
  const page = await context.newPage();
  const question = 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.';
  await page.goto('/en/home');
  const input: string[] = [];
  page.on('request', (request) => input.push(new URL(request.url()).pathname));
  page.on('response', (response) => input.push(`answered ${new URL(response.url()).pathname}`));
  await page.getByRole('button', { name: en('shell.chat_open') }).click();
  await page.getByRole('textbox', { name: en('chats.write') }).fill(question);
  // A list that was fetched before the chat existed would lack it, as if it had become a ticket.
  await expect.poll(() => input).toContain('/api/chat/rooms');
  expect(input.indexOf('answered /api/chat/room')).toBeLessThan(input.indexOf('/api/chat/rooms'));
  await page.getByRole('button', { name: en('chats.leave_ticket') }).click();
  const dialog = page.getByRole('dialog', { name: en('tickets.open_ticket') });
  await expect(dialog.getByLabel(en('tickets.text'))).toHaveValue(question);
  await dialog.getByLabel(en('tickets.category')).selectOption('payments');
  await dialog.getByLabel(en('tickets.subject')).fill('My transfer');
  await dialog.getByRole('button', { name: en('tickets.send') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My transfer' })).toBeVisible();
  await page.getByRole('button', { name: en('shell.chat_open') }).click();
  const box = page.getByRole('region', { name: en('chats.box') });
  await expect(box.getByRole('textbox', { name: en('chats.write') })).toHaveValue('');
  await context.close();
});

test('an account is closed after its waiting days, and its owner is signed out', async () => {
  const { person, page } = leaver;
  await expect
    .poll(async () => (await send(page.context(), 'POST /api/wallets', { body: {} })).status(), { timeout: 150_000 })
    .toBe(401);
  await page.goto('/en/home');
  await expect(page).toHaveURL('/en/login');
  await enter(page, person);
  await expect(page.getByText(en('errors.auth_credentials'))).toBeVisible();
});
