import { expect, type Browser, type Page } from '@playwright/test';
import {
  adyenStandInKey,
  standInBalanceAccount,
  standInHmacKey,
  startAdyenTransfers,
} from '#test/external-services/stand-ins.ts';
import { call } from '../support/api.ts';
import { filledActs } from '../support/filled-acts.ts';
import { asStaff, elsewhere, setLevel } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, register, signIn, someName } from '../support/people.ts';
import { en } from '../support/texts.ts';
import { requestWithdrawal } from '../support/withdrawal.ts';

const [adam, ines] = [demoPerson('adam'), demoPerson('ines')];

/**
 * Connects the stand-in, by which the whole installation pays out: an administrator enters and tests it, and finance approves it.
 * @returns the address that it sends its events to, and how far the clock of the installation is ahead
 */
async function connect(browser: Browser, stand_in: string): Promise<{ hook: string; aheadMs: number }> {
  const [office, second] = [await elsewhere(browser), await elsewhere(browser)];
  await signIn(office, adam);
  await signIn(second, ines);
  const proof = { current_password: adam.password };
  const { connection_id } = await call(office, 'POST /api/staff/connections/create', {
    body: {
      adapter: 'adyen_transfers',
      name: 'Payouts',
      fields: {
        balance_account: standInBalanceAccount,
        environment: 'test',
        stand_in,
        api_key: adyenStandInKey,
        hmac_key: standInHmacKey,
      },
      in_own_network: true,
      countries: [],
      currencies: [],
      tiers: [],
      order: 1,
      ...proof,
    },
  });
  await call(office, 'POST /api/staff/connections/test', { body: { connection_id } });
  await call(office, 'POST /api/staff/connections/use', {
    body: { connection_id, overlap_hours: 0, reason: 'Begins today.', ...proof },
  });
  const { approval_requests: waiting } = await call(second, 'POST /api/staff/approvals', { body: {} });
  const approval_request_id = waiting.find(({ kind }) => kind === 'connection')?.id ?? '';
  await call(second, 'POST /api/staff/approvals/approve', {
    body: { approval_request_id, current_password: ines.password },
  });
  const { connections } = await call(office, 'POST /api/staff/connections', { body: {} });
  const { now } = await call(office, 'GET /api/demo/clock', {});
  await office.close();
  await second.close();
  const hook = connections.find(({ id }) => id === connection_id)?.hook_url ?? '';
  return { hook, aheadMs: Date.parse(now) - Date.now() };
}

/** Two clients withdraw, finance approves, and sends both in one act of the list. */
async function sendTogether(browser: Browser, page: Page): Promise<void> {
  const secondName = someName();
  for (const _ of ['one', 'other']) {
    const context = await elsewhere(browser);
    const person = await register(context, { secondName });
    await setLevel(browser, person.email);
    const payment_id = await requestWithdrawal(context, page, person);
    const of = () => ({ payment_id, request_id: crypto.randomUUID() });
    await call(page.context(), 'POST /api/staff/payments/assign', { body: of() });
    await call(page.context(), 'POST /api/staff/payments/approve', { body: of() });
    await context.close();
  }
  await page.goto(`/en/admin/money?search=${encodeURIComponent(secondName)}`);
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  const name = en('payments.bulk_send_payout', { count: 2 });
  await main.getByRole('checkbox', { name: en('payments.bulk_all') }).check();
  await main.getByRole('button', { name, exact: true }).click();
  await expect(dialog.getByText(/^Payouts\s.*490\.00/)).toBeVisible();
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog.getByText(en('payments.bulk_result', { done: 2, all: 2 }))).toBeVisible();
  await expect(dialog.getByText(en('payments.state_ordered'))).toHaveCount(2);
}

test('finance sends a withdrawal through a payout provider, and handles what it reports', async ({
  context,
  browser,
}) => {
  test.slow();
  let aheadMs = 0;
  const adyen = await startAdyenTransfers({ now: () => Math.floor((Date.now() + aheadMs) / 1000) });
  try {
    const connected = await connect(browser, adyen.url);
    adyen.delivery.hook = connected.hook;
    ({ aheadMs } = connected);
    const person = await register(context);
    await setLevel(browser, person.email);
    const page = await asStaff(browser, ines);
    const id = await requestWithdrawal(context, page, person);
    const colleague = await asStaff(browser, adam);
    for (const each of [page, colleague]) await each.goto(`/en/admin/money/${id}`);
    const [main, seen] = [page.getByRole('main'), colleague.getByRole('main')];
    for (const action of ['assign', 'approve', 'send_payout'] as const) {
      const name = en(`payments.action_${action}`);
      await main.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
    await expect(main.getByText(en('payments.state_ordered')).first()).toBeVisible();
    const [transfer, ...more] = adyen.books.transfers.values();
    expect(more).toEqual([]);
    expect(transfer).toMatchObject({ amount: { value: 24_500, currency: 'USD' }, status: 'received' });
    // What the provider has answered is on every open screen.
    for (const each of [main, seen]) await expect(each.getByText(transfer?.id ?? '')).toBeVisible();
    // The provider says that another account got it: every open screen reports it, and puts no act forward.
    adyen.act(transfer?.id ?? '', 'pay_another');
    adyen.act(transfer?.id ?? '', 'credit');
    const title = en('payments.finding_payee');
    for (const each of [main, seen]) await expect(each.getByText(title)).toBeVisible();
    const complete = en('payments.action_complete');
    await expect(main.getByRole('button', { name: complete })).toBeVisible();
    expect(await filledActs(page)).not.toContain(complete);
    await main.getByRole('button', { name: en('payments.finding_close') }).click();
    const handled = page.getByRole('dialog', { name: title });
    await handled.getByLabel(en('payments.finding_done')).fill('The bank named its own account.');
    await handled.getByRole('button', { name: en('payments.finding_close') }).click();
    await expect.poll(() => filledActs(page)).toContain(complete);
    await main.getByRole('button', { name: complete }).click();
    await page.getByRole('dialog', { name: complete }).getByRole('button', { name: complete }).click();
    for (const each of [main, seen]) await expect(each.getByText(en('payments.state_completed')).first()).toBeVisible();
    await sendTogether(browser, page);
    expect(adyen.books.transfers.size).toBe(3);
    for (const each of [page, colleague]) await each.context().close();
  } finally {
    await adyen.close();
  }
});
