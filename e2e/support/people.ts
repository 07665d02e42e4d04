import { randomInt, randomUUID } from 'node:crypto';
import { expect, type BrowserContext } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { demoPassword, demoPeople } from '#server/demo/people.ts';
import { call } from './api.ts';

/** A person who can sign in. */
export interface Person {
  firstName: string;
  secondName: string;
  email: string;
  password: string;
}

/** A person whom the server does not know. */
export const newcomer = ({ secondName = 'Berg' } = {}): Person => ({
  firstName: 'Ida',
  secondName,
  email: `ida.${randomUUID().slice(0, 13)}@example.com`,
  password: 'three quiet harbours',
});

/**
 * A person of the demo broker, by first name in lower case. Several tests share them: read, and leave them as they
 * were.
 */
export function demoPerson(id: string): Person {
  const person = demoPeople.find((one) => one.id === id);
  if (!person) throw new Error(`nobody in the demo broker is called ${id}`);
  return { ...person, password: demoPassword };
}

/** A name that no other test uses. */
export const someName = () => `Berg ${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`;
const letters = 'abcdefghijklmnoprstuvy';

/** Registers a client of one's own, who is then signed in to this browser. */
export async function register(
  context: BrowserContext,
  { language, secondName }: { language?: Language; secondName?: string } = {},
): Promise<Person> {
  const person = newcomer(secondName === undefined ? {} : { secondName });
  await leavePages(context);
  await openAnyPage(context);
  const response = await call(context, 'POST /api/register', {
    body: {
      first_name: person.firstName,
      second_name: person.secondName,
      email: person.email,
      password: person.password,
      password_confirmation: person.password,
      country: 'DE',
      terms: true,
      ...(language ? { language } : {}),
    },
  });
  if (!('token' in response)) throw new Error(`${person.email} has to confirm the address first`);
  await store(context, stored.token, response.token);
  return person;
}

/** Signs a person in to this browser, without its pages. */
export async function signIn(context: BrowserContext, { email, password }: Person): Promise<void> {
  await leavePages(context);
  await openAnyPage(context);
  const response = await call(context, 'POST /api/login', { body: { email, password } });
  if ('challenge' in response) throw new Error(`${email} has a second factor`);
  await store(context, stored.token, response.token);
}

/** Opens trading accounts for the person signed in to this browser. */
export async function openAccounts(context: BrowserContext, ...currencies: string[]): Promise<string[]> {
  const numbers: string[] = [];
  for (const currency_id of currencies) {
    const account = await call(context, 'POST /api/trading-account/create', { body: { currency_id } });
    numbers.push(account.trading_account_id);
  }
  return numbers;
}

/** Puts a cookie of the product into this browser, as an earlier visit would have left it. */
export async function store(context: BrowserContext, name: string, value: string): Promise<void> {
  await context.addCookies([{ name, value: encodeURIComponent(value), url: await originOf(context), sameSite: 'Lax' }]);
}

/** The greeting has been seen, so it is not in the way. */
export const withoutGreeting = (context: BrowserContext): Promise<void> => store(context, stored.welcomeShown, '1');

/**
 * An open page notices that its person is signed out, or another one in, and reloads, in place of where the test goes
 * next. A reload that has begun interrupts leaving it, which then begins again.
 */
const leavePages = (context: BrowserContext) =>
  Promise.all(context.pages().map((page) => expect(() => page.goto('about:blank')).toPass()));

/** The anti-forgery cookie comes with any page. */
const openAnyPage = (context: BrowserContext) => context.request.get('/en/login');

async function originOf(context: BrowserContext): Promise<string> {
  return new URL((await context.request.head('/healthz')).url()).origin;
}
