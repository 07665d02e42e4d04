import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { call, send } from '../support/api.ts';
import { findBarriers, findOverflow } from '../support/judge.ts';
import { elsewhere, setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from '../support/people.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../support/server-process.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/** A published document concerns all people of an installation, hence one of its own. */
test.describe.configure({ timeout: 120_000 });

let server: ServerProcess | undefined;
let data: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  data = await dataFolder();
  server = await startServer(data, await freePort(), { DEMO: '1' });
});

test.afterAll(async () => {
  await server?.stop();
  await rm(dirname(data), { recursive: true, force: true });
});

const main = (page: Page) => page.getByRole('main');

/** A browser in which a staff member is signed in. */
async function as(browser: Browser, person: Person): Promise<Page> {
  const context = await elsewhere(browser, server?.url ?? '');
  await signIn(context, person);
  await withoutGreeting(context);
  return context.newPage();
}

const change = 'We now say how quickly we answer.';

/** Writes the next client agreement in English, and publishes it. */
async function publish(staff: Page): Promise<void> {
  await staff.goto('/en/admin/legal');
  await main(staff)
    .getByRole('button', { name: en('legal.create_draft') })
    .first()
    .click();
  await expect(staff.getByLabel(en('articles.title_field'))).toHaveValue('Terms');
  await staff.getByLabel(en('articles.title_field')).fill('Client agreement of the harbour');
  await staff.getByLabel(en('legal.what_changes')).fill(change);
  await staff.getByRole('textbox', { name: en('articles.body') }).press('ControlOrMeta+End');
  await staff.keyboard.type(' We answer within a day.');
  await expect(staff.getByText(en('articles.save_state_stored'), { exact: true })).toBeVisible();
  await main(staff)
    .getByRole('button', { name: en('articles.publish') })
    .click();
  const dialog = staff.getByRole('dialog', { name: en('articles.publish') });
  await dialog.getByLabel(en('profile.current_password')).fill(demoPerson('viktor').password);
  await dialog.getByRole('button', { name: en('articles.publish') }).click();
  await expect(staff.getByText(en('legal.was_published'))).toBeVisible();
  await expect(main(staff).getByText(en('legal.state_in_force')).first()).toBeVisible();
}

test('a new version is published, asked for, and holds deposits up until it is accepted; both versions are there to be read', async ({
  browser,
}) => {
  test.slow();
  const context = await elsewhere(browser, server?.url ?? '');
  const person = await register(context);
  await withoutGreeting(context);
  const staff = await as(browser, demoPerson('viktor'));
  await setLevel(browser, person.email, server?.url);
  const page = await context.newPage();
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');

  await publish(staff);

  // The page was open before: the server refuses, and the page asks.
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  const confirming = page.getByRole('dialog', { name: en('legal.due_title') });
  await expect(confirming.getByText(change)).toBeVisible();
  await expect(confirming.getByText('We answer within a day.')).toBeVisible();

  expect([await findBarriers(page), await findOverflow(page)]).toEqual([[], []]);

  // The client may browse first, and is reminded.
  await confirming.getByRole('button', { name: en('common.m167_close') }).click();
  await page.goto('/en/wallet/list');
  await confirming.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(main(page).getByText(en('legal.due_notice'))).toBeVisible();
  const wallets = await call(context, 'POST /api/wallets', { body: {} });
  const input = { wallet_id: wallets[0]?.id ?? '', method: 'bank_transfer' as const, amount: '300' };
  const refused = await send(context, 'POST /api/payments/deposit', { body: input });
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([409, 'legal.unaccepted']);

  await main(page)
    .getByRole('button', { name: en('legal.due_read') })
    .click();
  await confirming.getByRole('button', { name: en('legal.due_accept'), exact: true }).click();
  await expect(page.getByText(en('legal.accepted'))).toBeVisible();
  await expect(confirming).toBeHidden();
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.reference_matters'))).toBeVisible();

  // Staff see it.
  const { clients } = await call(staff.context(), 'POST /api/staff/clients', { body: { search: person.email } });
  await staff.goto(`/en/admin/clients/${clients[0]?.id}`);
  await expect(main(staff).getByRole('table', { name: en('legal.consents_title') })).toContainText(
    en('legal.version', { number: 2 }),
  );

  // The same without a session.
  const guest = await (await elsewhere(browser, server?.url ?? '')).newPage();
  await guest.goto('/en/legal');
  await expect(main(guest).getByText('We answer within a day.')).toBeVisible();
  await guest.getByRole('banner').getByRole('combobox').selectOption('de');
  await expect(main(guest).getByText(/nicht in Ihrer Sprache/)).toBeVisible();
  await main(guest).getByRole('combobox').selectOption({ index: 1 });
  await expect(main(guest).getByRole('heading', { name: 'Ihr Vertrag' })).toBeVisible();
});
