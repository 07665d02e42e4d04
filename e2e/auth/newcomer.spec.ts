import { expect } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { enter } from '../support/entrance.ts';
import { store, newcomer } from '../support/people.ts';
import { fillRegistration } from '../support/registration.ts';
import { test } from '../support/test.ts';
import { text } from '../support/texts.ts';

test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 1440, height: 900 } });

/** From the first visit to an open trading platform, as one person walks it. */
for (const language of ['en', 'de', 'ar'] satisfies Language[]) {
  test(`a newcomer finds their way in, in ${language}`, async ({ page, context }) => {
    const t = (key: string, values?: Record<string, unknown>) => text(language, key, values);
    const person = newcomer();
    await store(context, stored.locale, language);

    await test.step('registers and is asked to confirm the address', async () => {
      await page.goto('/');
      await expect(page).toHaveURL(`/${language}/login`);
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
      await page.getByRole('link', { name: t('auth.to_register') }).click();
      await fillRegistration(page, person, language);
      await page.getByRole('button', { name: t('auth.register_submit') }).click();
      await expect(page).toHaveURL(`/${language}/home`);
      await expect(page.getByText(t('home.step_verify_email_text', { email: person.email }))).toBeVisible();
      await page.goto(`/${language}/wallet`);
      await expect(page.getByText(t('shell.verify_email_text', { email: person.email }))).toBeVisible();
    });

    await test.step('finds the mail and confirms', async () => {
      await page.goto(`/${language}/mailbox`);
      await page.getByRole('combobox', { name: t('demo.address') }).selectOption(person.email);
      const subject = t('emails.welcome_subject', { app: 'Atrium' });
      await expect(page.getByRole('main').getByRole('heading', { name: subject })).toBeVisible();
      await page
        .getByRole('navigation', { name: t('demo.links') })
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(new RegExp(`/${language}/email/verify/`));
      await expect(page.getByText(t('auth.verify_done'))).toBeVisible();
      await page.goto(`/${language}/wallet`);
      await expect(page.getByRole('complementary')).toContainText(person.email);
      await expect(page.getByText(t('shell.verify_email_text', { email: person.email }))).toBeHidden();
    });

    await test.step('signs out and in again, for this visit and for a year', async () => {
      for (const remember of [false, true]) {
        await page
          .getByRole('banner')
          .getByRole('button', { name: t('shell.exit') })
          .click();
        await expect(page).toHaveURL(`/${language}/login`);
        await enter(page, person, { remember, language });
        await expect(page).toHaveURL(`/${language}/home`);
        const token = (await context.cookies()).find(({ name }) => name === stored.token);
        const days = token!.expires === -1 ? 0 : Math.round((token!.expires - Date.now() / 1000) / 86_400);
        expect(days).toBe(remember ? 365 : 0);
      }
    });

    const number = await test.step('opens a trading account in euros', async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('shell.new_trading_account') })
        .click();
      const dialog = page.getByRole('dialog', { name: t('shell.create_account_title') });
      await dialog.getByRole('combobox', { name: t('shell.currency') }).selectOption('EUR');
      await dialog.getByRole('button', { name: t('common.m154_out_nextstep_button') }).click();
      await expect(page.getByText(t('common.m42_save_ok'), { exact: true })).toBeVisible();
      await expect(dialog).toBeHidden();
      const menu = page.getByRole('navigation', { name: t('shell.menu') });
      await menu.getByRole('button', { name: t('shell.trading') }).click();
      // In Arabic, the currency and the number stand between isolates.
      const link = menu.getByRole('link', { name: /EUR\W+\d{6,}/ });
      return /\d{6,}/.exec(await link.innerText())?.[0] ?? '';
    });

    await test.step('sees the wallet', async () => {
      const menu = page.getByRole('navigation', { name: t('shell.menu') });
      await menu.getByRole('button', { name: t('shell.finance') }).click();
      await menu
        .getByRole('listitem')
        .filter({ hasText: /\$0\.00$/ })
        .first()
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(new RegExp(`/${language}/wallet/`));
      await expect(page.getByRole('main')).toContainText(t('wallets.no_operations_title'));
    });

    await test.step('opens the platform, whose link works once', async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('shell.trading_terminal') })
        .click();
      const opened = page.waitForRequest(/\/terminal\//);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('shell.choose_account') })
        .click();
      const link = (await opened).url();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
      await expect(page.getByRole('main')).toContainText(person.secondName);
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('terminal.used_title'));
    });
  });
}
