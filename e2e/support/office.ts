import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { User } from '#contract/auth.ts';
import type { StaffRole } from '#contract/staff-names.ts';
import { call } from './api.ts';
import { demoPerson, register, signIn, withoutGreeting, type Person } from './people.ts';
import { someAddress } from './test.ts';

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

/** Staff whom no other test shares. */
export async function hire(browser: Browser, ...roles: StaffRole[]): Promise<Person> {
  const office = await elsewhere(browser);
  const person = await register(office);
  const { id } = await me(office);
  const administrator = demoPerson('adam');
  await signIn(office, administrator);
  await call(office, 'POST /api/staff/team/roles', {
    body: { client_id: id, roles, reason: 'Begins today.', current_password: administrator.password },
  });
  await office.close();
  return person;
}

/** Whoever is signed in to the browser. */
export async function me(context: BrowserContext): Promise<User> {
  const user = await call(context, 'POST /api/client-info', { body: {} });
  if (!('id' in user)) throw new Error('nobody is signed in');
  return user;
}
