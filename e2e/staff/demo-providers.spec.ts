import { expect } from '@playwright/test';
import { call } from '../support/api.ts';
import { elsewhere, setLevel } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, register, signIn } from '../support/people.ts';
import { en } from '../support/texts.ts';

const [adam, ines] = [demoPerson('adam'), demoPerson('ines')];

test('an administrator of a demo connects its own Stripe, and a client pays there', async ({ context, browser }) => {
  const office = await elsewhere(browser);
  await signIn(office, adam);
  const page = await office.newPage();
  await page.goto('/en/admin/connections');
  const row = page
    .getByRole('list', { name: en('demo.providers_title') })
    .getByRole('listitem')
    .filter({ has: page.getByText('Stripe', { exact: true }) });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: en('demo.provider_name', { name: 'Stripe' }) });
  await dialog.getByLabel(en('profile.current_password')).fill(adam.password);
  await dialog.getByRole('button', { name: en('connections.connect'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Inès Moreau');

  const second = await elsewhere(browser);
  await signIn(second, ines);
  const { approval_requests: waiting } = await call(second, 'POST /api/staff/approvals', { body: {} });
  await call(second, 'POST /api/staff/approvals/approve', {
    body: {
      approval_request_id: waiting.find(({ kind }) => kind === 'connection')?.id ?? '',
      current_password: ines.password,
    },
  });
  await page.reload();
  await expect(row).toContainText(en('connections.state_on'));

  const { email } = await register(context);
  await setLevel(browser, email);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const body = { wallet_id: wallet?.id ?? '', method: 'card', amount: '100', request_id: crypto.randomUUID() } as const;
  const { payment } = await call(context, 'POST /api/payments/deposit', { body });
  const client = await context.newPage();
  await client.goto(`/en/payments/${payment.id}`);
  await client.getByRole('link', { name: en('payments.provider_open') }).click();
  await client.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(client.getByRole('main').getByText(en('payments.state_credited')).first()).toBeVisible();

  const opened = page.waitForEvent('popup');
  await row.getByRole('link').click();
  await expect((await opened).getByText('session complete, paid', { exact: false })).toBeVisible();
});
