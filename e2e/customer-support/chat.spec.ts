import { expect, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const box = (page: Page) => page.getByRole('region', { name: en('chats.box') });
const write = (page: Page) => page.getByRole('textbox', { name: en('chats.write') });

test('a client and support talk, and neither loses a word when the network does', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/home');
  await page.getByRole('button', { name: en('shell.chat_open') }).click();
  await write(page).fill('Hello, where is my deposit?');
  await page.keyboard.press('Enter');
  await expect(box(page).getByRole('log').getByText('Hello, where is my deposit?')).toBeVisible();
  await expect(box(page).getByLabel(en('chats.state_sent'))).toBeVisible();

  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(office, demoPerson('amelia'));
  await withoutGreeting(office);
  const staff = await office.newPage();
  await staff.goto('/en/chats');
  await main(staff).getByRole('searchbox').fill(person.email);
  const found = main(staff).getByRole('link', { name: `${person.firstName} ${person.secondName}` });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(main(staff).getByRole('log').getByText('Hello, where is my deposit?')).toBeVisible();
  await expect(box(page).getByLabel(en('chats.state_read'))).toBeVisible();
  await main(staff)
    .getByRole('button', { name: en('chats.take') })
    .click();
  await write(staff).pressSequentially('I look');
  await expect(box(page).getByText(en('chats.typing', { name: 'Amelia' }))).toBeVisible();
  await write(staff).fill('I look at it now.');
  await staff.keyboard.press('Enter');
  await expect(box(page).getByText('I look at it now.')).toBeVisible();

  await context.setOffline(true);
  await write(page).fill('Thank you, I wait.');
  await page.keyboard.press('Enter');
  await expect(box(page).getByText('Thank you, I wait.')).toHaveCount(1);
  await write(staff).fill('It arrived this morning.');
  await staff.keyboard.press('Enter');
  await context.setOffline(false);
  await expect(box(page).getByText('It arrived this morning.')).toBeVisible({ timeout: 90_000 });
  await expect(main(staff).getByRole('log').getByText('Thank you, I wait.')).toHaveCount(1, { timeout: 90_000 });
  await expect(box(page).getByText('Thank you, I wait.')).toHaveCount(1);

  await main(staff)
    .getByRole('button', { name: en('chats.resolve') })
    .click();
  await expect(box(page).getByText(en('chats.rate'))).toBeVisible({ timeout: 90_000 });
  await box(page)
    .getByLabel(en('chats.grade', { grade: 5 }))
    .check({ force: true });
  await box(page)
    .getByRole('button', { name: en('tickets.send') })
    .first()
    .click();
  await expect(box(page).getByText(en('chats.rated'))).toBeVisible();
  await office.close();
});

test('the box says that an agent is there as soon as one replies, whatever the hour', async ({
  page,
  context,
  browser,
}) => {
  await register(context);
  await withoutGreeting(context);
  await page.goto('/en/home');
  await page.getByRole('button', { name: en('shell.chat_open') }).click();
  await write(page).fill('Is anybody there?');
  await page.keyboard.press('Enter');
  await expect(box(page).getByLabel(en('chats.state_sent'))).toBeVisible();
  const [room] = await call(context, 'GET /api/chat/rooms', {});

  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(office, demoPerson('amelia'));
  const params = { id: room?.id ?? '' };
  await call(office, 'POST /api/chat/rooms/:id/messages', { params, body: { message: 'Yes, I am.' } });
  await office.close();

  const isHere = en('shell.support_with', { name: 'Amelia' });
  await expect(box(page).getByText('Yes, I am.')).toBeVisible();
  await expect(box(page).getByText(isHere)).toBeVisible();
  await expect(box(page).getByRole('button', { name: en('chats.leave_ticket') })).toHaveCount(0);
});

test('unconfirmed messages are sent on when the box is closed, and when the page is reloaded', async ({
  page,
  context,
}) => {
  await register(context);
  await withoutGreeting(context);
  const room = await call(context, 'POST /api/chat/room', { body: {} });
  const arrived = async () => {
    const { data } = await call(context, 'GET /api/chat/rooms/:id/messages', { params: { id: room.id }, query: {} });
    return data.map(({ message }) => message);
  };
  const posts = '**/api/chat/rooms/*/messages';
  const cut = () =>
    page.route(posts, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  const openBox = () => page.getByRole('button', { name: en('shell.chat_open') }).click();
  const sayInVain = async (text: string) => {
    await write(page).fill(text);
    await page.keyboard.press('Enter');
    await expect(box(page).getByText(en('chats.state_unconfirmed'))).toHaveCount(1);
  };
  await page.goto('/en/home');
  await openBox();
  await cut();
  await sayInVain('Said with the box open.');
  await page.keyboard.press('Escape');
  await page.unroute(posts);
  await expect.poll(arrived).toEqual(['Said with the box open.']);

  await openBox();
  await cut();
  await sayInVain('Said before the reload.');
  await page.reload();
  await openBox();
  await expect(box(page).getByText('Said before the reload.')).toHaveCount(1);
  await expect(box(page).getByText(en('chats.state_unconfirmed'))).toHaveCount(1);
  await page.unroute(posts);
  await page.reload();
  await expect.poll(arrived).toEqual(['Said with the box open.', 'Said before the reload.']);
  await openBox();
  await expect(box(page).getByLabel(en('chats.state_sent'))).toHaveCount(2);
});

test('a draft and its file outlive the box, a refused file says why, and a button leads to what is new below', async ({
  page,
  context,
  browser,
}) => {
  await register(context);
  await withoutGreeting(context);
  const { id } = await call(context, 'POST /api/chat/room', { body: {} });
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await signIn(office, demoPerson('amelia'));
  const response = (message: string) =>
    call(office, 'POST /api/chat/rooms/:id/messages', { params: { id }, body: { message } });
  for (let n = 1; n <= 12; n += 1) await response(`Answer ${n}`);
  const openBox = () => page.getByRole('button', { name: new RegExp(en('shell.chat_open')) }).click();
  const log = box(page).getByRole('log');
  await page.goto('/en/home');
  await openBox();
  await expect(log.getByText('Answer 12')).toBeInViewport();
  await log.evaluate((list) => list.scrollTo({ top: 0 }));
  await expect(log.getByText('Answer 1', { exact: true })).toBeInViewport();
  await response('The newest');
  const below = box(page).getByRole('button', { name: en('chats.new_below', { count: 1 }) });
  await expect(below).toBeVisible();
  await below.press('Enter');
  await expect(log.getByText('The newest')).toBeInViewport();
  await expect(below).toHaveCount(0);

  await box(page)
    .getByRole('button', { name: en('chats.attach') })
    .click();
  const choose = box(page).locator('input[type=file]');
  await choose.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(box(page).getByText(en('common.upload_done'))).toBeVisible();
  await write(page).fill('This is what I see.');
  await page.keyboard.press('Escape');
  await openBox();
  await expect(write(page)).toHaveValue('This is what I see.');
  await expect(box(page).getByText(en('common.upload_done'))).toBeVisible();
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(box(page).getByText(en('errors.files_type'))).toBeVisible();
  await write(page).press('Enter');
  await expect(log.getByText('This is what I see.')).toBeVisible();
  await expect(log.getByText('screen.png')).toBeVisible();
  await expect(box(page).getByText(en('errors.files_type'))).toBeVisible();
  await office.close();
});

test('a ticket gets a reply, is resolved, and is opened again by a reply', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  const { ticket_id } = await call(context, 'POST /api/tickets/create', {
    body: {
      request_id: crypto.randomUUID(),
      category: 'payments',
      subject: 'Where is my deposit?',
      text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
    },
  });
  await page.goto(`/en/tickets/${ticket_id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Where is my deposit?' })).toBeVisible();
  await main(page)
    .getByRole('button', { name: en('tickets.settle') })
    .click();
  await expect(main(page).getByText(en('tickets.reply_reopens'))).toBeVisible();
  await write(page).fill('It is not there after all.');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('log').getByText('It is not there after all.')).toBeVisible();
  await expect(main(page).getByText(en('tickets.status_open'))).toBeVisible();
});
