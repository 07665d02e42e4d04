import { expect, type BrowserContext, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { asStaff, choose, hire } from '../support/office.ts';
import { demoPerson, register, withoutGreeting, type Person } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const log = (page: Page) => main(page).getByRole('log');
const write = (page: Page) => page.getByRole('textbox', { name: en('chats.write'), exact: true });
const action = (page: Page, key: Parameters<typeof en>[0]) => main(page).getByRole('button', { name: en(key) });

const nameOf = ({ firstName, secondName }: Person) => `${firstName} ${secondName}`;

/** A client with a chat in which they have written something. */
async function asker(context: BrowserContext, words: string) {
  const person = await register(context);
  await withoutGreeting(context);
  const { id } = await call(context, 'POST /api/chat/room', { body: {} });
  await call(context, 'POST /api/chat/rooms/:id/messages', { params: { id }, body: { message: words } });
  return { ...person, roomId: id, name: nameOf(person) };
}

test('two agents see one another, and one hands over with a note that the client never sees', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const client = await asker(context, 'Good morning, is anybody there?');
  // Their own people: other journeys may view the chat of a shared agent, too, or set that agent away.
  const [first, second] = [await hire(browser, 'support'), await hire(browser, 'support')];
  const [firstName, secondName] = [nameOf(first), nameOf(second)];
  const [one, other] = [await asStaff(browser, first), await asStaff(browser, second)];
  await one.goto(`/en/chats/${client.roomId}`);
  await expect(log(one).getByText('Good morning, is anybody there?')).toBeVisible();
  await other.goto(`/en/chats/${client.roomId}`);
  await expect(main(other).getByText(en('chats.access_log_too', { names: firstName }))).toBeVisible();
  await expect(main(one).getByText(en('chats.access_log_too', { names: secondName }))).toBeVisible();

  await write(other).pressSequentially('I am typing');
  await expect(main(one).getByText(en('chats.typing', { name: secondName }))).toBeVisible();
  await write(other).fill('');
  await write(other).press('Escape');

  await one.locator('body').press('c');
  await expect(main(one).getByText(en('chats.is_with', { name: firstName }))).toBeVisible();
  await action(one, 'chats.transfer').click();
  const dialog = one.getByRole('dialog', { name: en('chats.transfer') });
  await dialog
    .getByLabel(en('chats.transfer_to'))
    .selectOption({ label: en('chats.agent_present', { name: secondName }) });
  await dialog.getByLabel(en('chats.transfer_note')).fill('He has asked twice already.');
  await dialog.getByRole('button', { name: en('chats.transfer') }).click();
  await expect(dialog).toBeHidden();
  await expect(main(other).getByText(en('chats.is_with', { name: secondName }))).toBeVisible();
  await expect(log(other).getByText('He has asked twice already.')).toBeVisible();

  await page.goto('/en/home');
  await page.getByRole('button', { name: en('shell.chat_open') }).click();
  await expect(page.getByText(en('chats.event_transferred', { name: second.firstName }))).toBeVisible();
  await expect(page.getByText('He has asked twice already.')).toHaveCount(0);

  await other.locator('body').press('e');
  await expect(main(other).getByText(en('chats.status_resolved')).first()).toBeVisible();
  await other.locator('body').press('u');
  await expect(other).toHaveURL(/\/en\/chats$/);
  await expect(main(one).getByText(en('chats.access_log_too', { names: secondName }))).toHaveCount(0);
  await one.context().close();
  await other.context().close();
});

test('the inbox is narrowed down in its address, searched with marks, and walked through by keys', async ({
  context,
  browser,
}) => {
  test.slow();
  const client = await asker(context, 'My parcel holds a barometer and two sextants.');
  const staff = await asStaff(browser, demoPerson('amelia'));
  await staff.goto('/en/chats?search=sextan&view=all');
  const found = main(staff).getByRole('link', { name: client.name }).first();
  await expect(found).toBeVisible();
  await expect(main(staff).locator('mark').first()).toHaveText('sextants');
  await main(staff)
    .getByLabel(en('chats.sort'))
    .selectOption({ label: en('chats.sort_due') });
  await expect(staff).toHaveURL(/sort=due/);
  await staff.reload();
  await expect(main(staff).getByRole('searchbox')).toHaveValue('sextan');
  await expect(found).toBeVisible();

  await staff.keyboard.press('?');
  await expect(staff.getByRole('dialog', { name: en('keys.title') })).toBeVisible();
  await staff.getByRole('button', { name: en('common.m167_close') }).click();
  await staff.keyboard.press('/');
  await expect(main(staff).getByRole('searchbox')).toBeFocused();
  await staff.keyboard.press('j');
  await expect(main(staff).getByRole('searchbox')).toHaveValue('sextanj');
  await main(staff).getByRole('searchbox').fill('barometer');
  await expect(main(staff).locator('mark').first()).toHaveText('barometer');
  await staff.keyboard.press('Escape');
  await staff.keyboard.press('j');
  await expect(found).toBeFocused();
  await staff.keyboard.press('Enter');
  await expect(log(staff).getByText('two sextants')).toBeVisible();
  await staff.locator('body').press('n');
  await expect(main(staff).getByRole('textbox', { name: en('chats.write_note') })).toBeFocused();
  await staff.context().close();
});

test('a canned response is written in two languages, inserted by its word, and removed', async ({
  context,
  browser,
}) => {
  test.slow();
  const client = await asker(context, 'Hello?');
  const word = `w${Date.now() % 1_000_000}`;
  const staff = await asStaff(browser, demoPerson('amelia'));
  await staff.goto('/en/chats/answers');
  await action(staff, 'chats.new_answer').click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel(en('chats.shortcut')).fill(word);
  await dialog.getByLabel('English', { exact: true }).fill('Dear {client}, {customer} is fine.');
  await dialog.getByLabel('Deutsch', { exact: true }).fill('Guten Tag {client}');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog.getByText('{customer}', { exact: false }).last()).toBeVisible();
  await dialog.getByLabel('English', { exact: true }).fill('Dear {client}, all is fine. {agent}');
  await expect(dialog.getByText('all is fine. Amelia')).toBeVisible();
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(main(staff).getByText(`/${word}`)).toBeVisible();

  await staff.goto(`/en/chats/${client.roomId}`);
  await expect(log(staff).getByText('Hello?')).toBeVisible();
  await expect(main(staff).getByLabel(en('chats.canned'))).toBeVisible();
  await write(staff).fill(`/${word} `);
  await expect(write(staff)).toHaveValue(`Dear ${client.firstName}, all is fine. Amelia`);

  await staff.goto('/en/chats/answers');
  await choose(
    main(staff).getByRole('button', { name: en('lists.acts_on', { name: `/${word}` }) }),
    en('chats.remove'),
  );
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: en('chats.remove'), exact: true })
    .click();
  await expect(main(staff).getByText(`/${word}`)).toHaveCount(0);
  await staff.context().close();
});
