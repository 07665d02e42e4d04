import { expect } from '@playwright/test';
import { demoPerson, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test('an administrator makes a key, a program reads with it, and it opens nothing once it is revoked', async ({
  page,
  context,
  request,
}) => {
  const name = `Reports ${Date.now()}`;
  const adam = demoPerson('adam');
  await signIn(context, adam);
  await withoutGreeting(context);
  await page.goto('/en/admin/api');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: en('operator.new_key') }).click();
  const dialog = page.getByRole('dialog', { name: en('operator.new_key') });
  await dialog.getByRole('textbox', { name: en('operator.name') }).fill(name);
  await dialog.getByRole('checkbox', { name: en('operator.scope_payments_read') }).check();
  await dialog.getByRole('textbox', { name: en('profile.current_password') }).fill(adam.password);
  await dialog.getByRole('button', { name: en('operator.make_key') }).click();

  const dialogOfSecret = page.getByRole('dialog', { name: en('operator.key_secret') });
  const secret = await dialogOfSecret.getByText(/^atr_test_\w{46}$/).textContent();
  await dialogOfSecret.getByRole('button', { name: en('operator.secret_stored') }).click();
  const read = async (of: string) =>
    (await request.get(`/api/operator/v1/${of}`, { headers: { authorization: `Bearer ${secret}` } })).status();
  expect([await read('payments'), await read('clients')]).toEqual([200, 403]);

  await main.getByRole('button', { name: en('operator.revoke_of', { name }) }).click();
  const input = page.getByRole('dialog', { name: en('operator.revoke_of', { name }) });
  await input.getByRole('button', { name: en('operator.revoke'), exact: true }).click();
  await expect(main.getByRole('listitem').filter({ hasText: name })).toContainText(en('operator.key_revoked'));
  expect(await read('payments')).toBe(401);
});
