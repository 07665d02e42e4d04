import { expect, type BrowserContext } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { enter } from '../support/entrance.ts';
import { register, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const half = 'session-binding';
const halfOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === half)?.value ?? '';

test('the key of the browser renews a session whose cookie has expired, in two tabs at once', async ({
  page,
  context,
  browser,
}) => {
  const person = await register(context);
  await context.clearCookies();
  await withoutGreeting(context);
  await page.goto('/en/login');
  await enter(page, person, { remember: true });
  await expect(page).toHaveURL('/en/home');
  await settled(page);
  const other = await context.newPage();
  await other.goto('/en/home');
  await settled(other);
  const copied = (await context.cookies()).filter(({ name }) => name !== half);

  // As after a day of sleep: the half that a thief could have copied counts no longer.
  await context.clearCookies({ name: half });
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await settled(tab);
    await expect(tab).toHaveURL('/en/home');
    await expect(tab.getByRole('complementary').getByText(person.email)).toBeVisible();
  }
  expect(await halfOf(context)).not.toBe('');

  const thief = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await thief.addCookies(copied);
  const elsewhere = await thief.newPage();
  await elsewhere.goto('/en/home');
  await expect(elsewhere).toHaveURL('/en/login');
  expect((await thief.cookies()).map(({ name }) => name)).not.toContain(stored.token);
  await thief.close();
});

test('a browser that stores no keys signs in all the same', async ({ page, context }) => {
  const person = await register(context);
  await context.clearCookies();
  await withoutGreeting(context);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await page.goto('/en/login');
  await enter(page, person);
  await expect(page).toHaveURL('/en/home');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('complementary').getByText(person.email)).toBeVisible();
});
