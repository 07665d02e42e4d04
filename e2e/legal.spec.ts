import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { call, send } from './support/api.ts';
import { findBarriers, findOverflow } from './support/judge.ts';
import { elsewhere, setLevel } from './support/office.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from './support/people.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from './support/server-process.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

/** What a house publishes concerns everybody in it, hence a house of its own. */
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

/** A browser in which somebody of the house is signed in. */
async function as(browser: Browser, person: Person): Promise<Page> {
  const context = await elsewhere(browser, server?.url ?? '');
  await signIn(context, person);
  await withoutGreeting(context);
  return context.newPage();
}

const change = 'We now say how quickly we answer.';

/** Writes the next client agreement in English, and publishes it. */
async function publish(desk: Page): Promise<void> {
  await desk.goto('/en/admin/legal');
  await main(desk)
    .getByRole('button', { name: en('legal.begin') })
    .first()
    .click();
  await expect(desk.getByLabel(en('articles.title_field'))).toHaveValue('Terms');
  await desk.getByLabel(en('articles.title_field')).fill('Client agreement of the harbour');
  await desk.getByLabel(en('legal.what_changes')).fill(change);
  await desk.getByRole('textbox', { name: en('articles.body') }).press('ControlOrMeta+End');
  await desk.keyboard.type(' We answer within a day.');
  await expect(desk.getByText(en('articles.keeping_kept'))).toBeVisible();
  await main(desk)
    .getByRole('button', { name: en('articles.publish') })
    .click();
  const dialog = desk.getByRole('dialog', { name: en('articles.publish') });
  await dialog.getByLabel(en('settings.current_password')).fill(demoPerson('viktor').password);
  await dialog.getByRole('button', { name: en('articles.publish') }).click();
  await expect(desk.getByText(en('legal.was_published'))).toBeVisible();
  await expect(main(desk).getByText(en('legal.state_in_force'))).toBeVisible();
}

test('a new version is published, asked for, and holds deposits up until it is accepted; both versions are there to be read', async ({
  browser,
}) => {
  test.slow();
  const context = await elsewhere(browser, server?.url ?? '');
  const person = await register(context);
  await withoutGreeting(context);
  const desk = await as(browser, demoPerson('viktor'));
  await setLevel(browser, person.email, server?.url);
  const page = await context.newPage();
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');

  await publish(desk);

  // The page was open before: the server refuses, and the page asks.
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  const asking = page.getByRole('dialog', { name: en('legal.due_title') });
  await expect(asking.getByText(change)).toBeVisible();
  await expect(asking.getByText('We answer within a day.')).toBeVisible();

  expect([await findBarriers(page), await findOverflow(page)]).toEqual([[], []]);

  // He may look around first, and is not let go of.
  await asking.getByRole('button', { name: en('common.m167_close') }).click();
  await page.goto('/en/wallet/list');
  await asking.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(main(page).getByText(en('legal.due_notice'))).toBeVisible();
  const wallets = await call(context, 'POST /api/wallets', { body: {} });
  const wish = { wallet_id: wallets[0]?.id ?? '', method: 'bank_transfer' as const, amount: '300' };
  const refused = await send(context, 'POST /api/payments/deposit', { body: wish });
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([409, 'legal.unaccepted']);

  await main(page)
    .getByRole('button', { name: en('legal.due_read') })
    .click();
  await asking.getByRole('button', { name: en('legal.due_accept'), exact: true }).click();
  await expect(page.getByText(en('legal.accepted'))).toBeVisible();
  await expect(asking).toBeHidden();
  await page.goto('/en/payments/deposit');
  await page.getByRole('textbox', { name: en('payments.amount_in', { currency: 'USD' }) }).fill('300');
  await page.getByRole('button', { name: en('payments.deposit_submit') }).click();
  await expect(main(page).getByText(en('payments.reference_matters'))).toBeVisible();

  // Staff see it.
  const { clients } = await call(desk.context(), 'POST /api/staff/clients', { body: { search: person.email } });
  await desk.goto(`/en/admin/clients/${clients[0]?.id}`);
  await expect(main(desk).getByRole('table', { name: en('legal.consents_title') })).toContainText(
    en('legal.version', { number: 2 }),
  );

  // So it is for whoever is not signed in.
  const guest = await (await elsewhere(browser, server?.url ?? '')).newPage();
  await guest.goto('/en/legal');
  await expect(main(guest).getByText('We answer within a day.')).toBeVisible();
  await guest.getByRole('banner').getByRole('combobox').selectOption('de');
  await expect(main(guest).getByText(/nicht in Ihrer Sprache/)).toBeVisible();
  await main(guest).getByRole('combobox').selectOption({ index: 1 });
  await expect(main(guest).getByRole('heading', { name: 'Ihr Vertrag' })).toBeVisible();
});
