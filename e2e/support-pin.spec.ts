import { expect, type Page } from '@playwright/test';
import { atDesk, hire, me } from './support/office.ts';
import { register, withoutGreeting } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const otherThan = (pin: string) => String((Number(pin.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');

test('support make sure by a PIN who calls: once, of the last one shown, and not by guessing', async ({
  page,
  context,
  browser,
}) => {
  await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  const desk = await atDesk(browser, await hire(browser, 'support'));
  await desk.goto(`/en/admin/clients/${(await me(context)).id}`);
  const field = main(desk).getByRole('textbox', { name: en('staff.pin') });
  const check = async (pin: string) => {
    await field.fill(pin);
    await main(desk)
      .getByRole('button', { name: en('staff.pin_check') })
      .dblclick();
  };
  const says = (words: string) => expect(main(desk).getByText(words)).toBeVisible();
  const shown = main(page).getByText(/^\d{3} \d{3}$/);

  await check('123456');
  await says(en('errors.clients_pin_none'));
  await main(page)
    .getByRole('button', { name: en('shell.pin_show') })
    .dblclick();
  await expect(main(page).getByRole('button', { name: en('shell.pin_another') })).toBeEnabled();
  const first = await shown.innerText();
  await check('12 34');
  await says(en('errors.clients_pin_shape'));
  await check(otherThan(first));
  await says(en('errors.clients_pin_wrong'));
  await check(first);
  await says(en('staff.pin_confirmed'));
  await expect(field).toHaveValue('');
  await check(first);
  await says(en('errors.clients_pin_none'));

  await main(page)
    .getByRole('button', { name: en('shell.pin_another') })
    .click();
  await expect(shown).not.toHaveText(first);
  const second = await shown.innerText();
  for (let guess = 0; guess < 5; guess += 1) {
    await field.fill(otherThan(second));
    const answered = desk.waitForResponse('**/api/staff/clients/pin/check');
    await main(desk)
      .getByRole('button', { name: en('staff.pin_check') })
      .click();
    await answered;
  }
  await check(second);
  await says(en('errors.clients_pin_none'));

  // The page of the client goes with what it showed.
  await page.reload();
  await expect(main(page).getByText(en('settings.act_pin')).first()).toBeVisible();
  await expect(shown).toHaveCount(0);
  await expect(main(page).getByText(en('settings.act_pin_missed'))).toHaveCount(6);
  await desk.context().close();
});
