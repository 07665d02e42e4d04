import { expect, type Page } from '@playwright/test';
import { avatar, stored } from '#contract/kernel/constants.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: en('shell.menu') });
const bar = (page: Page) => page.getByRole('banner');
const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

test.use({ viewport: desktop });

test.describe('the theme', () => {
  test('is kept, and the served page already has it', async ({ page, context }) => {
    await page.goto('/en/login');
    await expect(page.locator('html')).toHaveClass('light-theme');
    await page.getByRole('button', { name: en('common.use_dark_theme') }).click();
    await expect(page.locator('html')).toHaveClass('dark-theme');
    const cookie = (await context.cookies()).find(({ name }) => name === stored.theme);
    expect(cookie?.value).toBe('dark-theme');
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(364 * 86_400);

    const served = await (await context.request.get('/en/login')).text();
    expect(served).toMatch(/<html [^>]*class="dark-theme"/);
    await page.reload();
    await page.getByRole('button', { name: en('common.use_light_theme') }).click();
    await expect(page.locator('html')).toHaveClass('light-theme');
  });
});

test.describe('the welcome banner', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('greets once after a sign-in and fades by itself', async ({ page, context }) => {
    await page.clock.install();
    const person = await register(context);
    await page.goto('/en/home');
    const greeting = page.getByText(`Hello, ${person.firstName} ${person.secondName}!`);
    await expect(greeting).toBeVisible();
    await expect(page.getByText('Welcome to Atrium.')).toBeVisible();
    await expect(page.getByText('Onward to new financial heights!')).toBeVisible();
    await page.clock.runFor(5000);
    await expect(greeting).toBeHidden();

    await page.reload();
    await settled(page);
    await expect(greeting).toBeHidden();
  });

  test('does not move for who wants less motion', async ({ page, context }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await register(context);
    await page.goto('/en/home', { waitUntil: 'commit' });
    const banner = page.getByRole('status').filter({ hasText: 'Welcome to Atrium.' });
    // In one step with its appearance: it is there for seconds only.
    await expect
      .poll(() => banner.evaluateAll((found) => found.map((element) => element.getAnimations().length)))
      .toEqual([0]);
  });
});

test('the tab says which wallet it shows, and no more of it elsewhere', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  await page.goto('/en/home');
  const link = page.getByRole('main').locator('a[href*="/wallet/"]:not([href$="/list"])').first();
  const href = (await link.getAttribute('href')) ?? '';
  await page.goto(href);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toHaveText(en('wallets.wallet_title'));
  await expect(page).toHaveTitle(new RegExp(`^${await heading.textContent()}`));
  await page
    .getByRole('link', { name: en('shell.home') })
    .first()
    .click();
  await expect(page).toHaveTitle(new RegExp(`^${en('home.title')}`));
});

test('opening an account says when the currencies did not come, and tries again', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  await page.route('**/api/trading-account/currencies', (route) => route.abort());
  await page.goto('/en/trading-account');
  await menu(page)
    .getByRole('button', { name: en('shell.new_trading_account') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/trading-account/currencies');
  await dialog.getByRole('button', { name: en('common.try_again') }).click();
  await expect(dialog.getByRole('combobox')).toBeVisible();
});

test.describe('the side menu', () => {
  test('unfolds the group of the current screen', async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    const expanded = (name: string) => menu(page).getByRole('button', { name, exact: true, expanded: true });
    await page.goto('/en/wallet');
    await expect(expanded(en('shell.finance'))).toBeVisible();
    await expect(expanded(en('shell.trading'))).toBeHidden();
    await menu(page)
      .getByRole('link', { name: en('shell.home') })
      .click();
    await page.goto('/en/trading-account');
    await expect(expanded(en('shell.trading'))).toBeVisible();
    await page.goto('/en/ipo/calculator');
    await expect(expanded(en('shell.ipo'))).toBeVisible();
    await expect(expanded(en('shell.finance'))).toBeHidden();
  });

  test('leads to wallets, accounts, profile and the personal manager', async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    await page.goto('/en/home');
    const side = page.getByRole('complementary');
    await expect(side.getByText('James Okafor')).toBeVisible();
    await expect(side.getByText('james.okafor@example.com')).toBeVisible();
    await expect(side.getByRole('region', { name: en('shell.personal_manager') })).toContainText('Amelia Hart');

    await menu(page)
      .getByRole('button', { name: en('shell.finance') })
      .click();
    await menu(page)
      .getByRole('link', { name: /\$[\d,]/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/en\/wallet\/[\da-f-]{36}$/);
    await menu(page)
      .getByRole('button', { name: en('shell.trading') })
      .click();
    await menu(page)
      .getByRole('link', { name: /^[A-Z]{3} \d{6,}/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/en\/trading-account\/\d+$/);
    await side.getByRole('link', { name: en('shell.edit_profile') }).click();
    await expect(page).toHaveURL('/en/settings/profile');
  });

  test('of a phone closes when the present screen is chosen, and by Escape, which gives the focus back', async ({
    page,
    context,
  }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    await page.setViewportSize(phone);
    await page.goto('/en/home');
    const button = page.getByRole('button', { name: en('shell.open_menu') });
    await button.click();
    await menu(page)
      .getByRole('link', { name: en('shell.home') })
      .click();
    await expect(menu(page)).toBeHidden();
    await button.click();
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('shows initials in a circle of the specified size', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/home');
    const initials = page.getByRole('complementary').getByText('IB', { exact: true });
    expect(await initials.boundingBox()).toMatchObject({ width: avatar.sizePx, height: avatar.sizePx });
  });

  test('offers a new trading account while there are fewer than three', async ({ page, context }) => {
    await register(context);
    await openAccounts(context, 'USD', 'EUR');
    await page.goto('/en/trading-account');
    const offer = menu(page).getByRole('button', { name: en('shell.new_trading_account') });
    await expect(offer).toBeVisible();
    await openAccounts(context, 'USD');
    await page.reload();
    await expect(menu(page).getByRole('link', { name: /^[A-Z]{3} \d{6,}/ })).toHaveCount(3);
    await expect(offer).toBeHidden();
  });

  test('has the way to the chats for administrators and support only', async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    await page.goto('/en/home');
    const administration = menu(page).getByRole('link', { name: en('shell.administration') });
    const chats = menu(page).getByRole('link', { name: new RegExp(`^${en('shell.screen_chats')}`) });
    await expect(menu(page).getByRole('link', { name: en('shell.my_tickets') })).toBeVisible();
    await expect(administration).toBeHidden();
    await expect(chats).toBeHidden();

    for (const [who, first] of [
      ['adam', '/en/admin'],
      ['amelia', '/en/chats'],
    ] as const) {
      await page.goto('about:blank');
      await signIn(context, demoPerson(who));
      await page.goto('/en/admin/clients');
      await administration.click();
      await expect(page).toHaveURL(first);
      await chats.click();
      await expect(page).toHaveURL('/en/chats');
    }
  });
});

test.describe('the top bar', () => {
  test('offers the first account, then the terminal', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/home');
    const terminal = bar(page).getByRole('button', { name: en('shell.trading_terminal') });
    await expect(bar(page).getByRole('button', { name: en('shell.new_trading_account') })).toBeVisible();
    await expect(terminal).toBeHidden();
    const [number] = await openAccounts(context, 'EUR');
    await page.reload();
    await terminal.click();
    const dialog = page.getByRole('dialog', { name: en('shell.open_account_title') });
    await expect(dialog.getByRole('listitem')).toContainText([number!]);
    await expect(dialog.getByText(en('shell.live'))).toBeVisible();
  });

  test('leads home from its mark', async ({ page, context }) => {
    await page.goto('/en/register');
    await bar(page).getByRole('link', { name: 'Atrium' }).click();
    await expect(page).toHaveURL('/en/login');
    await register(context);
    await page.goto('/en/tickets');
    await bar(page).getByRole('link', { name: 'Atrium' }).click();
    await expect(page).toHaveURL('/en/home');
  });

  test('has the way out on a desktop, and a menu with it on a phone', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/home');
    const exit = page.getByRole('button', { name: en('shell.exit') });
    const toggle = bar(page).getByRole('button', { name: en('shell.open_menu') });
    await expect(bar(page).getByRole('button', { name: en('shell.exit') })).toBeVisible();
    await expect(toggle).toBeHidden();

    await page.setViewportSize(phone);
    await expect(exit).toBeHidden();
    await toggle.click();
    await menu(page)
      .getByRole('link', { name: en('shell.my_tickets') })
      .click();
    await expect(page).toHaveURL('/en/tickets');
    await expect(menu(page)).toBeHidden();
    await toggle.click();
    await exit.click();
    await expect(page).toHaveURL('/en/login');
  });

  test('lets the keyboard skip to the content', async ({ page }) => {
    await page.goto('/en/login');
    await settled(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: en('common.skip_to_content') });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
  });

  test('runs the market along underneath', async ({ page, context }) => {
    await register(context);
    await page.goto('/en/home');
    const tape = page.getByRole('region', { name: en('shell.market') });
    for (const name of ['S&P 500', 'US 100', 'EUR to USD', 'Bitcoin', 'Ethereum']) {
      await expect(tape.getByText(name)).toBeVisible();
    }
  });
});

test('a dialog closes by its button alone, and gives the focus back', async ({ page, context }) => {
  await register(context);
  await page.goto('/en/home');
  const opener = bar(page).getByRole('button', { name: en('shell.new_trading_account') });
  const dialog = page.getByRole('dialog', { name: en('shell.create_account_title') });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('articles are tiles unless the stored choice says otherwise', async ({ page, context }) => {
  await register(context);
  await page.goto('/en/analytics');
  await settled(page);
  const stays = () => page.evaluate((key) => localStorage.getItem(key), stored.tileView);
  await expect(page.getByRole('radio', { name: en('articles.view_tiles') })).toBeChecked();
  await page.getByRole('radio', { name: en('articles.view_list') }).check();
  expect(await stays()).toBe('false');
  await page.reload();
  await expect(page.getByRole('radio', { name: en('articles.view_list') })).toBeChecked();
  await page.getByRole('radio', { name: en('articles.view_tiles') }).check();
  expect(await stays()).toBe('true');
});
