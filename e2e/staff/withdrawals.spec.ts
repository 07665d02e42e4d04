import { expect, type BrowserContext, type Locator } from '@playwright/test';
import { withdrawalCodeLength } from '#contract/payments/names.ts';
import { call } from '../support/api.ts';
import { asStaff, setLevel } from '../support/office.ts';
import { demoPerson, register, someName, type Person } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const key = () => ({ request_id: crypto.randomUUID() });

/** The newest email to a person that has what one looks for, if none before had the same. */
async function newest(context: BrowserContext, to: string, seen: Set<string>, what: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const heads = await call(context, 'GET /api/demo/mailbox', { query: { to } });
        for (const { id } of heads.filter((head) => !seen.has(head.id))) {
          const { plain, links } = await call(context, 'GET /api/demo/mailbox/:id', { params: { id } });
          seen.add(id);
          found ??= what.exec([plain, ...links].join('\n'))?.[0];
        }
        return found;
      },
      { message: `an email to ${to} with ${String(what)}` },
    )
    .toBeDefined();
  return found ?? '';
}

/** Withdrawals that a client has requested and confirmed. */
async function requestWithdrawals(context: BrowserContext, { email }: Person, count: number): Promise<string[]> {
  const seen = new Set<string>();
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const wallet_id = wallet?.id ?? '';
  const { payment: deposit } = await call(context, 'POST /api/payments/deposit', {
    body: { wallet_id, method: 'sandbox', amount: '1000', card: '4242 4242 4242 4242', ...key() },
  });
  const { id: destination_id } = await call(context, 'POST /api/payments/destinations/add-card', {
    body: { deposit_id: deposit.id, ...key() },
  });
  const link = await newest(context, email, seen, /\/payments\/destination\/[\w-]+/);
  await call(context, 'POST /api/payments/destinations/confirm', { body: { token: link.split('/').at(-1) ?? '' } });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { payment } = await call(context, 'POST /api/payments/withdraw', {
      body: { wallet_id, destination_id, amount: '20', ...key() },
    });
    const code = await newest(context, email, seen, new RegExp(`(?<![\\w-])\\d{${withdrawalCodeLength}}(?!\\w)`));
    await call(context, 'POST /api/payments/confirm', { body: { payment_id: payment.id, code, ...key() } });
    ids.push(payment.id);
  }
  return ids;
}

test('finance approves 20 withdrawals in at most 8 clicks, each under its own guards', async ({ context, browser }) => {
  test.slow();
  const person = await register(context, { secondName: someName() });
  await setLevel(browser, person.email);
  const count = 20;
  const ids = await requestWithdrawals(context, person, count);
  const page = await asStaff(browser, demoPerson('ines'));
  await page.goto(`/en/admin/money?search=${encodeURIComponent(person.email)}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(count);

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const dialog = page.getByRole('dialog');
  const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
  const main = page.getByRole('main');
  await click(main.getByRole('checkbox', { name: en('payments.bulk_all') }));
  for (const name of ['bulk_assign', 'bulk_approve'] as const) {
    const act = en(`payments.${name}`, { count });
    await click(button(main, act));
    await expect(dialog.getByText(/400\.00/)).toBeVisible();
    if (name === 'bulk_approve')
      // The client cancels it after the preview, so the server refuses this one alone.
      await call(context, 'POST /api/payments/cancel', { body: { payment_id: ids[0] ?? '', ...key() } });
    await click(button(dialog, act));
    const done = name === 'bulk_approve' ? count - 1 : count;
    // Twenty calls one after another, each a decision of its own: a busy machine takes two seconds for each.
    await expect(dialog.getByText(en('payments.bulk_result', { done, all: count }))).toBeVisible({ timeout: 120_000 });
    await click(button(dialog, en('common.m167_close')));
    await expect(dialog).toBeHidden();
  }
  process.stdout.write(`${count} withdrawals: ${clicks} clicks\n`);
  expect(clicks).toBeLessThanOrEqual(8);
  await expect(rows.getByText(en('payments.state_approved'))).toHaveCount(count - 1);
  for (const payment_id of ids.slice(1)) {
    const { history, approvals } = await call(page.context(), 'POST /api/staff/payments/info', {
      body: { payment_id },
    });
    expect(approvals.map(({ action }) => action)).toEqual(['approve']);
    expect(history.filter(({ state }) => state === 'approved')).toHaveLength(1);
  }
  await page.context().close();
});

test('rows are chosen by Shift and by keys, and stay chosen after Back', async ({ context, browser }) => {
  test.slow();
  const person = await register(context, { secondName: someName() });
  await setLevel(browser, person.email);
  await requestWithdrawals(context, person, 4);
  const page = await asStaff(browser, demoPerson('ines'));
  await page.goto(`/en/admin/money?search=${encodeURIComponent(person.email)}`);
  const rows = page.locator('tr[data-row]');
  const ticks = rows.getByRole('checkbox');
  await expect(rows).toHaveCount(4);
  await ticks.nth(0).check();
  await ticks.nth(2).click({ modifiers: ['Shift'] });
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(3);
  // Keys go on from the tick.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(4);
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(ticks.nth(2)).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/money\/[0-9a-f-]{36}$/);
  await expect(rows).toHaveCount(0);
  await page.goBack();
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expect(ticks.nth(2)).not.toBeChecked();
  await page.context().close();
});
