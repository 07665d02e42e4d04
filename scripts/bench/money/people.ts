import { allowWithdrawals } from '#server/demo/seed.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { encryptedDatabase } from '#test/database/encrypted-handle.ts';
import { newBrowser, headersOf, type Browser } from '#test/browser.ts';
import { iban } from '#test/money/payments.ts';
import { openOffering } from '#test/ipo/offerings.ts';
import { deposit } from '#test/money/wallet.ts';
import { register } from '../../fault/hand.ts';
import { callAs } from '../signed-in.ts';

/** A client who may do all that is measured, with the member of finance who credits their deposits. */
export interface Client {
  url: string;
  browser: Browser;
  wallet: string;
  euros: string;
  number: string;
  destination: string;
  /** Of the terminal, open on the account. */
  terminal: Record<string, string>;
  /** For which no other client applies. */
  offering: string;
  staff: Record<string, string>;
}

const config = readConfig({ NODE_ENV: 'test' });
const password = 'three quiet harbours';

/** Settings under which no client reaches a limit. */
export async function openBroker(db: Db): Promise<void> {
  await allowWithdrawals({ config, db }, new Date());
  await db.run(sql`update conversion_setting set quote_lifetime_s = 300`);
  await db.run(sql`update currency set rate_max_age_s = null`);
  await db.run(sql`update payment_limit set per_operation = null, per_day = null, per_month = null where allowed`);
  await db.run(sql`
    insert into payment_bank_account (currency, beneficiary, bank, iban, bic)
    values ('USD', 'Atrium', 'Harbour Bank', 'DE89370400440532013000', 'HARBDEFF') on conflict do nothing`);
}

/** An offering that takes applications. */
export const newOffering = (db: Db): Promise<string> =>
  openOffering(
    { db, clock: { now: () => new Date() }, app: { config, clock: { now: () => new Date() } } },
    { quota: 1_000_000 },
  );

export async function newClient(url: string, plain: Db): Promise<Client> {
  const db = encryptedDatabase(plain, config);
  const browser = newBrowser(demoSecret);
  const ask = <Answer>(path: string, body: object) => callAs<Answer>(url, browser, path, body);
  const id = await register(url, browser, (_, route, { body }) => ask(route.slice(5), body ?? {}));
  await db.run(sql`update person set verification_level = 3 where id = ${id}`);
  await db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at) values (${newId()}, ${id}, '{}', true, now())`);
  await deposit(plain, id, 1_000_000_000n, new Date());
  const [main] = await ask<{ id: string }[]>('/api/wallets', {});
  const wallet = main?.id ?? '';
  const { id: euros } = await ask<{ id: string }>('/api/wallets/open', { currency_id: 'EUR' });
  const account = { currency_id: 'USD' };
  const { trading_account_id: number } = await ask<{ trading_account_id: string }>(
    '/api/trading-account/create',
    account,
  );
  await ask('/api/trading-account/transfer', {
    trading_account_id: number,
    wallet_id: wallet,
    direction: 'in',
    amount: '100000',
    request_id: newId(),
  });
  const own = { method: 'bank_transfer', account: iban, label: 'Mine', request_id: newId() };
  const { id: destination } = await ask<{ id: string }>('/api/payments/destinations/add', own);
  await db.run(
    sql`update payment_destination set confirmed_at = now(), token_hash = null, token_expires_at = null where id = ${destination}`,
  );
  return {
    url,
    browser,
    wallet,
    euros,
    number,
    destination,
    terminal: await openTerminal(url, browser, number),
    offering: await newOffering(plain),
    staff: headersOf(await newStaff(url, db)),
  };
}

async function openTerminal(url: string, client: Browser, number: string): Promise<Record<string, string>> {
  const browser = newBrowser(demoSecret);
  const { link } = await callAs<{ link: string }>(url, client, '/api/trading-account/autologin', {
    trading_account_id: number,
  });
  const token = link.split('/').at(-1) ?? '';
  const { session } = await callAs<{ session: string }>(url, browser, '/api/paper/session', { token });
  return { ...headersOf(browser), 'x-platform-session': session };
}

/** A member of finance, whose role two people would have to approve, who are no part of what is measured. */
async function newStaff(url: string, db: Db): Promise<Browser> {
  const browser = newBrowser(demoSecret);
  const ask = <Answer>(path: string, body: object) => callAs<Answer>(url, browser, path, body);
  const id = await register(url, browser, (_, route, { body }) => ask(route.slice(5), body ?? {}));
  await db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update person set roles = '{finance}', security_mac = null where id = ${id}`);
    await tx.run(sql`set local session_replication_role = origin`);
  });
  const { email } = await db.one<{ email: string }>(sql`select email from person where id = ${id}`);
  browser.token = (await ask<{ token: string }>('/api/login', { email, password })).token;
  return browser;
}

/** Small deposits that the client has announced and reported as paid: one person may credit so many of them alone. */
export async function reportDeposits({ url, browser, wallet }: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const announced = { wallet_id: wallet, method: 'bank_transfer', amount: '10.00', request_id: newId() };
    const { payment } = await callAs<{ payment: { id: string } }>(url, browser, '/api/payments/deposit', announced);
    await callAs(url, browser, '/api/payments/mark-as-paid', { payment_id: payment.id, request_id: newId() });
    ids.push(payment.id);
  }
  return ids;
}
