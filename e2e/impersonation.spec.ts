import { expect, type Browser, type Page } from '@playwright/test';
import { enter, passwordField } from './support/entrance.ts';
import { atDesk, elsewhere, hire, me } from './support/office.ts';
import { register, withoutGreeting, type Person } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

test.use({
  viewport: { width: 1440, height: 900 },
  // Playwright keeps the browser from holding pages that were left, as it does for people.
  launchOptions: ({ launchOptions }, give) =>
    give({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

// A desk and a home, and somebody hired for it.
test.slow();

const main = (page: Page) => page.getByRole('main');
const nameOf = ({ firstName, secondName }: Person) => `${firstName} ${secondName}`;
const bar = (page: Page, client: Person) =>
  page.getByRole('complementary', { name: en('shell.watch_title', { name: nameOf(client) }) });
const reason = 'He asked what the screen shows.';

/** A client at home, and somebody of support who has his card open. */
async function clientAndDesk(browser: Browser) {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const card = `/en/admin/clients/${(await me(home)).id}`;
  const agent = await hire(browser, 'support');
  const desk = await atDesk(browser, agent);
  await desk.goto(card);
  return { home, client, agent, desk, card };
}

async function beginViewing(desk: Page, client: Person, agent: Person) {
  const title = en('staff.watch_for', { name: nameOf(client) });
  await main(desk).getByRole('button', { name: title }).click();
  const dialog = desk.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: en('staff.reason') }).fill(reason);
  await passwordField(desk, en('settings.current_password')).last().fill(agent.password);
  return { dialog, begin: dialog.getByRole('button', { name: en('staff.watch_begin') }) };
}

test('staff see the rooms of a client as he does, change nothing, and he reads of it', async ({ browser }) => {
  const { home, client, agent, desk, card } = await clientAndDesk(browser);
  const beside = await desk.context().newPage();
  await beside.goto('/en/admin/clients');
  await expect(main(beside).getByRole('searchbox')).toBeVisible();

  const { dialog, begin } = await beginViewing(desk, client, agent);
  await passwordField(desk, en('settings.current_password')).last().fill('not the password');
  await begin.click();
  await expect(dialog.getByText(en('errors.auth_current_password'))).toBeVisible();
  await passwordField(desk, en('settings.current_password')).last().fill(agent.password);
  await begin.dblclick();
  await expect(bar(desk, client)).toContainText(reason);
  await expect(desk).toHaveURL('/en/home');
  // The other tab is not of the desk any more.
  await expect(bar(beside, client)).toBeVisible();
  await expect(main(beside).getByRole('searchbox')).toHaveCount(0);

  await desk.reload();
  await expect(bar(desk, client)).toBeVisible();
  await desk.goto('/en/settings/verification');
  await expect(main(desk).getByText(en('common.watch_closed'))).toBeVisible();
  await expect(bar(desk, client)).toBeVisible();
  await desk.goto('/en/settings/profile');
  await desk.getByRole('textbox', { name: en('settings.first_name') }).fill('Mallory');
  await desk.getByRole('button', { name: en('common.save') }).click();
  await expect(main(desk).getByText(en('errors.staff_watch_read_only'))).toBeVisible();

  const stop = bar(desk, client).getByRole('button', { name: en('shell.watch_stop') });
  await desk.context().setOffline(true);
  await stop.click();
  await expect(desk.getByText(en('common.no_connection')).first()).toBeVisible();
  await desk.context().setOffline(false);
  await stop.dblclick();
  await expect(main(desk).getByRole('heading', { level: 1, name: nameOf(client) })).toBeVisible();
  await expect(desk).toHaveURL(card);
  await expect(bar(desk, client)).toHaveCount(0);
  await expect(bar(beside, client)).toHaveCount(0);

  const page = await home.newPage();
  await page.goto('/en/settings/settings');
  await expect(main(page).getByText(en('settings.act_watch_ended'))).toHaveCount(1);
  const line = main(page)
    .getByRole('listitem')
    .filter({ hasText: en('settings.act_watch_begun') });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(reason);
  await page.goto('/en/settings/profile');
  await expect(page.getByRole('textbox', { name: en('settings.first_name') })).toHaveValue(client.firstName);
  await home.close();
  await desk.context().close();
});

test('a page that the browser has kept from a viewing begins afresh when it comes back', async ({ browser }) => {
  const { home, client, agent, desk, card } = await clientAndDesk(browser);
  const kept: string[] = [];
  await desk.exposeFunction('tellKept', (path: string) => kept.push(path));
  await desk.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) (window as unknown as { tellKept: (path: string) => void }).tellKept(location.pathname);
    }),
  );
  const { begin } = await beginViewing(desk, client, agent);
  await begin.click();
  await expect(bar(desk, client)).toBeVisible();
  await bar(desk, client)
    .getByRole('button', { name: en('shell.watch_stop') })
    .click();
  await expect(main(desk).getByRole('heading', { level: 1, name: nameOf(client) })).toBeVisible();
  // By the page itself: Playwright waits for what a page that comes back does not say.
  await desk.evaluate(() => void setTimeout(() => history.back()));
  await expect(desk).toHaveURL('/en/home');
  await expect(desk.getByText(agent.email, { exact: true })).toBeVisible();
  await expect(bar(desk, client)).toHaveCount(0);
  // Older browsers keep no page whose line is open: to see, it is the same.
  test.info().annotations.push({ type: 'kept by the browser', description: kept.join(', ') || 'none' });

  // Whoever signs out in the midst of it comes back as himself.
  await desk.goto(card);
  const again = await beginViewing(desk, client, agent);
  await again.begin.click();
  await expect(bar(desk, client)).toBeVisible();
  await desk
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(desk).toHaveURL('/en/login');
  await expect(bar(desk, client)).toHaveCount(0);
  await enter(desk, agent);
  await expect(desk.getByText(agent.email, { exact: true })).toBeVisible();
  await expect(bar(desk, client)).toHaveCount(0);
  await home.close();
  await desk.context().close();
});
