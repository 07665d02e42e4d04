import { expect } from '@playwright/test';
import { call } from '../support/api.ts';
import { enter } from '../support/entrance.ts';
import { emailedLink } from '../support/mailbox.ts';
import { agreeOnSetting } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, newcomer, signIn, withoutGreeting } from '../support/people.ts';
import { fillRegistration } from '../support/registration.ts';
import { en } from '../support/texts.ts';

test('where addresses are confirmed first, a registration says the same of every address, and the mail goes on', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const decide = async (value: 'at_once' | 'confirm_first', version: number) => {
    const staff = await browser.newContext(baseURL ? { baseURL } : {});
    const adam = demoPerson('adam');
    await signIn(staff, adam);
    await call(staff, 'POST /api/staff/settings/protected', {
      body: { key: 'security.registration', value, version, reason: 'as agreed', current_password: adam.password },
    });
    await staff.close();
    await agreeOnSetting(browser, 'security.registration');
  };
  await decide('confirm_first', 0);

  await withoutGreeting(context);
  const ida = newcomer();
  for (const person of [{ ...newcomer(), email: demoPerson('nora').email }, ida]) {
    await page.goto('/en/register');
    await fillRegistration(page, person, 'en');
    await page.getByRole('button', { name: en('auth.register_submit') }).click();
    await expect(page.getByText(en('auth.register_sent', { email: person.email }))).toBeVisible();
  }
  await page.goto(await emailedLink('/email/verify/', context, ida.email));
  await expect(page.getByText(en('auth.verify_done'))).toBeVisible();
  await page.goto('/en/login');
  await enter(page, ida);
  await expect(page).toHaveURL('/en/home');
  // Another journey of this installation registers people who are signed in at once.
  await decide('at_once', 1);
});
