import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { User } from '#contract/auth/endpoints.ts';
import type { StaffRole } from '#contract/staff/names.ts';
import { demoPassword } from '#server/demo/people.ts';
import { call } from './api.ts';
import { passwordField } from './entrance.ts';
import { demoPerson, register, signIn, someName, withoutGreeting, type Person } from './people.ts';
import { someAddress } from './test.ts';
import { en } from './texts.ts';

/** A browser of its own, at another address than the test's; at a server of the test's own where one is named. */
export const elsewhere = (browser: Browser, baseURL?: string) =>
  browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    ...(baseURL ? { baseURL } : {}),
  });

/** A page of a staff member, signed in there, in a browser of their own. */
export async function asStaff(browser: Browser, person: Person): Promise<Page> {
  const office = await elsewhere(browser);
  await signIn(office, person);
  await withoutGreeting(office);
  return office.newPage();
}

/** Staff whom no other test shares, with a unique name. Their role is new: they approve nothing that takes two. */
export async function hire(browser: Browser, ...roles: StaffRole[]): Promise<Person> {
  const office = await elsewhere(browser);
  const person = await register(office, { secondName: someName() });
  const { id } = await me(office);
  const administrator = demoPerson('adam');
  await signIn(office, administrator);
  await call(office, 'POST /api/staff/team/roles', {
    body: { client_id: id, roles, reason: 'Begins today.', current_password: administrator.password },
  });
  await office.close();
  await agree(browser, demoPerson('viktor'), id);
  return person;
}

/** Approves what waits for a second person about a client. */
export async function agree(browser: Browser, second: Person, client_id: string, url?: string): Promise<void> {
  const office = await elsewhere(browser, url);
  await signIn(office, second);
  const { approval_requests: approvalRequests } = await call(office, 'POST /api/staff/approvals', {
    body: { client_id },
  });
  const body = { approval_request_id: approvalRequests[0]?.id ?? '', current_password: second.password };
  await call(office, 'POST /api/staff/approvals/approve', { body });
  await office.close();
}

/** Confirms an approval request, by its name, with the password of the signed-in staff member. */
export async function confirm(staff: Page, { password }: Person, name: string): Promise<void> {
  await staff
    .getByRole('main')
    .getByRole('button', { name: en('approvals.approve_this', { name }) })
    .click();
  await passwordField(staff, en('profile.current_password')).last().fill(password);
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: en('approvals.approve'), exact: true })
    .click();
}

/** Confirms a change of a setting that an administrator has requested. */
export async function agreeOnSetting(browser: Browser, key: string): Promise<void> {
  const [second, office] = [demoPerson('viktor'), await elsewhere(browser)];
  await signIn(office, second);
  const { approval_requests: approvalRequests } = await call(office, 'POST /api/staff/approvals', { body: {} });
  const approval_request_id = approvalRequests.find((each) => each.kind === 'setting' && each.key === key)?.id ?? '';
  await call(office, 'POST /api/staff/approvals/approve', {
    body: { approval_request_id, current_password: second.password },
  });
  await office.close();
}

/**
 * Sets the verification level of one's own client, past the screens: one staff member requests it, another one
 * approves.
 */
export async function setLevel(browser: Browser, search: string, url?: string): Promise<void> {
  const viktor = await elsewhere(browser, url);
  await signIn(viktor, demoPerson('viktor'));
  const { clients } = await call(viktor, 'POST /api/staff/clients', { body: { search } });
  const client_id = clients[0]?.id ?? '';
  const current_password = demoPassword;
  const body = { client_id, level: 3, reason: 'Seen in person.', current_password };
  await call(viktor, 'POST /api/staff/clients/level', { body });
  await viktor.close();
  await agree(browser, demoPerson('adam'), client_id, url);
}

/** The signed-in person of the browser. */
export async function me(context: BrowserContext): Promise<User> {
  const user = await call(context, 'POST /api/client-info', { body: {} });
  if (!('id' in user)) throw new Error('nobody is signed in');
  return user;
}

/** Chooses an act of a menu, which its button opens. */
export async function choose(button: Locator, name: string): Promise<void> {
  await button.click();
  await button.page().getByRole('button', { name, exact: true }).click();
}

/** Chooses an act on the client whose page is shown. */
export const actOnClient = (page: Page, name: string): Promise<void> =>
  choose(page.getByRole('main').getByRole('button', { name: en('staff.more'), exact: true }), name);
