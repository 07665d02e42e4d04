import { expect, type Browser, type Page } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { findBareKeys, findBarriers, findOverflow } from '../support/judge.ts';
import { inEveryAppearance, phone } from '../support/appearances.ts';
import { demoPerson, store, signIn, withoutGreeting } from '../support/people.ts';
import { sampleOf } from '../support/sample.ts';
import { pathOf, people, screens, type Screen, type Visitor } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { watchPolicy, watchProblems } from '../support/page-problems.ts';

/**
 * Every screen, in the themes, widths and languages that this run samples, or in all of them. A screen loads once and
 * is then judged in each.
 */

test.describe.configure({ timeout: 300_000 });

const visitors = ['guest', 'newcomer', 'client', 'asker', 'admin'] as const;

/** So many screens make a test, so that the workers share them out. */
const atOnce = 5;

/** A browser of a visitor, and its invisible problems. */
async function enterAs(browser: Browser, visitor: Visitor) {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    viewport: phone,
  });
  const breaches = await watchPolicy(context);
  if (visitor !== 'guest') await signIn(context, demoPerson(people[visitor]));
  await withoutGreeting(context);
  await store(context, stored.locale, 'en');
  const page = await context.newPage();
  // Emails to the people of the demo keep their own language; other tests read them.
  await page.route('**/api/settings/profile-settings', (route) => route.fulfill({ json: {} }));
  const troubles = watchProblems(page);
  return { context, page, unseen: () => [...breaches.splice(0), ...unexpected(troubles)] };
}

/** Switches the screen to another language: by its own list of languages, or, without one, by a reload. */
async function speak(page: Page, language: Language): Promise<void> {
  const choice = page.getByRole('banner').getByRole('combobox');
  if ((await choice.count()) > 0) await choice.selectOption(language);
  else {
    await store(page.context(), stored.locale, language);
    await page.goto(page.url().replace(/\/\w\w\//, `/${language}/`));
  }
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', directionOf(language));
  // The screen before stands until the one in the language does.
  await expect(page).toHaveURL((url) => url.pathname.startsWith(`/${language}/`));
  await settled(page);
}

/**
 * What is wrong with a screen, which was opened in English: in English and Arabic in some variants, in other
 * languages on a phone.
 */
async function judge(page: Page, screen: Screen): Promise<string[]> {
  const { appearances, languages, inArabic } = sampleOf(screen, screens.indexOf(screen));
  const read = async () => [...(await findOverflow(page)), ...(await findBareKeys(page))];
  const found = [...(await inEveryAppearance(page, appearances)), ...(await read())];
  for (const language of languages) {
    await speak(page, language);
    // What axe sees differs by language in little more than direction.
    const barriers = language === 'ar' ? await inEveryAppearance(page, inArabic) : [];
    found.push(...[...barriers, ...(await read())].map((line) => `${language} ${line}`));
  }
  await store(page.context(), stored.locale, 'en');
  return found;
}

/** Opens screens of a visitor, and returns what is wrong with them, invisible problems too. */
async function visit(browser: Browser, visitor: Visitor, some: readonly Screen[]): Promise<string[]> {
  const { context, page, unseen } = await enterAs(browser, visitor);
  const found: string[] = [];
  for (const screen of some) {
    await test.step(screen.route, async () => {
      await page.goto(`/en${await pathOf(screen, context)}`);
      await settled(page);
      const judged = [...(await judge(page, screen)), ...unseen()];
      found.push(...judged.map((line) => `${screen.route} ${line}`));
    });
  }
  await context.close();
  return found;
}

const refusedLink =
  /(?:api\/|fetching )(?:autologin|restore-code|email\/verify|email\/change|email-link|payments\/destinations\/confirm|unsubscri)|status of 40[49]/;

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
  await page.evaluate(() => {
    const box = document.createElement('section');
    box.style.cssText = 'inline-size: 100px; overflow: clip; white-space: nowrap';
    box.append('Words that are longer than the box in which they stand');
    document.querySelector('main')?.append(box);
  });
  expect(await findOverflow(page)).toContainEqual(expect.stringMatching(/px cut off: section .*Words/));
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>')).catch(() => {});
  await expect.poll(() => breaches).toContainEqual(expect.stringContaining('require-trusted-types-for'));
});

for (const visitor of visitors) {
  const seen = screens.filter((screen) => screen.visitor === visitor);
  for (let from = 0; from < seen.length; from += atOnce) {
    const some = seen.slice(from, from + atOnce);
    const which = `${from + 1}–${from + some.length} of ${seen.length} screens of the ${visitor}`;
    test(`${which}: axe finds nothing, none is wider than a phone or lacks a text`, async ({ browser }) => {
      expect(await visit(browser, visitor, some)).toEqual([]);
    });
  }
}
