import { expect, type BrowserContext } from '@playwright/test';
import { call } from '../support/api.ts';
import { findBarriers } from '../support/judge.ts';
import { setLevel } from '../support/office.ts';
import { register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

async function deposit(context: BrowserContext): Promise<void> {
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const card = { wallet_id: wallet?.id ?? '', method: 'sandbox' as const, amount: '100', card: '4242424242424242' };
  await call(context, 'POST /api/payments/deposit', { body: { ...card, request_id: crypto.randomUUID() } });
}

test('the bell rings without a reload, is read by what it leads to, and goes on when emails are not wanted', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const { email } = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, email);
  // The client is notified of the level as well: that is read before anything else happens.
  const unread = async () => (await call(context, 'GET /api/notifications/unread', {})).count;
  await expect.poll(unread).toBe(1);
  await call(context, 'POST /api/notifications/read-all', { body: {} });
  const credited = text('en', 'emails.deposit_credited_heading');
  const emails = async () =>
    (await call(context, 'GET /api/demo/mailbox', { query: { to: email } })).filter(
      ({ subject }) => subject === credited,
    ).length;
  const oneUnread = page.getByRole('button', { name: en('shell.bell_unread', { count: 1 }) });

  await page.goto('/en/home');
  await expect(page.getByRole('button', { name: en('shell.bell'), exact: true })).toBeVisible();
  await deposit(context);
  await oneUnread.click();
  await page
    .getByRole('dialog', { name: en('shell.bell') })
    .getByRole('link', { name: credited })
    .click();
  await expect(page).toHaveURL(/\/en\/payments\/[\w-]{36}$/);
  await expect(oneUnread).toBeHidden();
  await expect.poll(emails).toBe(1);

  await page.goto('/en/settings/notifications');
  const money = en('notifications.group_money');
  const emailOf = (group: string) =>
    page.getByRole('checkbox', {
      name: en('notifications.preference', { group, channel: en('notifications.channel_email') }),
      exact: true,
    });
  const [event, group] = [emailOf(credited), emailOf(money)];
  await expect(group).toBeChecked();
  await expect(event).toBeHidden();
  const opener = page.getByRole('button', { name: money, exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await event.focus();
  const stored = page.waitForResponse('**/api/notifications/preferences/kind');
  await page.keyboard.press('Space');
  expect((await stored).status()).toBe(200);
  await expect(group).toHaveJSProperty('indeterminate', true);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await opener.click();
  await expect(event).not.toBeChecked();
  await expect(group).toHaveJSProperty('indeterminate', true);
  await deposit(context);
  await expect(oneUnread).toBeVisible();
  expect(await emails()).toBe(1);
});
