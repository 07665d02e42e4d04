import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';
import { watchPolicy } from '../support/page-problems.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Several people, tabs and a wait for what must not happen.
test.slow();

const main = (page: Page) => page.getByRole('main');
const question = 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.';

async function openTicket(context: BrowserContext, subject: string, category: 'payments' | 'trading' = 'payments') {
  const body = { request_id: crypto.randomUUID(), category, subject, text: question };
  return call(context, 'POST /api/tickets/create', { body });
}

async function officeOf(browser: Browser): Promise<BrowserContext> {
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(office, demoPerson('amelia'));
  return office;
}

const send = (as: BrowserContext, id: string, message: string) =>
  call(as, 'POST /api/chat/rooms/:id/messages', { params: { id }, body: { message } });

test('a client asks about an account from its row, with a picture, and support sees what it is about', async ({
  page,
  context,
  browser,
}) => {
  const breaches = await watchPolicy(context);
  await register(context);
  await withoutGreeting(context);
  const [account = ''] = await openAccounts(context, 'USD');
  await page.goto(`/en/trading-account/${account}`);
  await main(page)
    .getByRole('button', { name: en('common.ask') })
    .click();
  const dialog = page.getByRole('dialog', { name: en('tickets.open_ticket') });
  await expect(dialog.getByText(en('tickets.about', { label: account }))).toBeVisible();
  await expect(dialog.getByLabel(en('tickets.category'))).toHaveValue('trading');
  await dialog.getByLabel(en('tickets.subject')).fill('My margin');
  await dialog.getByLabel(en('tickets.text')).fill('Too short.');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    { name: 'screen.png', mimeType: 'image/png', buffer: await page.screenshot() },
  ]);
  await expect(dialog.getByText(en('errors.files_type'))).toBeVisible();
  await expect(dialog.getByText(en('common.upload_done'))).toBeVisible();
  await dialog.getByRole('button', { name: en('common.upload_remove', { name: 'notes.txt' }) }).click();
  await dialog.getByRole('button', { name: en('tickets.send') }).click();
  await expect(dialog.getByLabel(en('tickets.text'))).toBeFocused();
  await dialog.getByLabel(en('tickets.text')).fill(question);
  await dialog.getByRole('button', { name: en('tickets.send') }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'My margin' })).toBeVisible();
  await expect(
    main(page).getByRole('link', { name: en('tickets.link_trading_account', { label: account }) }),
  ).toHaveAttribute('href', `/en/trading-account/${account}`);
  await expect(main(page).getByRole('log').getByText('screen.png')).toBeVisible();
  const room_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const office = await officeOf(browser);
  const info = await call(office, 'POST /api/staff/support/room', { body: { room_id } });
  expect(info.link).toMatchObject({ type: 'trading_account', id: account });
  await office.close();
  expect(breaches).toEqual([]);
});

test('tickets are filtered by the server, and the address has the filter', async ({ page, context, browser }) => {
  await register(context);
  await withoutGreeting(context);
  await openTicket(context, 'About margin', 'trading');
  await page.goto('/en/tickets');
  await expect(main(page).getByRole('link', { name: 'About margin' })).toBeVisible();
  // One is seen at once.
  await expect(main(page).getByRole('searchbox')).toBeHidden();
  const office = await officeOf(browser);
  const [ticket] = await call(context, 'POST /api/tickets/get-all-tickets', { body: {} });
  await send(office, ticket?.ticket_id ?? '', 'Your margin is what your open positions need.');
  await expect(main(page).getByText(en('tickets.to_read', { count: 1 }))).toBeVisible();
  await office.close();
  for (let n = 1; n <= 26; n += 1) await openTicket(context, `Question ${n}`);
  await page.goto('/en/tickets');
  const rows = main(page).getByRole('row');
  await expect(rows).toHaveCount(1 + 25);
  await main(page)
    .getByRole('button', { name: en('common.load_more') })
    .click();
  await expect(rows).toHaveCount(1 + 27);
  await main(page).getByLabel(en('tickets.category')).selectOption('trading');
  await expect(rows).toHaveCount(1 + 1);
  await page.reload();
  await expect(main(page).getByRole('link', { name: 'About margin' })).toBeVisible();
  await expect(rows).toHaveCount(1 + 1);
  await main(page).getByRole('searchbox').fill('nothing of it');
  await expect(main(page).getByText(en('common.no_match'))).toBeVisible();
  expect(new URL(page.url()).searchParams.get('search')).toBe('nothing of it');
});

test('the title counts what is unread, and a sound is made only where it was turned on', async ({
  page,
  context,
  browser,
}) => {
  await context.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function received(...when) {
      document.documentElement.dataset['notes'] = String(Number(document.documentElement.dataset['notes'] ?? 0) + 1);
      start.apply(this, when);
    };
  });
  const breaches = await watchPolicy(context);
  await register(context);
  await withoutGreeting(context);
  const room = await call(context, 'POST /api/chat/room', { body: {} });
  await send(context, room.id, 'Hello');
  const beside = await context.newPage();
  for (const each of [beside, page]) {
    await each.goto('/en/home');
    await settled(each);
  }
  const office = await officeOf(browser);
  const notes = (tab: Page) => tab.evaluate(() => Number(document.documentElement.dataset['notes'] ?? 0));
  const received = async () => (await notes(page)) + (await notes(beside));

  await send(office, room.id, 'How can I help?');
  for (const each of [page, beside]) await expect(each).toHaveTitle(/^\(1\) /);
  const launcher = page.getByRole('button', { name: en('shell.chat_unread', { count: 1 }) });
  await expect(launcher).toBeVisible();
  await page.waitForTimeout(1500);
  expect(await received()).toBe(0);

  await launcher.click();
  for (const each of [page, beside]) await expect(each).not.toHaveTitle(/^\(/);
  const sound = page.getByRole('button', { name: en('chats.sound') });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: en('shell.chat_open') })).toBeFocused();
  await expect.poll(received).toBe(2);
  await send(office, room.id, 'It has arrived.');
  await expect.poll(received).toBe(4);
  // One tab has announced it for both.
  await page.waitForTimeout(2500);
  expect(await received()).toBe(4);
  await office.close();
  expect(breaches).toEqual([]);
});

test('a long conversation is read upwards, and the reader keeps their position', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  const { ticket_id } = await openTicket(context, 'A long story');
  for (let n = 1; n <= 58; n += 1) await send(context, ticket_id, `Chapter ${n}.`);
  await page.goto(`/en/tickets/${ticket_id}`);
  const log = main(page).getByRole('log');
  await expect(log.getByText('Chapter 58.')).toBeInViewport();
  const more = log.getByRole('button', { name: en('chats.earlier') });
  await more.scrollIntoViewIfNeeded();
  const first = log.getByText('Chapter 9.', { exact: true });
  const before = await first.boundingBox();
  await more.click();
  await expect(log.getByText('Chapter 1.', { exact: true })).toBeAttached();
  await expect(more).toHaveCount(0);
  // The button above is gone with its line.
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(80);
});

test('prices of the tape arrive by themselves, and are polled where the line is down', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  let input = 0;
  page.on('request', (request) => {
    // Alone, or as one of several reads.
    if (`${request.url()} ${request.postData() ?? ''}`.includes('/api/market/ticker')) input += 1;
  });
  const text = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('market-ticker') }),
    );
  await page.goto('/en/home');
  await text;
  const bitcoin = page
    .getByRole('region', { name: en('shell.market') })
    .getByRole('listitem')
    .filter({ hasText: 'Bitcoin' });
  const before = await bitcoin.innerText();
  await expect.poll(() => bitcoin.innerText()).not.toBe(before);
  // Until the line stood, they were polled.
  const polled = input;
  await page.waitForTimeout(8000);
  expect(input).toBeLessThanOrEqual(polled + 1);

  await page.routeWebSocket(/\/app\//, (socket) => socket.close({ code: 1011 }));
  input = 0;
  await page.reload();
  await expect.poll(() => input).toBeGreaterThanOrEqual(3);
});
