import type { Page } from '@playwright/test';
import type { Language } from '#contract/kernel/languages.ts';
import { passwordField } from './entrance.ts';
import type { Person } from './people.ts';
import { text } from './texts.ts';

/** Fills in the registration form of the page that is open, all but sending it. */
export async function fillRegistration(page: Page, person: Person, language: Language): Promise<void> {
  const t = (key: string) => text(language, key);
  await page.getByRole('textbox', { name: t('auth.first_name') }).fill(person.firstName);
  await page.getByRole('textbox', { name: t('auth.second_name') }).fill(person.secondName);
  await page.getByRole('textbox', { name: t('auth.email') }).fill(person.email);
  await page.locator('select[name="country"]').selectOption('DE');
  await passwordField(page, t('auth.password')).first().fill(person.password);
  await passwordField(page, t('common.password_again')).fill(person.password);
  await page.getByRole('checkbox').check();
}
