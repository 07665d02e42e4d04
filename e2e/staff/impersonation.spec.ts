import { expect, type Browser, type Page } from '@playwright/test';
import { enter, passwordField } from '../support/entrance.ts';
import { asStaff, elsewhere, hire, me } from '../support/office.ts';
import { register, withoutGreeting, type Person } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({
  viewport: { width: 1440, height: 900 },
  // Playwright disables the back cache of the browser, which people have.
  launchOptions: ({ launchOptions }, give) =>
    give({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

// A browser for staff, one for the client, and a person hired for the test.
test.slow();

const main = (page: Page) => page.getByRole('main');
const nameOf = ({ firstName, secondName }: Person) => `${firstName} ${secondName}`;
const bar = (page: Page, client: Person) =>
  page.getByRole('complementary', { name: en('shell.impersonation_title', { name: nameOf(client) }) });
const reason = 'He asked what the screen shows.';

/** A client at home, and an agent who has the client's card open. */
async function clientAndStaff(browser: Browser) {
  const home = await elsewhere(browser);
  const client = await register(home);
  await withoutGreeting(home);
  const card = `/en/admin/clients/${(await me(home)).id}`;
  const agent = await hire(browser, 'support');
  const staff = await asStaff(browser, agent);
  await staff.goto(card);
  return { home, client, agent, staff, card };
}

async function startViewing(staff: Page, client: Person, agent: Person) {
  const title = en('staff.impersonate_for', { name: nameOf(client) });
  await main(staff)
    .getByRole('button', { name: en('staff.act_impersonate') })
    .click();
  const dialog = staff.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: en('staff.reason') }).fill(reason);
  await passwordField(staff, en('profile.current_password')).last().fill(agent.password);
  return { dialog, start: dialog.getByRole('button', { name: en('staff.impersonation_begin') }) };
}

test('staff see the screens of a client, change nothing, and the client reads of it', async ({ browser }) => {
  const { home, client, agent, staff, card } = await clientAndStaff(browser);
  const beside = await staff.context().newPage();
  await beside.goto('/en/admin/clients');
  await expect(main(beside).getByRole('searchbox')).toBeVisible();

  const { dialog, start } = await startViewing(staff, client, agent);
  await passwordField(staff, en('profile.current_password')).last().fill('not the password');
  await start.click();
  await expect(dialog.getByText(en('errors.auth_current_password'))).toBeVisible();
  await passwordField(staff, en('profile.current_password')).last().fill(agent.password);
  await start.dblclick();
  await expect(bar(staff, client)).toContainText(reason);
  await expect(staff).toHaveURL('/en/home');
  // The other tab now shows the client, not staff.
  await expect(bar(beside, client)).toBeVisible();
  await expect(main(beside).getByRole('searchbox')).toHaveCount(0);

  await staff.reload();
  await expect(bar(staff, client)).toBeVisible();
  await staff.goto('/en/settings/verification');
  await expect(main(staff).getByText(en('common.impersonation_closed'))).toBeVisible();
  await expect(bar(staff, client)).toBeVisible();
  await staff.goto('/en/settings/profile');
  await staff.getByRole('textbox', { name: en('profile.first_name') }).fill('Mallory');
  await staff.getByRole('button', { name: en('common.save') }).click();
  await expect(main(staff).getByText(en('errors.staff_impersonation_read_only'))).toBeVisible();

  const stop = bar(staff, client).getByRole('button', { name: en('shell.impersonation_stop') });
  await staff.context().setOffline(true);
  await stop.click();
  await expect(staff.getByText(en('common.no_connection')).first()).toBeVisible();
  await staff.context().setOffline(false);
  await stop.dblclick();
  await expect(main(staff).getByRole('heading', { level: 1, name: nameOf(client) })).toBeVisible();
  await expect(staff).toHaveURL(card);
  await expect(bar(staff, client)).toHaveCount(0);
  await expect(bar(beside, client)).toHaveCount(0);

  const page = await home.newPage();
  await page.goto('/en/settings/settings');
  await expect(main(page).getByText(en('profile.action_watch_ended'))).toHaveCount(1);
  const line = main(page)
    .getByRole('listitem')
    .filter({ hasText: en('profile.action_watch_begun') });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(reason);
  await page.goto('/en/settings/profile');
  await expect(page.getByRole('textbox', { name: en('profile.first_name') })).toHaveValue(client.firstName);
  await home.close();
  await staff.context().close();
});

test('a page that the browser has kept from an impersonation starts again when it comes back', async ({ browser }) => {
  const { home, client, agent, staff, card } = await clientAndStaff(browser);
  const stored: string[] = [];
  await staff.exposeFunction('reportCached', (path: string) => stored.push(path));
  await staff.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) (window as unknown as { reportCached: (path: string) => void }).reportCached(location.pathname);
    }),
  );
  const { start } = await startViewing(staff, client, agent);
  await start.click();
  await expect(bar(staff, client)).toBeVisible();
  await bar(staff, client)
    .getByRole('button', { name: en('shell.impersonation_stop') })
    .click();
  await expect(main(staff).getByRole('heading', { level: 1, name: nameOf(client) })).toBeVisible();
  // By the page itself: Playwright waits for an event that a restored page does not send.
  await staff.evaluate(() => void setTimeout(() => history.back()));
  await expect(staff).toHaveURL('/en/home');
  await expect(staff.getByText(agent.email, { exact: true })).toBeVisible();
  await expect(bar(staff, client)).toHaveCount(0);
  // Older browsers do not cache a page with an open line: the visible result is the same.
  test.info().annotations.push({ type: 'kept by the browser', description: stored.join(', ') || 'none' });

  // A person who signs out during it comes back as themselves.
  await staff.goto(card);
  const again = await startViewing(staff, client, agent);
  await again.start.click();
  await expect(bar(staff, client)).toBeVisible();
  await staff
    .getByRole('banner')
    .getByRole('button', { name: en('shell.exit') })
    .click();
  await expect(staff).toHaveURL('/en/login');
  await expect(bar(staff, client)).toHaveCount(0);
  await enter(staff, agent);
  await expect(staff.getByText(agent.email, { exact: true })).toBeVisible();
  await expect(bar(staff, client)).toHaveCount(0);
  await home.close();
  await staff.context().close();
});
