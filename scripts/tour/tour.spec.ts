import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../../e2e/support/api.ts';
import { demoPerson, signIn, store, withoutGreeting } from '../../e2e/support/people.ts';
import { settled } from '../../e2e/support/settled.ts';
import { en, text } from '../../e2e/support/texts.ts';
import { openTerminal } from '../../e2e/support/trading-terminal.ts';
import { startStripe, standInKey, standInSecret } from '#server/demo/stand-ins/stripe/server.ts';
import { phone, take, takeTogether } from './take.ts';

/** The pictures of docs/tour.md, by their names, in its order. Each says first what it has to show. */

const main = (page: Page) => page.getByRole('main');

/** Signs a person of the demo in, past the greeting. */
async function enter(context: BrowserContext, id: string): Promise<void> {
  await signIn(context, demoPerson(id));
  await withoutGreeting(context);
}

const inTheDark = (context: BrowserContext) => store(context, stored.theme, 'dark-theme');

test('home', async ({ page, context }) => {
  await enter(context, 'james');
  await page.goto('/en/home');
  await expect(main(page).getByText(en('home.net_worth')).first()).toBeVisible();
  await take(page, 'home');
});

test('payment', async ({ page, context }) => {
  await enter(context, 'james');
  const { payments } = await call(context, 'POST /api/payments', { body: {} });
  const sent = payments.find(({ kind, state }) => kind === 'withdrawal' && state === 'sent');
  await page.goto(`/en/payments/${sent?.id}`);
  await expect(main(page).getByText(en('payments.state_sent')).first()).toBeVisible();
  await take(page, 'payment');
});

test('terminal', async ({ page, context }) => {
  await enter(context, 'james');
  await inTheDark(context);
  await openTerminal(page);
  await page.getByRole('radio', { name: /^NDX/ }).check({ force: true });
  const positions = page.getByRole('table', { name: en('terminal.tab_positions') });
  await expect(positions.getByRole('row').filter({ hasText: 'NDX' })).toBeVisible();
  await take(page, 'terminal');
});

test('allotment', async ({ page, context }) => {
  await enter(context, 'james');
  const applications = await call(context, 'POST /api/ipo/my-ipo', { body: {} });
  const { stock_id, quantity, allotted_quantity } = applications.find(({ state }) => state === 'in_lock_up') ?? {};
  await page.goto(`/en/ipo/calendar/${stock_id}/basis`);
  await expect(main(page).getByText(`${allotted_quantity} of ${quantity}`)).toBeVisible();
  await take(page, 'allotment');
});

test('portfolio', async ({ page, context }) => {
  await enter(context, 'james');
  await page.goto('/en/investor');
  await expect(main(page).getByRole('slider').first()).toBeVisible();
  await take(page, 'portfolio');
});

test('phones', async ({ browser }) => {
  const visits = [
    { id: 'layla', language: 'ar', path: 'home', shows: 'home.net_worth', dark: true },
    { id: 'james', language: 'en', path: 'payments/withdraw', shows: 'payments.withdraw_title' },
    { id: 'nora', language: 'en', path: 'settings/verification', shows: 'verification.levels_title' },
  ] as const;
  const pages: Page[] = [];
  for (const { id, language, path, shows, ...visit } of visits) {
    const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 1.5 });
    await enter(context, id);
    await store(context, stored.locale, language);
    if ('dark' in visit) await inTheDark(context);
    const page = await context.newPage();
    await page.goto(`/${language}/${path}`);
    await expect(main(page).getByText(text(language, shows)).first()).toBeVisible();
    pages.push(page);
  }
  await takeTogether(pages, 'phones');
  for (const page of pages) await page.context().close();
});

test('withdrawals', async ({ page, context }) => {
  await enter(context, 'ines');
  await page.goto('/en/admin/money');
  const rows = page.locator('tr[data-row]');
  await expect(rows.filter({ hasText: 'James Okafor' })).toBeVisible();
  await main(page)
    .getByRole('checkbox', { name: en('payments.bulk_all') })
    .check();
  await expect(rows.getByRole('checkbox', { checked: true }).first()).toBeVisible();
  await take(page, 'withdrawals');
});

test('verification', async ({ page, context }) => {
  await enter(context, 'viktor');
  const { rows } = await call(context, 'POST /api/staff/verification', { body: { search: 'tomas' } });
  await page.goto(`/en/admin/verification/${rows[0]?.client_id}`);
  await main(page)
    .getByRole('button', { name: en('verification.action_take') })
    .click();
  await main(page)
    .getByRole('button', { name: en('verification.open_pages', { count: 1 }) })
    .first()
    .click();
  await expect(main(page).getByRole('img', { name: en('verification.page', { number: 1 }) })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, 'verification');
});

test('dashboard', async ({ page, context }) => {
  await enter(context, 'ines');
  await page.goto('/en/admin?span=days_90&figure=volume');
  await expect(page.getByRole('slider')).toHaveAttribute('max', '89');
  await take(page, 'dashboard');
});

test('command bar', async ({ page, context }) => {
  await enter(context, 'ines');
  await page.goto('/en/admin/money');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: en('shell.palette') }).fill('layla');
  await expect(page.getByRole('listbox').getByText('layla.haddad@example.com')).toBeVisible();
  await take(page, 'command-bar');
});

test('connection', async ({ page, context }) => {
  const stripe = await startStripe();
  const { password } = demoPerson('adam');
  await enter(context, 'adam');
  const { connection_id } = await call(context, 'POST /api/staff/connections/create', {
    body: {
      adapter: 'stripe',
      name: 'Cards, Europe',
      fields: { only_cards: 'true', stand_in: stripe.url, api_key: standInKey, webhook_secret: standInSecret },
      in_own_network: true,
      countries: [],
      currencies: ['EUR', 'GBP'],
      tiers: [],
      order: 1,
      current_password: password,
    },
  });
  await page.goto('/en/admin/connections');
  await main(page)
    .getByRole('button', { name: en('connections.test') })
    .click();
  await expect(main(page).getByText(en('connections.test_passed'))).toBeVisible();
  await take(page, 'connection');
  await call(context, 'POST /api/staff/connections/remove', { body: { connection_id } });
  await stripe.close();
});

test('chat', async ({ page, context }) => {
  await enter(context, 'amelia');
  const { rooms } = await call(context, 'POST /api/staff/support/inbox', {
    body: { view: 'all', search: demoPerson('sofia').email },
  });
  await page.goto(`/en/chats/${rooms[0]?.id}`);
  await expect(page.getByRole('log')).toBeVisible();
  await take(page, 'chat');
});
