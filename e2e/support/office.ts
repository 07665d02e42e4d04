import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { User } from '#contract/auth.ts';
import type { StaffRole } from '#contract/staff-names.ts';
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

/** Somebody at a desk of his own, signed in there. */
export async function atDesk(browser: Browser, person: Person): Promise<Page> {
  const office = await elsewhere(browser);
  await signIn(office, person);
  await withoutGreeting(office);
  return office.newPage();
}

/** Staff whom no other test shares, and whose name nobody else has. Their role is new: they approve nothing that takes two. */
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

/** Confirms what of a client waits for a second person. */
export async function agree(browser: Browser, second: Person, client_id: string, url?: string): Promise<void> {
  const office = await elsewhere(browser, url);
  await signIn(office, second);
  const { proposals } = await call(office, 'POST /api/staff/proposals', { body: { client_id } });
  const body = { proposal_id: proposals[0]?.id ?? '', current_password: second.password };
  await call(office, 'POST /api/staff/proposals/confirm', { body });
  await office.close();
}

/** Confirms a proposal, by its name, with the password of whoever is at the desk. */
export async function confirm(desk: Page, { password }: Person, name: string): Promise<void> {
  await desk
    .getByRole('main')
    .getByRole('button', { name: en('proposals.confirm_this', { name }) })
    .click();
  await passwordField(desk, en('settings.current_password')).last().fill(password);
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: en('proposals.confirm'), exact: true })
    .click();
}

/** Confirms a change of a setting that an administrator has proposed. */
export async function agreeOnSetting(browser: Browser, key: string): Promise<void> {
  const [second, office] = [demoPerson('viktor'), await elsewhere(browser)];
  await signIn(office, second);
  const { proposals } = await call(office, 'POST /api/staff/proposals', { body: {} });
  const proposal_id = proposals.find((each) => each.kind === 'setting' && each.key === key)?.id ?? '';
  await call(office, 'POST /api/staff/proposals/confirm', { body: { proposal_id, current_password: second.password } });
  await office.close();
}

/** Sets how far a client of one's own has proven who he is, past the screens: one of the staff asks for it, another one agrees. */
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

/** Whoever is signed in to the browser. */
export async function me(context: BrowserContext): Promise<User> {
  const user = await call(context, 'POST /api/client-info', { body: {} });
  if (!('id' in user)) throw new Error('nobody is signed in');
  return user;
}
