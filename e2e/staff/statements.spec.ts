import { expect, type BrowserContext } from '@playwright/test';
import { call } from '../support/api.ts';
import { asStaff, choose, setLevel } from '../support/office.ts';
import { demoPerson, register, type Person } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/** A deposit of 500 by bank transfer, and the line of a statement that pays it. */
async function announce(context: BrowserContext, { firstName, secondName }: Person) {
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const { payment, reference } = await call(context, 'POST /api/payments/deposit', {
    body: { wallet_id: wallet?.id ?? '', method: 'bank_transfer', amount: '500', request_id: crypto.randomUUID() },
  });
  const day = payment.created_at.slice(0, 10);
  return {
    payment,
    line: (amount: string, name = `${firstName} ${secondName}`) =>
      `TRANSFER ${reference?.replaceAll('-', '')},${amount},${wallet?.currency},${day},${name}`,
  };
}

test('finance uploads a statement of the bank: what matches is credited, the rest is decided on', async ({
  context,
  page,
  browser,
}) => {
  const person = await register(context);
  await setLevel(browser, person.email);
  const [exact, unsure] = [await announce(context, person), await announce(context, person)];
  const office = await asStaff(browser, demoPerson('ines'));
  await office.goto('/en/admin/reconciliation');
  await office.getByRole('button', { name: en('reconciliation.add_statement') }).click();
  const dialog = office.getByRole('dialog');
  const rows = [
    exact.line('500.00'),
    unsure.line('480.00'),
    `INTEREST,1.25,USD,${exact.payment.created_at.slice(0, 10)},`,
  ];
  await dialog.locator('input[type=file]').setInputFiles({
    name: `bank ${crypto.randomUUID().slice(0, 8)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['reference,amount,currency,date,payer', ...rows].join('\n')),
  });
  const credits = dialog.getByRole('checkbox', { name: en('reconciliation.credit_exact') });
  await expect(credits).not.toBeChecked();
  await credits.check();
  await dialog.getByRole('button', { name: en('reconciliation.add_statement') }).click();

  const lines = office.getByRole('table', { name: en('reconciliation.lines_title') });
  await expect(lines.getByText(en('reconciliation.doubt_amount'))).toBeVisible({ timeout: 20_000 });
  await page.goto(`/en/payments/${exact.payment.id}`);
  await expect(page.getByText(en('payments.state_credited')).first()).toBeVisible();

  const act = (number: number, name: string) =>
    choose(lines.getByRole('button', { name: en('reconciliation.decide', { number }) }), name);
  await act(2, en('reconciliation.credit_line'));
  const candidates = dialog.getByRole('radiogroup', { name: en('reconciliation.candidates') });
  await expect(candidates.getByRole('radio').first()).toBeChecked();
  await dialog.getByRole('button', { name: en('reconciliation.credit_line') }).click();
  await expect(dialog).toBeHidden();
  await act(3, en('reconciliation.dismiss_line'));
  await dialog.getByLabel(en('reconciliation.note')).fill('Interest of the bank.');
  await dialog.getByRole('button', { name: en('common.save') }).click();
  await expect(office.getByText(en('reconciliation.all_explained')).first()).toBeVisible();
  await page.goto(`/en/payments/${unsure.payment.id}`);
  await expect(page.getByText(en('payments.state_credited')).first()).toBeVisible();
});

test('movements of a statement that are left out are listed with their place and the reason', async ({ browser }) => {
  const office = await asStaff(browser, demoPerson('ines'));
  const day = (await office.evaluate(() => new Date().toISOString())).slice(2, 10).replaceAll('-', '');
  const mark = crypto.randomUUID().slice(0, 8);
  await office.goto('/en/admin/reconciliation');
  await office.getByRole('button', { name: en('reconciliation.add_statement') }).click();
  const dialog = office.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: `bank ${mark}.sta`,
    mimeType: 'text/plain',
    buffer: Buffer.from(
      `:20:${mark}\n:25:${mark}\n:28C:1\n:60F:C${day}USD0,00\n:61:${day}C1,25NINTNONREF//${mark}\n` +
        `:61:${day}C0,NCHGNONREF//Z${mark}\n:62F:C${day}USD1,25\n-\n`,
    ),
  });
  await dialog.getByRole('button', { name: en('reconciliation.add_statement') }).click();
  const leftOut = office.getByRole('table', { name: en('reconciliation.unbooked_title') });
  await expect(leftOut.getByText(en('reconciliation.unbooked_zero'))).toBeVisible();
  await expect(leftOut.getByText(en('reconciliation.unbooked_line', { line: 6 }))).toBeVisible();
});
