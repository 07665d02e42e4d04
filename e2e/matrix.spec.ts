import { expect, type Browser, type Page } from '@playwright/test';
import { stored } from '#contract/constants.ts';
import { directionOf, languages, type Language } from '#contract/languages.ts';
import { findBareKeys, findBarriers, findOverflow } from './support/judge.ts';
import { inEveryLook, oppositeLooks, phone } from './support/looks.ts';
import { demoPerson, keep, signIn, withoutGreeting } from './support/people.ts';
import { pathOf, people, screens, type Screen, type Visitor } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { someAddress, test } from './support/test.ts';
import { watch, watchPolicy } from './support/watch.ts';

/** Every screen in every look. One browser per visitor and language; a screen loads once and is then judged in each look. */

test.describe.configure({ timeout: 600_000 });
// Hundreds of screens: what a trace would record costs more than looking at them. The lines found name the place.
test.use({ trace: 'off' });

const visitors = ['guest', 'newcomer', 'client', 'asker', 'admin'] as const;

/** A browser of a visitor, and what goes wrong in it unseen. */
async function enterAs(browser: Browser, { visitor, language }: { visitor: Visitor; language: Language }) {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    viewport: phone,
    reducedMotion: 'reduce',
  });
  const breaches = await watchPolicy(context);
  if (visitor !== 'guest') await signIn(context, demoPerson(people[visitor]));
  await withoutGreeting(context);
  await keep(context, stored.locale, language);
  const page = await context.newPage();
  // Letters to the people of the demo go on in their own language; other tests read them.
  await page.route('**/api/settings/profile-settings', (route) => route.fulfill({ json: {} }));
  const troubles = watch(page);
  return { context, page, unseen: () => [...breaches.splice(0), ...unexpected(troubles)] };
}

/** Opens every screen of a visitor in a language and hands each over, with what went wrong unseen at the end. */
async function visitAll(
  browser: Browser,
  as: { visitor: Visitor; language: Language },
  judge: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const { context, page, unseen } = await enterAs(browser, as);
  const found: string[] = [];
  for (const screen of screens.filter((one) => one.visitor === as.visitor)) {
    await test.step(screen.route, async () => {
      await page.goto(`/${as.language}${await pathOf(screen, context)}`);
      await settled(page);
      const judged = [...(await judge(page)), ...(await findBareKeys(page)), ...unseen()];
      found.push(...judged.map((line) => `${screen.route} ${line}`));
    });
  }
  await context.close();
  return found;
}

/** Makes the screen speak another language: by its own list of languages, or, without one, by loading it anew. */
async function speak(page: Page, language: Language): Promise<void> {
  const choice = page.getByRole('banner').getByRole('combobox');
  if ((await choice.count()) > 0) await choice.selectOption(language);
  else {
    await keep(page.context(), stored.locale, language);
    await page.goto(page.url().replace(/\/\w\w\//, `/${language}/`));
  }
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', directionOf(language));
  await settled(page);
}

const refusedLink =
  /(?:api\/|fetching )(?:autologin|restore-code|email\/verify|payments\/destinations\/confirm|unsubscri)|status of 40[49]/;

/**
 * A screen for a link that does not work asks the server, who refuses: the console says so, and so does the screen. A
 * line that names no address stands beside one that does.
 */
const unexpected = (troubles: string[]) => troubles.splice(0).filter((line) => !refusedLink.test(line));

test('each judge sees what it is there for', async ({ page, context }) => {
  const breaches = await watchPolicy(context);
  await page.goto('/en/login');
  await settled(page);
  expect([await findBarriers(page), await findOverflow(page), await findBareKeys(page)]).toEqual([[], [], []]);
  await page.evaluate(() => {
    const element = document.createElement('p');
    element.textContent = 'auth.login_title';
    element.style.cssText = 'inline-size: 3000px; color: gray; background: darkgray';
    document.querySelector('main')?.append(element);
  });
  expect(await findBarriers(page)).toContainEqual(expect.stringContaining('color-contrast'));
  expect(await findOverflow(page)).toContainEqual(expect.stringContaining('auth.login_title'));
  expect(await findBareKeys(page)).toEqual(['auth.login_title']);
});

for (const language of ['en', 'ar'] as const) {
  for (const visitor of visitors) {
    test(`axe finds nothing in ${language} for the ${visitor}, on phone and desktop, light and dark`, async ({
      browser,
    }) => {
      expect(await visitAll(browser, { visitor, language }, inEveryLook)).toEqual([]);
    });
  }
}

for (const visitor of visitors) {
  test(`no screen of the ${visitor} is wider than a phone or lacks a text in any language`, async ({ browser }) => {
    const judge = async (page: Page) => {
      const lines: string[] = [];
      for (const language of languages) {
        await speak(page, language);
        const judged = [...(await findOverflow(page)), ...(await findBareKeys(page))];
        lines.push(...judged.map((line) => `${language} ${line}`));
      }
      await speak(page, 'en');
      return lines;
    };
    expect(await visitAll(browser, { visitor, language: 'en' }, judge)).toEqual([]);
  });
}
