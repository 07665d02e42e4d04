import { expect } from '@playwright/test';
import { openBucketStandIn } from '#server/demo/stand-ins/s3/server.ts';
import { call } from '../support/api.ts';
import { asStaff, setLevel } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, register } from '../support/people.ts';
import { en } from '../support/texts.ts';
import { requestWithdrawal } from '../support/withdrawal.ts';

const [adam, ines] = [demoPerson('adam'), demoPerson('ines')];
const key = () => ({ request_id: crypto.randomUUID() });

test('an administrator connects a bank on the screen, and a file that two people release is delivered to it', async ({
  context,
  browser,
}) => {
  const bucket = await openBucketStandIn();
  try {
    const page = await asStaff(browser, adam);
    const second = await asStaff(browser, ines);
    await page.goto('/en/admin/connections');
    const main = page.getByRole('main');
    await main
      .getByRole('button', { name: en('connections.add'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel(en('connections.adapter'), { exact: true })
      .selectOption({ label: en('connections.adapter_bank_s3') });
    const fields = {
      name: 'House bank',
      field_address: `${bucket.url}/${bucket.keys.bucket}`,
      field_region: bucket.keys.region,
      field_orders_folder: 'in',
      field_reports_folder: 'out',
      field_access_key: bucket.keys.accessKey,
      field_secret_key: bucket.keys.secretKey,
      currencies: 'USD',
    } as const;
    for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name="${name}"]`).fill(value);
    await dialog.locator('[name="current_password"]').fill(adam.password);
    await dialog.getByRole('button', { name: en('connections.add'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await main.getByRole('button', { name: en('connections.test') }).click();
    await expect(main.getByText(en('connections.test_passed'))).toBeVisible();
    await main.getByRole('button', { name: en('connections.use'), exact: true }).click();
    await dialog.locator('[name="reason"]').fill('Agreed with the bank');
    await dialog.locator('[name="current_password"]').fill(adam.password);
    await dialog.getByRole('button', { name: en('connections.use'), exact: true }).click();
    await expect(dialog).toBeHidden();
    const approve = async (as: typeof page, kind: string, by: typeof adam) => {
      const { approval_requests: waiting } = await call(as.context(), 'POST /api/staff/approvals', { body: {} });
      const approval_request_id = waiting.find((each) => each.kind === kind)?.id ?? '';
      await call(as.context(), 'POST /api/staff/approvals/approve', {
        body: { approval_request_id, current_password: by.password },
      });
    };
    await approve(second, 'connection', ines);

    const person = await register(context);
    await setLevel(browser, person.email);
    const payment_id = await requestWithdrawal(context, second, person);
    for (const act of ['assign', 'approve'] as const)
      await call(second.context(), `POST /api/staff/payments/${act}`, { body: { payment_id, ...key() } });
    const { today } = await call(second.context(), 'POST /api/staff/payments/bank-files', { body: {} });
    const order = { currency: 'USD', pay_on: today, reason: 'Daily payouts', ...key() };
    await call(second.context(), 'POST /api/staff/payments/bank-files/make', { body: order });
    await approve(page, 'payout_file', adam);

    await second.goto('/en/admin/money/files');
    const files = second.getByRole('main');
    await expect(async () => {
      await second.reload();
      await expect(files.getByText(en('payments.file_delivery_done', { connection: 'House bank' }))).toBeVisible({
        timeout: 2000,
      });
    }).toPass({ timeout: 60_000 });
    expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^in\/F-\d+\.xml$/)]);
    await second.goto('/en/admin/reconciliation');
    await expect(files.getByText(en('reconciliation.arrivals_none'), { exact: true })).toBeVisible();
    for (const each of [page, second]) await each.context().close();
  } finally {
    await bucket.close();
  }
});
