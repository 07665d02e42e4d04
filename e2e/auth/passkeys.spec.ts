import { expect, type BrowserContext, type Page } from '@playwright/test';
import { enter, passwordField } from '../support/entrance.ts';
import { findOverflow } from '../support/judge.ts';
import { inEveryAppearance } from '../support/appearances.ts';
import { register, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

// Browsers make passkeys for names, not for numbers: here for localhost.
test.use({
  viewport: { width: 1440, height: 900 },
  baseURL: ({ baseURL }, give) => give(baseURL?.replace('127.0.0.1', 'localhost') ?? ''),
});
// A first passkey draws ten recovery codes, and the screen is judged in four variants.
test.describe.configure({ timeout: 180_000 });

/** A device whose owner always confirms, until the returned function is called. */
async function plugIn(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
}

test('a passkey is added, signs in alone, and is removed', async ({ page, context }) => {
  const confirmNoMore = await plugIn(context, page);
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/settings');
  await page.getByRole('button', { name: en('profile.passkey_add') }).click();
  const adding = page.getByRole('dialog', { name: en('profile.passkey_add') });
  await adding.getByRole('textbox', { name: en('profile.passkey_name') }).fill('Laptop');
  await passwordField(adding, en('profile.current_password')).fill(person.password);
  await adding.getByRole('button', { name: en('profile.continue') }).click();
  const codes = page.getByRole('dialog', { name: en('profile.recovery_title') });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: en('profile.codes_stored') }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await settled(page);
  expect([await inEveryAppearance(page), await findOverflow(page)]).toEqual([[], []]);

  // Alone: where the browser offers it in the field, this device takes it at once; else by the button. Never by both: a press
  // that waits for its button would find one of a later screen.
  await page.goto('about:blank');
  await context.clearCookies();
  await withoutGreeting(context);
  await page.goto('/en/login');
  const isOffered = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable());
  if (!isOffered) await page.getByRole('button', { name: en('auth.use_passkey'), exact: true }).click();
  await expect(page).toHaveURL('/en/home');

  await page.goto('/en/settings/settings');
  await page.getByRole('button', { name: en('profile.passkey_remove_of', { name: 'Laptop' }) }).click();
  const removing = page.getByRole('dialog', { name: en('profile.passkey_remove_title') });
  await removing.getByRole('button', { name: en('profile.prove_by_passkey') }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeHidden();

  await page.goto('about:blank');
  await context.clearCookies();
  // It would offer the removed one again and again while the password is typed.
  await confirmNoMore();
  await page.goto('/en/login');
  await enter(page, person);
  await expect(page).toHaveURL('/en/home');
});
