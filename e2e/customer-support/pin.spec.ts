import { expect, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { passwordField } from '../support/entrance.ts';
import { asStaff, elsewhere, hire, me } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const otherThan = (pin: string) => String((Number(pin.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');

test('support verify by a PIN who calls: once, of the last one shown, and not by guessing', async ({
  page,
  context,
  browser,
}) => {
  await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  const staff = await asStaff(browser, await hire(browser, 'support'));
  await staff.goto(`/en/admin/clients/${(await me(context)).id}`);
  const field = main(staff).getByRole('textbox', { name: en('staff.pin') });
  const check = async (pin: string) => {
    await field.fill(pin);
    await main(staff)
      .getByRole('button', { name: en('staff.pin_check') })
      .dblclick();
  };
  const isCopied = (words: string) => expect(main(staff).getByText(words)).toBeVisible();
  const shown = main(page).getByText(/^\d{3} \d{3}$/);

  await check('123456');
  await isCopied(en('errors.clients_pin_none'));
  await main(page)
    .getByRole('button', { name: en('shell.pin_show') })
    .dblclick();
  await expect(main(page).getByRole('button', { name: en('shell.pin_another') })).toBeEnabled();
  const first = await shown.innerText();
  await check('12 34');
  await isCopied(en('errors.clients_pin_shape'));
  await check(otherThan(first));
  await isCopied(en('errors.clients_pin_wrong'));
  await check(first);
  await isCopied(en('staff.pin_confirmed'));
  await expect(field).toHaveValue('');
  await check(first);
  await isCopied(en('errors.clients_pin_none'));

  await main(page)
    .getByRole('button', { name: en('shell.pin_another') })
    .click();
  await expect(shown).not.toHaveText(first);
  const second = await shown.innerText();
  for (let guess = 0; guess < 5; guess += 1) {
    await field.fill(otherThan(second));
    const hasReply = staff.waitForResponse('**/api/staff/clients/pin/check');
    await main(staff)
      .getByRole('button', { name: en('staff.pin_check') })
      .click();
    await hasReply;
  }
  await check(second);
  await isCopied(en('errors.clients_pin_none'));

  // A reload removes the PIN from the client's page.
  await page.reload();
  await expect(main(page).getByText(en('profile.action_pin')).first()).toBeVisible();
  await expect(shown).toHaveCount(0);
  await expect(main(page).getByText(en('profile.action_pin_missed'))).toHaveCount(6);
  await staff.context().close();
});

test('a client who came by a link of staff reads, and proves to be the client before a PIN is shown', async ({
  page,
  context,
  browser,
}) => {
  const own = await elsewhere(browser);
  const client = await register(own);
  const { id: client_id } = await me(own);
  const office = await elsewhere(browser);
  const chief = demoPerson('adam');
  await signIn(office, chief);
  const { link } = await call(office, 'POST /api/staff/autologin', {
    body: { client_id, reason: 'Asked by phone.', current_password: chief.password },
  });
  await withoutGreeting(context);
  await page.goto(new URL(link).pathname);
  await page.waitForURL('**/en/home');
  await page.goto('/en/settings/settings');
  const shown = main(page).getByText(/^\d{3} \d{3}$/);
  const show = () =>
    main(page)
      .getByRole('button', { name: en('shell.pin_show') })
      .click();
  const question = page.getByRole('dialog', { name: en('profile.proof_title') });

  await show();
  await question.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(question).toBeHidden();
  await expect(shown).toHaveCount(0);
  await show();
  // The card of the password on the same screen asks for it under the same label.
  await expect(question).toBeVisible();
  await passwordField(page, en('profile.current_password')).last().fill(client.password);
  await question.getByRole('button', { name: en('profile.proof_confirm') }).click();
  await expect(shown).toBeVisible();
  await expect(question).toBeHidden();
  await Promise.all([own.close(), office.close()]);
});
