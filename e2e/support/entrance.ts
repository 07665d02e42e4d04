import type { Locator, Page } from '@playwright/test';
import type { Language } from '#contract/kernel/languages.ts';
import type { Person } from './people.ts';
import { text } from './texts.ts';

/** The sign-in as a person does it, in any language of the page. */

/** A password's field; buttons beside it carry the word as well. */
export const passwordField = (place: Page | Locator, label: string): Locator =>
  place.getByLabel(label).and(place.locator('input'));

/** Fills in and sends the sign-in form of the page that is open. */
export async function enter(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  { remember = false, language = 'en' }: { remember?: boolean; language?: Language } = {},
): Promise<void> {
  await page.getByRole('textbox', { name: text(language, 'auth.email') }).fill(email);
  await passwordField(page, text(language, 'auth.password')).fill(password);
  if (remember) await page.getByRole('checkbox', { name: text(language, 'auth.remember') }).check();
  await page.getByRole('button', { name: text(language, 'auth.login_submit') }).click();
}
