import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '../support/api.ts';
import { typeDate } from '../support/dates.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../support/server-process.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

// The clock of this broker is moved by days, so no other test uses it.
test.describe.configure({ timeout: 600_000 });

const hourMs = 3_600_000;
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer(await dataFolder(), await freePort(), { DEMO: '1' });
});
test.afterAll(() => server.stop());

async function visitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 1000 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  });
}

async function staff(browser: Browser, name: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await visitor(browser);
  await signIn(context, demoPerson(name));
  await withoutGreeting(context);
  return { context, page: await context.newPage() };
}

/** A client verified by compliance, with money and an understanding of the risk. */
async function investor(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await visitor(browser);
  const person = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, person.email, server.url);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  await call(context, 'POST /api/payments/deposit', {
    body: {
      wallet_id: wallet?.id ?? '',
      method: 'sandbox',
      amount: '5000',
      card: '4242424242424242',
      request_id: crypto.randomUUID(),
    },
  });
  await call(context, 'POST /api/ipo/suitability', {
    body: {
      experience: 'years',
      allotment_is_uncertain: 'true',
      lock_up_means: 'cannot_sell',
      worst_case: 'lose_all',
      share_of_savings: 'below_tenth',
    },
  });
  return { context, page: await context.newPage() };
}

/** Opens a part of an offering on the staff screens. */
const part = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: en('offerings.parts') })
    .getByRole('link', { name })
    .click();

/** As a field for date and time has it. */
const local = (at: number) => new Date(at).toISOString().slice(0, 16);

test('a whole IPO, from announcement to sale, as staff and a client see it', async ({ browser }) => {
  const adam = await staff(browser, 'adam');
  const ines = await staff(browser, 'ines');
  const erik = await staff(browser, 'erik');
  const ida = await investor(browser);
  const clock = () => call(adam.context, 'GET /api/demo/clock', {});
  const asStaff = ines.page;

  // Staff write a draft and announce it.
  const now = Date.parse((await clock()).now);
  await asStaff.goto('/en/admin/ipo/new');
  const fields = {
    issuer: 'Polar Lantern ASA',
    ticker: 'PLAR',
    exchange: 'Oslo Børs',
    price_low: '18',
    price_high: '20',
    shares_offered: '1000000',
    shares_outstanding: '5000000',
    quota: '2000',
    lot_size: '10',
    min_quantity: '10',
    max_quantity: '500',
    lock_up_days: '1',
  };
  for (const [name, value] of Object.entries(fields)) await main(asStaff).locator(`[name="${name}"]`).fill(value);
  const typeTime = (label: string, hours: number) => typeDate(main(asStaff), label, local(now + hours * hourMs));
  await typeTime(en('offerings.field_opens_at'), 0.5);
  await typeTime(en('offerings.field_closes_at'), 3);
  await typeTime(en('offerings.field_listed_at'), 24);
  await main(asStaff).getByLabel(en('offerings.field_sector')).selectOption(en('common.sector_energy'));
  await button(asStaff, en('common.save')).click();
  await expect(asStaff.getByRole('heading', { level: 1, name: 'Polar Lantern ASA' })).toBeVisible();
  const stockId = asStaff.url().split('/').at(-1) ?? '';

  await expect(main(asStaff).getByText(en('offerings.blocked_by_no_text'))).toBeVisible();
  await expect(button(asStaff, en('offerings.action_publish'))).toBeHidden();
  await part(asStaff, en('offerings.part_terms'));
  await main(asStaff)
    .getByRole('button', { name: /^English/ })
    .click();
  const dialog = asStaff.getByRole('dialog');
  await dialog.getByLabel(en('ipo.about')).fill('Lanterns for long nights.');
  await dialog.getByLabel(en('ipo.risks')).fill('The nights may become shorter.');
  await button(asStaff, en('common.save')).click();
  await expect(dialog).toBeHidden();
  const action = async (page: Page, name: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await main(page).getByRole('button', { name, exact: true }).click();
    const form = page.getByRole('dialog');
    await fill(form);
    await form.getByRole('button', { name, exact: true }).click();
    await expect(form).toBeHidden();
  };
  await part(asStaff, en('offerings.part_overview'));
  await action(asStaff, en('offerings.action_set_prospectus'), (form) =>
    form.getByLabel(en('offerings.field_url')).fill('https://example.com/polar-lantern.pdf'),
  );
  await action(asStaff, en('offerings.action_publish'), async (form) => {
    await expect(form.getByText(en('offerings.touches', { count: 0 }))).toBeVisible();
  });
  await expect(main(asStaff).getByText(en('offerings.approver_needed'))).toBeVisible();
  await erik.page.goto(`/en/admin/ipo/${stockId}`);
  await button(erik.page, en('offerings.approve')).click();
  await expect(main(erik.page).getByText(en('ipo.state_announced')).first()).toBeVisible();

  // The client sees it, and applies once it is open.
  await ida.page.goto(`/en/ipo/calendar/${stockId}`);
  await expect(main(ida.page).getByText(en('ipo.state_announced')).first()).toBeVisible();
  const mover = adam.page;
  await mover.goto('/en/home');
  const move = async (by: 'clock_hour' | 'clock_day', until: () => Promise<boolean>) => {
    for (let tries = 0; tries < 12 && !(await until()); tries += 1) {
      await button(mover, en(`shell.${by}`)).click();
      await expect(button(mover, en(`shell.${by}`))).toBeEnabled();
      await expect
        .poll(until, { timeout: 5000 })
        .toBe(true)
        .catch(() => undefined);
    }
  };
  const offering = async (): Promise<ResponseOf<'POST /api/staff/ipo/offering'>> =>
    call(ines.context, 'POST /api/staff/ipo/offering', { body: { stock_id: stockId } });
  const isIn =
    (...states: string[]) =>
    async () =>
      states.includes((await offering()).state);
  await move('clock_hour', isIn('open'));
  await ida.page.goto(`/en/ipo/calendar/${stockId}`);
  await expect(main(ida.page).getByRole('checkbox')).toHaveCount(3);
  for (const box of await main(ida.page).getByRole('checkbox').all()) await box.check();
  await main(ida.page)
    .getByRole('textbox', { name: en('ipo.number_of_shares') })
    .fill('100');
  await button(ida.page, en('ipo.apply')).click();
  await expect(main(ida.page).getByRole('status').filter({ hasText: /A-\d+/ })).toBeVisible();
  // The made-up applicants of the demo join in.
  await expect.poll(async () => (await offering()).book.applicants, { timeout: 120_000 }).toBeGreaterThan(150);

  // It closes by itself; price and allotment take two people.
  await move('clock_hour', isIn('closed'));
  await asStaff.goto(`/en/admin/ipo/${stockId}`);
  await action(asStaff, en('offerings.action_propose_price'), async (form) => {
    await form.getByLabel(en('offerings.field_price', { currency: 'USD' })).fill('19.50');
    // The button below moves when this arrives, perhaps amid the press.
    await expect(form.getByText(/^\d+ clients affected$/)).toBeVisible();
  });
  await expect(main(asStaff).getByText(en('offerings.approver_needed'))).toBeVisible();
  await expect(button(asStaff, en('offerings.approve'))).toBeHidden();
  await erik.page.goto(`/en/admin/ipo/${stockId}`);
  await button(erik.page, en('offerings.approve')).click();
  await expect.poll(isIn('priced', 'allotting')).toBe(true);

  await asStaff.goto(`/en/admin/ipo/${stockId}`);
  await main(asStaff)
    .getByRole('button', { name: en('offerings.action_propose_allotment'), exact: true })
    .click();
  await expect(dialog.getByRole('row').filter({ hasText: en('ipo.method_tier_weighted') })).toBeVisible();
  await dialog.getByRole('button', { name: en('offerings.action_propose_allotment'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await erik.page.goto(`/en/admin/ipo/${stockId}`);
  await button(erik.page, en('offerings.approve')).click();
  await expect.poll(async () => (await offering()).settled_at !== null, { timeout: 120_000 }).toBe(true);

  // The client reads what they got and why.
  const [application] = await call(ida.context, 'POST /api/ipo/my-ipo', { body: {} });
  expect(application?.state).toBe('settled');
  const allotted = application?.allotted_quantity ?? 0;
  expect(allotted).toBeGreaterThan(0);
  await ida.page.goto(`/en/ipo/calendar/${stockId}/basis`);
  await expect(
    main(ida.page)
      .getByText(application?.number ?? 'none')
      .first(),
  ).toBeVisible();

  // Each part of the offering is reached at once.
  await part(asStaff, en('offerings.applications'));
  await expect(main(asStaff).getByRole('row')).toHaveCount(21);
  await button(asStaff, en('common.load_more')).click();
  await expect(main(asStaff).getByRole('row')).toHaveCount(41);
  await part(asStaff, en('offerings.proposals'));
  await expect(main(asStaff).getByRole('cell', { name: /^Erik Lindqvist/ })).toHaveCount(3);
  await part(asStaff, en('offerings.part_history'));
  await expect(
    main(asStaff)
      .getByRole('row')
      .filter({ hasText: en('audit.action_ipo_staff_publish') })
      .first(),
  ).toBeVisible();

  // Listed and quoted by two people, locked for a day, sold.
  await move('clock_day', async () => Date.parse((await clock()).now) > now + 24 * hourMs);
  await asStaff.goto(`/en/admin/ipo/${stockId}`);
  await action(asStaff, en('offerings.action_propose_listing'), async (form) => {
    await form.getByLabel(en('offerings.field_first_price', { currency: 'USD' })).fill('23');
  });
  await expect(main(asStaff).getByText(en('offerings.approver_needed'))).toBeVisible();
  await erik.page.goto(`/en/admin/ipo/${stockId}`);
  await expect(main(erik.page).getByText(/^Last price \$19\.50, new price \$23\.00 \(\+17\.95%\)$/)).toBeVisible();
  await button(erik.page, en('offerings.approve')).click();
  await expect.poll(isIn('listed')).toBe(true);
  await asStaff.goto(`/en/admin/ipo/${stockId}`);
  await action(asStaff, en('offerings.action_propose_quote'), async (form) => {
    await form.getByLabel(en('offerings.field_price', { currency: 'USD' })).fill('24');
    await expect(form.getByText(/^Last price \$23\.00, new price \$24\.00 \(\+4\.35%\)$/)).toBeVisible();
  });
  expect((await offering()).price?.price).toBe('23.00');
  await erik.page.goto(`/en/admin/ipo/${stockId}`);
  await expect(main(erik.page).getByText(/^Last price \$23\.00, new price \$24\.00 \(\+4\.35%\)$/)).toBeVisible();
  await button(erik.page, en('offerings.approve')).click();
  await expect.poll(async () => (await offering()).price?.price).toBe('24.00');
  await asStaff.goto(`/en/admin/ipo/${stockId}`);
  await expect(main(asStaff).getByText(en('offerings.blocked_by_lock_up'))).toBeVisible();
  await ida.page.goto('/en/ipo/my-ipo');
  await expect(main(ida.page).getByText(en('ipo.application_in_lock_up')).first()).toBeVisible();
  const isFree = async () =>
    (await call(ida.context, 'POST /api/ipo/holdings', { body: {} })).some(({ free_quantity }) => free_quantity > 0);
  await move('clock_day', isFree);
  const wallet = async () => Number((await call(ida.context, 'POST /api/wallets', { body: {} }))[0]?.available);
  const before = await wallet();
  await expect
    .poll(async () => (await call(ida.context, 'POST /api/ipo/holdings', { body: {} }))[0]?.price !== null, {
      timeout: 30_000,
    })
    .toBe(true);
  await ida.page.goto('/en/ipo/my-ipo');
  await button(ida.page, en('ipo.sell_of', { issuer: 'Polar Lantern ASA' })).click();
  const sell = ida.page.getByRole('dialog').getByRole('button', { name: en('ipo.sell'), exact: true });
  // A price that has moved down since is refused and shown again: to sell, the client presses again.
  await expect(async () => {
    if (await sell.isEnabled({ timeout: 500 }).catch(() => false)) await sell.click();
    await expect.poll(wallet, { timeout: 3000 }).toBeGreaterThan(before);
  }).toPass({ timeout: 30_000 });
  const { lines } = await call(ida.context, 'POST /api/ipo/history', { body: {} });
  expect(lines.map(({ kind }) => kind)).toEqual(['sale', 'allotment', 'application']);
});
