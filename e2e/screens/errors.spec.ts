import { expect, type Page } from '@playwright/test';
import { stored, toastMs } from '#contract/kernel/constants.ts';
import { enter } from '../support/entrance.ts';
import { defect, fail, holdBack } from '../support/outbound.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { comeBackLater, settled, slowToasts } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/** The error catalogue of the specification, entry by entry; the tests make the server's responses fail. */

/** Live regions stand ready without a word; this is one that speaks. */
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

const generic = (page: Page) => page.getByRole('dialog', { name: en('common.error_alert_title') });

test('401: a warning, then the login screen', async ({ page, context }) => {
  await register(context);
  await fail(page, '/api/wallets', { status: 401, body: { message: 'Sign in', code: 'http.unauthenticated' } });
  await page.goto('/en/home');
  const dialog = page.getByRole('dialog', { name: en('common.token_expired_title') });
  await expect(dialog).toContainText(en('common.token_expired_text'));
  await dialog.getByRole('button', { name: en('common.ok') }).click();
  await expect(page).toHaveURL('/en/login');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(stored.token);
});

test('401: a person who signs in again returns to where they were', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  const mend = await fail(page, '/api/tickets/get-all-tickets', {
    status: 401,
    body: { message: 'Sign in', code: 'http.unauthenticated' },
  });
  await page.goto('/en/tickets?status=open');
  const dialog = page.getByRole('dialog', { name: en('common.token_expired_title') });
  await dialog.getByRole('button', { name: en('common.ok') }).click();
  await expect(page).toHaveURL('/en/login');
  await mend();
  await enter(page, person);
  await expect(page).toHaveURL('/en/tickets?status=open');
});

test('500: one dialog with OK, however many calls failed', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  const responses = page.waitForResponse('**/api/reads');
  await fail(page, '/api/wallets', defect);
  await fail(page, '/api/trading-account', defect);
  await page.goto('/en/wallet');
  await responses;
  await expect(generic(page)).toContainText(en('common.error_alert_text'));
  await expect(generic(page)).toContainText('request-42');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await generic(page)
    .getByRole('button', { name: en('common.ok') })
    .click();
  await expect(generic(page)).toBeHidden();
});

test('500 with a page: in a frame over everything that runs nothing', async ({ page, context }) => {
  await register(context);
  await fail(page, '/api/wallets', {
    status: 502,
    html: '<h1>Bad gateway</h1><script>document.querySelector("h1").textContent = "It ran"; top.itRan = true;</script>',
  });
  await page.goto('/en/home');
  const cover = page.getByRole('alertdialog', { name: en('common.error_alert_title') });
  const heading = page.frameLocator('iframe').getByRole('heading');
  await expect(heading).toHaveText('Bad gateway');
  expect(await page.evaluate(() => 'itRan' in window)).toBe(false);
  const box = await cover.boundingBox();
  const { width, height } = page.viewportSize()!;
  expect(box).toMatchObject({ x: 0, y: 0, height });
  // The space of a scroll bar stays free.
  expect(box!.width).toBeGreaterThan(width - 20);
  await cover.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(cover).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('a form', () => {
  const submit = async (page: Page) => {
    await page.goto('/en/login');
    await enter(page, { email: 'ida@example.com', password: 'three quiet harbours' });
  };

  test('shows the first sentence about a field under it, and takes the person there', async ({ page }) => {
    const sentences = ['This address is not allowed.', 'And another reason.'];
    const body = {
      message: 'Invalid',
      errors: { email: sentences.map((message) => ({ code: 'x', params: {}, message })) },
    };
    await fail(page, '/api/login', { status: 422, body });
    await submit(page);
    const field = page.getByRole('textbox', { name: en('auth.email') });
    await expect(field).toHaveAccessibleDescription('This address is not allowed.');
    await expect(field).toBeFocused();
    await expect(alert(page)).toContainText('There were some problems with your input.');
    await field.fill('other@example.com');
    await expect(field).toHaveAccessibleDescription('');
  });

  test('shows plain sentences about fields, and those about none of its fields on top', async ({ page }) => {
    const body = { message: 'Invalid', errors: { email: ['Too old.'], error: ['The office is closed.'] } };
    await fail(page, '/api/login', { status: 422, body });
    await submit(page);
    await expect(page.getByRole('textbox', { name: en('auth.email') })).toHaveAccessibleDescription('Too old.');
    await expect(alert(page)).toContainText('The office is closed.');
  });

  test('shows the message where no field is named', async ({ page }) => {
    await fail(page, '/api/login', { status: 409, body: { message: 'The office is closed.', code: 'x', params: {} } });
    await submit(page);
    await expect(alert(page)).toContainText('The office is closed.');
  });

  for (const [what, failure, sentence] of [
    ['an answer without words', { status: 400 }, 'Something went wrong. Please try again.'],
    ['no answer', 'network', en('common.no_connection')],
  ] as const) {
    test(`says so after ${what}, and keeps what was typed`, async ({ page }) => {
      await fail(page, '/api/login', failure);
      await submit(page);
      await expect(alert(page)).toContainText(sentence);
      await expect(page.getByRole('textbox', { name: en('auth.email') })).toHaveValue('ida@example.com');
      await expect(page.getByRole('button', { name: en('auth.login_submit') })).toBeEnabled();
    });
  }
});

test.describe('creating a trading account', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  const open = async (page: Page) => {
    await page.goto('/en/home');
    await page
      .getByRole('banner')
      .getByRole('button', { name: en('shell.new_trading_account') })
      .click();
    const dialog = page.getByRole('dialog', { name: en('shell.create_account_title') });
    await dialog.getByLabel(en('shell.currency')).selectOption('EUR');
    return dialog;
  };
  const confirm = en('common.m154_out_nextstep_button');

  test('that fails shows a toast, stops the loader and says why under the currency', async ({ page, context }) => {
    await register(context);
    await withoutGreeting(context);
    const dialog = await open(page);
    // Three more than the dialog knows of: the fourth is the server's to refuse.
    await openAccounts(context, 'USD', 'USD', 'USD');
    const letGo = await holdBack(page, '**/api/trading-account/create');
    await slowToasts(page);
    await dialog.getByRole('button', { name: confirm }).click();
    await expect(dialog.getByText('Loading...')).toBeVisible();
    letGo();
    await expect(page.getByRole('alert').filter({ hasText: en('common.error_alert_title') })).toBeVisible();
    await expect(dialog.getByText('Loading...')).toBeHidden();
    await expect(dialog.getByLabel(en('shell.currency'))).toHaveAccessibleDescription(
      new RegExp(en('errors.trading_account_limit', { max: 3 })),
    );
    await expect(dialog.getByRole('button', { name: confirm })).toBeEnabled();
  });

  test('that succeeds shows a toast in the corner for 3 seconds, which waits under the pointer', async ({
    page,
    context,
  }) => {
    await register(context);
    await withoutGreeting(context);
    const dialog = await open(page);
    const asUsual = await slowToasts(page);
    await dialog.getByRole('button', { name: confirm }).click();
    await expect(dialog).toBeHidden();
    const toast = page.getByText(en('common.m42_save_ok'), { exact: true });
    await toast.hover();
    const clock = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map((animation) => ({ ms: animation.effect?.getTiming().duration, state: animation.playState })),
      );
    await expect.poll(clock).toContainEqual({ ms: toastMs, state: 'paused' });
    const box = await toast.boundingBox();
    expect(box!.y).toBeLessThan(100);
    expect(box!.x).toBeGreaterThan(page.viewportSize()!.width - 360);
    await asUsual();
    await page.mouse.move(5, 500);
    await expect(toast).toBeHidden();
  });
});

test('a platform that does not open is logged, and the button may be used again', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  await openAccounts(context, 'EUR');
  await page.goto('/en/home');
  await page.getByRole('button', { name: en('shell.trading_terminal') }).click();
  const refused = { status: 409, body: { message: 'Closed', code: 'trading.account_inactive', params: {} } };
  await fail(page, '/api/trading-account/autologin', refused);
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Error opening the trading platform'),
  );
  const choose = page.getByRole('button', { name: en('shell.choose_account') });
  await choose.click();
  await logged;
  await expect(choose).toBeEnabled();
  await expect(choose).not.toHaveAttribute('aria-busy');
  await expect(alert(page)).toHaveCount(0);
});

test.describe('a list that cannot be refreshed stays, and says so quietly', () => {
  const lists = [
    { what: 'wallets', screen: '/wallet', call: '/api/wallets' },
    { what: 'trading accounts', screen: '/trading-account', call: '/api/trading-account' },
    { what: 'tickets', screen: '/tickets', call: '/api/tickets/get-all-tickets', of: 'sofia' },
    { what: 'the calendar', screen: '/ipo/calendar', call: '/api/ipo/calendar' },
    { what: 'my IPOs', screen: '/ipo/my-ipo', call: '/api/ipo/my-ipo' },
    {
      what: 'the history of an account',
      screen: '/trading-account',
      call: '/api/trading-account/history',
      follow: true,
    },
  ];

  for (const { what, screen, call, of = 'james', follow = false } of lists) {
    test(what, async ({ page, context }) => {
      await page.clock.install();
      await signIn(context, demoPerson(of));
      await withoutGreeting(context);
      await page.goto(`/en${screen}`);
      const main = page.getByRole('main');
      if (follow) {
        await main
          .getByRole('link', { name: /\d{6,}/ })
          .first()
          .click();
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(/\d{6,}/);
        await main.getByText(en('trading.deals_caption'), { exact: true }).click();
      }
      await settled(page);
      // Beside the history of an account are its open positions and its chart, which go on by themselves.
      const list = follow ? main.getByRole('table', { name: en('trading.deals_caption') }) : main;
      const rows = list
        .getByRole('row')
        .or(list.getByRole('listitem'))
        .or(list.getByRole('heading', { level: 2 }));
      await expect(rows.first()).toBeVisible();
      const count = await rows.count();

      const mend = await fail(page, call, 'network');
      const note = main.getByRole('status').filter({ hasText: en('common.stale_text') });
      // The socket that has connected since may just have had the list fetched: then it is right for another while.
      await expect(async () => {
        await comeBackLater(page);
        await expect(note).toBeVisible({ timeout: 3000 });
      }).toPass();
      await expect(rows).toHaveCount(count);
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await mend();
      await note.getByRole('button', { name: en('common.try_again') }).click();
      await expect(note).toBeHidden();
    });
  }
});

test('the button for the terminal stands when the accounts did not come, and the list in its dialog tries again', async ({
  page,
  context,
}) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const mend = await fail(page, '/api/trading-account', 'network');
  await page.goto('/en/tickets');
  await page
    .getByRole('banner')
    .getByRole('button', { name: en('shell.trading_terminal') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(en('common.part_failed_title'));
  await mend();
  await dialog.getByRole('button', { name: en('common.try_again') }).click();
  await expect(dialog.getByRole('button', { name: en('shell.choose_account') }).first()).toBeVisible();
});

test('a part that never came offers to try again', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const mend = await fail(page, '/api/tickets/get-all-tickets', 'network');
  await page.goto('/en/tickets');
  await expect(alert(page)).toContainText(en('common.part_failed_title'));
  await mend();
  await alert(page)
    .getByRole('button', { name: en('common.try_again') })
    .click();
  await expect(alert(page)).toHaveCount(0);
});

for (const [how, failure] of [
  ['refused', { status: 429, body: { message: 'Too many', code: 'http.too_many', params: {} } }],
  ['failed', defect],
  ['unanswered', 'network'],
] as const) {
  test(`a fingerprint that is ${how} is logged and nobody is told`, async ({ page, context }) => {
    const person = await register(context);
    await context.clearCookies();
    await fail(page, '/api/fingerprint', failure);
    const logged = page.waitForEvent('console', (message) => message.text().includes('Error sending fingerprint'));
    await page.goto('/en/login');
    await enter(page, person);
    await expect(page).toHaveURL('/en/home');
    await logged;
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(alert(page)).toHaveCount(0);
  });
}

test.describe('a screen that cannot be shown', () => {
  test('says so in the error layout and may be tried again', async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    const mend = await fail(page, '/api/wallets-info', 'network');
    await page.goto('/en/wallet');
    const logged = page.waitForEvent('console', (message) => message.text().includes('Error showing the screen'));
    await page.getByRole('main').locator('a[href*="/wallet/"]').first().click();
    const alert = page.getByRole('alert').filter({ hasText: en('common.error_alert_title') });
    await expect(alert).toContainText(en('common.error_alert_text'));
    await logged;
    await mend();
    await alert.getByRole('button', { name: en('common.try_again') }).click();
    await expect(alert).toBeHidden();
    await settled(page);
  });

  test('without a way to the server says so, whatever the device thinks, and opens once there is one', async ({
    page,
    context,
  }) => {
    await register(context);
    await withoutGreeting(context);
    await page.goto('/en/wallet');
    await settled(page);
    const ways = ['**/api/**', '**/healthz'];
    for (const way of ways) await page.route(way, (route) => route.abort('connectionfailed'));
    await page.getByRole('main').locator('a[href*="/wallet/"]').first().click();
    const alert = page.getByRole('alert').filter({ hasText: en('common.offline_title') });
    await expect(alert).toContainText(en('common.offline_text'));
    for (const way of ways) await page.unroute(way);
    await expect(alert).toBeHidden();
    await settled(page);
  });

  test('without its texts is no exception', async ({ page, context }) => {
    await register(context);
    await withoutGreeting(context);
    await page.route('**/texts/*/en/tickets.json', (route) => route.abort('connectionfailed'));
    await page.goto('/en/tickets');
    const alert = page.getByRole('alert').filter({ hasText: en('common.error_alert_title') });
    await expect(alert).toBeVisible();
    await expect(page).toHaveTitle(`${en('common.error_alert_title')} · Atrium`);
    await page.unroute('**/texts/*/en/tickets.json');
    await alert.getByRole('button', { name: en('common.try_again') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('tickets.title'));
  });
});

for (const [what, failure] of [
  ['fails', { status: 503, body: { message: 'Busy', code: 'http.busy' } }],
  ['knows nobody', { status: 200, body: { status: 'failed' } }],
] as const) {
  test(`client-info that ${what} signs out`, async ({ page, context }) => {
    await register(context);
    await fail(page, '/api/client-info', failure);
    await page.goto('/en/home');
    await expect(page).toHaveURL('/en/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('auth.login_title'));
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(stored.token);
  });
}

test('a sign-out that fails still forgets the person on this device', async ({ page, context }) => {
  await register(context);
  await withoutGreeting(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/en/home');
  await fail(page, '/api/logout', 'network');
  await page
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(page).toHaveURL('/en/login');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(stored.token);
});
