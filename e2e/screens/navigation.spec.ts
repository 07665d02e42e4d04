import { expect, type BrowserContext, type Page } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { enter } from '../support/entrance.ts';
import { store, register, withoutGreeting } from '../support/people.ts';
import { declaredRoutes, screens, ways } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en, text } from '../support/texts.ts';
import { holdBack } from '../support/outbound.ts';

const aYearInS = 365 * 86_400;

test('the table of screens knows every route', () => {
  const known = [...screens, ...ways].map(({ route }) => route);
  expect([...new Set(known)].toSorted()).toEqual(declaredRoutes().toSorted());
});

test.describe('the language in the address', () => {
  test('is added to a path without one', async ({ page }) => {
    await page.goto('/login?from=mail#top');
    await expect(page).toHaveURL('/en/login?from=mail#top');
  });

  test('is the one of the last visit', async ({ page, context }) => {
    await store(context, stored.locale, 'de');
    await page.goto('/register');
    await expect(page).toHaveURL('/de/register');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('is rewritten when it is another', async ({ page }) => {
    for (const prefix of ['fr', 'xx']) {
      await page.goto(`/${prefix}/login?from=mail#top`);
      await expect(page).toHaveURL('/en/login?from=mail#top');
    }
  });

  test('follows the language menu and keeps query and hash', async ({ page, context }) => {
    await page.goto('/en/login?from=mail#top');
    await page.getByRole('combobox', { name: en('common.language') }).selectOption('ar');
    await expect(page).toHaveURL('/ar/login?from=mail#top');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ar', 'auth.login_title'));
    const cookie = (await context.cookies()).find(({ name }) => name === stored.locale);
    expect(cookie?.value).toBe('ar');
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(aYearInS - 60);

    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByRole('combobox', { name: text('ar', 'common.language') }).selectOption('en');
    await expect(page).toHaveURL('/en/login?from=mail#top');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  });

  test('is sent to the server when it changes', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/home');
    const sent = page.waitForRequest('**/api/settings/profile-settings');
    await page.getByRole('combobox', { name: en('common.language') }).selectOption('fr');
    expect((await sent).postDataJSON()).toEqual({ language_cabinet: 'fr' });
    await expect(page).toHaveURL('/fr/home');
  });
});

test.describe('the language of the profile', () => {
  const arrive = async (page: Page, context: BrowserContext) => {
    const person = await register(context, { language: 'de' });
    await context.clearCookies();
    await page.goto('/en/login');
    await enter(page, person);
    await expect(page).toHaveURL('/en/home');
    return page.getByRole('button', { name: en('shell.language_switch', { language: 'Deutsch' }) });
  };

  test('is offered on a device with another one, and taken', async ({ page, context }) => {
    await (await arrive(page, context)).click();
    await expect(page).toHaveURL('/de/home');
    await expect(page.getByRole('main').getByText('Deutsch', { exact: false })).toHaveCount(0);
    const cookie = (await context.cookies()).find(({ name }) => name === stored.locale);
    expect(cookie?.value).toBe('de');
  });

  test('is not offered again where it was declined', async ({ page, context }) => {
    const offer = await arrive(page, context);
    await page
      .getByRole('main')
      .getByRole('button', { name: en('common.dismiss') })
      .click();
    await expect(offer).toBeHidden();
    expect(await page.evaluate((key) => localStorage.getItem(key), stored.declinedLanguage)).toBe('de');
    await expect(page).toHaveURL('/en/home');
  });
});

test.describe('addresses', () => {
  test('that lead nowhere say so', async ({ page, context }) => {
    await page.goto('/en/no/such/place');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('common.not_found_title'));
    await expect(page).toHaveTitle('Page not found · Atrium');
    await page.getByRole('link', { name: en('common.go_login') }).click();
    await expect(page).toHaveURL('/en/login');

    await register(context);
    await page.goto('/en/nowhere');
    await page.getByRole('link', { name: en('common.go_home') }).click();
    await expect(page).toHaveURL('/en/home');
  });

  test('that only open a screen open it', async ({ page, context }) => {
    const visit = async (visitor: string) => {
      for (const { route, to } of ways.filter((way) => way.visitor === visitor)) {
        await page.goto(`/en${route}`);
        await expect(page).toHaveURL(new RegExp(`/en${to}/?$`));
        await settled(page);
      }
    };
    await visit('guest');
    await register(context);
    await visit('client');
  });

  test('give the page its title', async ({ page, context }) => {
    await page.goto('/en/login');
    await expect(page).toHaveTitle(`${en('auth.login_title')} · Atrium`);
    await register(context);
    await page.goto('/en/wallet');
    await expect(page).toHaveTitle('Wallets · Atrium');
    const menu = page.getByRole('navigation', { name: en('shell.menu') });
    await menu.getByRole('link', { name: en('shell.my_tickets') }).click();
    await expect(page).toHaveTitle(`${en('tickets.title')} · Atrium`);
  });
});

test.describe('on the way to a screen', () => {
  test.beforeEach(async ({ context, page }) => {
    await register(context);
    await withoutGreeting(context);
    await page.goto('/en/home');
    await settled(page);
  });

  test('a bar shows progress until it is there', async ({ page }) => {
    const bar = page.getByRole('progressbar', { name: en('common.loading') });
    await expect(bar).toBeHidden();
    const letGo = await holdBack(page, '**/assets/*.js');
    await page.getByRole('link', { name: en('shell.my_tickets') }).click();
    await expect(bar).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('tickets.title'));
    await expect(bar).toBeHidden();
  });

  test('the bar shows as well while a call is on its way that counts, and not for one that does not', async ({
    page,
  }) => {
    const bar = page.getByRole('progressbar', { name: en('common.loading') });
    await page.goto('/en/wallet');
    await settled(page);
    await expect(bar).toBeHidden();
    const letGo = await holdBack(page, '**/api/trading-account/currencies');
    await page
      .getByRole('banner')
      .getByRole('button', { name: en('shell.new_trading_account') })
      .click();
    await expect(bar).toBeVisible();
    letGo();
    await expect(bar).toBeHidden();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('common.m167_close') })
      .click();
    await holdBack(page, '**/api/chat/room');
    const input = page.waitForRequest('**/api/chat/room');
    await page.getByRole('button', { name: en('shell.chat_open') }).click();
    await input;
    await page.waitForTimeout(500);
    await expect(bar).toBeHidden();
  });

  test('the page scrolls to the top, once and after a moment', async ({ page }) => {
    await page.addInitScript(() => {
      const scrolls: number[] = [];
      const scroll = window.scrollTo.bind(window);
      window.scrollTo = ((to: ScrollToOptions) => {
        scrolls.push(window.scrollY);
        scroll(to);
      }) as typeof window.scrollTo;
      Object.assign(window, { scrolls });
    });
    await page.reload();
    await settled(page);
    const scrolls = () => page.evaluate(() => (window as unknown as { scrolls: number[] }).scrolls);
    await expect.poll(scrolls).toHaveLength(1);
    await page.evaluate(() => ((window as unknown as { scrolls: number[] }).scrolls.length = 0));
    await page.setViewportSize({ width: 1440, height: 320 });
    await page.mouse.move(900, 250);
    await page.mouse.wheel(0, 300);
    const top = () => page.evaluate(() => window.scrollY);
    await expect.poll(top).toBeGreaterThan(200);
    await page.getByRole('link', { name: en('shell.analytics'), exact: true }).click();
    await expect(page).toHaveURL('/en/analytics');
    await expect.poll(top).toBe(0);
    await page.waitForTimeout(500);
    expect(await scrolls()).toHaveLength(1);
  });

  for (const [when, patienceMs] of [
    ['drawn at once', 600_000],
    ['that begins with its skeleton', 0],
  ] as const)
    test(`a hash brings its target into view on a screen ${when}`, async ({ page }) => {
      // How long main.tsx waits for a whole screen before it draws the skeleton.
      await page.addInitScript((ms) => {
        const wait = window.setTimeout.bind(window) as (...args: unknown[]) => number;
        window.setTimeout = ((act: unknown, due: unknown, ...rest: unknown[]) =>
          wait(act, due === 100 ? ms : due, ...rest)) as typeof window.setTimeout;
      }, patienceMs);
      await page.setViewportSize({ width: 1440, height: 320 });
      await page.goto('/en/settings/settings#own-data');
      await settled(page);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(320);
      await expect(page.getByRole('heading', { name: en('profile.data_title') })).toBeInViewport();
    });

  test('code that fails to load reloads the page, once', async ({ page }) => {
    const code = await codeOf(page, '/en/investor', /Inv-\w+\.js$/);
    await page.goto('/en/home');
    await settled(page);
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await page.route(code, (route) => (loads === 0 ? route.abort('connectionfailed') : route.continue()));
    await page.getByRole('link', { name: en('shell.investor') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('investor.title'));
    expect(loads).toBe(1);
  });

  test('code that keeps failing to load ends in the error layout', async ({ page }) => {
    const code = await codeOf(page, '/en/investor', /Inv-\w+\.js$/);
    await page.goto('/en/home');
    await settled(page);
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await page.route(code, (route) => route.abort('connectionfailed'));
    await page.getByRole('link', { name: en('shell.investor') }).click();
    await expect(page.getByRole('heading', { name: en('common.error_alert_title') })).toBeVisible();
    expect(loads).toBe(1);
  });
});

/** The file that holds a screen's own code. */
async function codeOf(page: Page, path: string, name: RegExp): Promise<string> {
  const input = page.waitForRequest(name);
  await page.goto(path);
  return (await input).url();
}
