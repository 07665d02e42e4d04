import { isDeepStrictEqual } from 'node:util';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import { isIban } from '#server/payments/account-numbers.ts';
import type { App } from '#server/platform/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { checkEmailPassword } from './email/password.ts';
import { currencyStores } from './stored/currencies.ts';

type Rates = SettingValues['currencies.rates'];

/** The currency that the product computes in: the main wallet of each client, tiers and limits. */
const baseCurrency = 'USD';

/**
 * Whether a value names what there is; its shape is right by then.
 * @throws Refusal on `value`: `settings.picture`, `settings.font`, `settings.brand_host`, `settings.base_currency`, `settings.currency_unrated`,
 * `settings.each_currency`, `settings.each_rate`, `settings.rate_ahead`, `settings.email_password`, `settings.not_simulated`, `settings.client_iban`, `settings.client_iban_twice`
 */
export async function checkNamed(
  { clock, config }: Pick<App, 'clock' | 'config'>,
  db: Queries,
  key: SettingKey,
  value: unknown,
): Promise<void> {
  if (key === 'brand.logo_light' || key === 'brand.logo_dark') await checkPicture(db, value as string | null);
  if (key === 'brand.font') await checkFont(db, value as SettingValues['brand.font']);
  if (key === 'brands.others') await checkBrands(config, db, value as SettingValues['brands.others']);
  if (key === 'currencies.wallets' || key === 'currencies.accounts') {
    checkCurrencies(value as string[]);
    await checkRated(db, value as string[]);
  }
  if (key === 'currencies.rates') await checkRates(db, value as Rates, clock.now());
  if (isOfCurrencies(key))
    await checkRated(
      db,
      (value as { currency: string }[]).map(({ currency }) => currency),
    );
  if (key === 'email.server') await checkEmailPassword(db, value as SettingValues['email.server']);
  if (key === 'currencies.spreads') await checkSpreads(db, value as SettingValues['currencies.spreads']);
  if (key === 'payments.client_ibans') await checkClientIbans(db, value as SettingValues[typeof key]);
  if (key === 'payments.automatic_approval') await checkSimulated(db, value as SettingValues[typeof key], clock.now());
}

async function checkPicture(db: Queries, id: string | null): Promise<void> {
  if (id === null) return;
  const picture = await db.maybeOne(sql`select from brand_picture where id = ${id}`);
  if (!picture) throw refuseField('value', 'settings.picture');
}

async function checkFont(db: Queries, font: SettingValues['brand.font']): Promise<void> {
  if (font === null) return;
  const ids = [...new Set([font.regular, font.semibold ?? font.regular])];
  const found = await db.rows(sql`select from brand_font where id = any(${ids})`);
  if (found.length !== ids.length) throw refuseField('value', 'settings.font');
}

/** A brand has a name of this installation that is not its first one, so no link leads to a server that is not ours. */
async function checkBrands(
  { appUrl, hosts }: Pick<Config, 'appUrl' | 'hosts'>,
  db: Queries,
  brands: SettingValues['brands.others'],
): Promise<void> {
  const free = new Set(hosts.filter((name) => name !== new URL(appUrl).hostname));
  if (brands.some(({ host }) => !free.has(host))) throw refuseField('value', 'settings.brand_host');
  for (const { logo_light: light, logo_dark: dark, font } of brands) {
    await checkPicture(db, light);
    await checkPicture(db, dark);
    await checkFont(db, font);
  }
}

function checkCurrencies(codes: string[]): void {
  if (!codes.includes(baseCurrency)) throw refuseField('value', 'settings.base_currency', { currency: baseCurrency });
}

/** Settings of which each row is in a currency. */
const isOfCurrencies = (key: SettingKey) =>
  key === 'payments.bank_accounts' || key === 'payments.client_ibans' || key === 'payments.terms';

/** Only a currency with a rate is in use: without one, nothing in it could be valued or limited. */
async function checkRated(db: Queries, currencies: string[]): Promise<void> {
  const inUse = await currenciesInUse(db);
  const currency = currencies.find((each) => !inUse.includes(each));
  if (currency !== undefined) throw refuseField('value', 'settings.currency_unrated', { currency });
}

/** Each currency of the operator has one, once; the market's and the dollar have none here. */
async function checkRates(db: Queries, rates: Rates, now: Date): Promise<void> {
  const given = new Set(rates.map(({ currency }) => currency));
  const inUse = await currenciesInUse(db);
  const present = await currencyStores['currencies.rates'].read(db);
  const own = present.map(({ currency }) => currency);
  const isComplete = given.size === rates.length && own.every((code) => given.has(code));
  if (!isComplete || inUse.some((code) => given.has(code) && !own.includes(code)))
    throw refuseField('value', 'settings.each_rate');
  const today = now.toISOString().slice(0, 10);
  const stays = ({ currency, on }: Rates[number]) =>
    present.some((each) => each.currency === currency && each.on === on);
  const ahead = rates.find((each) => each.on > today && !stays(each));
  if (ahead) throw refuseField('value', 'settings.rate_ahead', { currency: ahead.currency });
}

/** Each currency has one, so that none is left as it was by mistake. */
async function checkSpreads(db: Queries, spreads: SettingValues['currencies.spreads']): Promise<void> {
  const currencies = spreads.map(({ currency }) => currency);
  if (!isDeepStrictEqual(currencies, await currenciesInUse(db))) throw refuseField('value', 'settings.each_currency');
}

/** Each is an IBAN, once, and none of the accounts that all clients pay to. */
async function checkClientIbans(db: Queries, value: SettingValues['payments.client_ibans']): Promise<void> {
  const accounts = await db.rows<{ iban: string }>(sql`select iban from payment_bank_account where iban is not null`);
  const seen = new Set(accounts.map(({ iban }) => iban));
  for (const iban of value.flatMap(({ ibans }) => ibans)) {
    if (!isIban(iban)) throw refuseField('value', 'settings.client_iban', { iban });
    if (seen.has(iban)) throw refuseField('value', 'settings.client_iban_twice', { iban });
    seen.add(iban);
  }
}

/** Exactly these rules were tried on past withdrawals in the last 24 hours; the database checks the same. */
async function checkSimulated(
  db: Queries,
  value: SettingValues['payments.automatic_approval'],
  at: Date,
): Promise<void> {
  if (value.rules.length === 0) return;
  const { simulated } = await db.one<{ simulated: boolean }>(sql`
    select automatic_approval_is_simulated(${JSON.stringify(value)}::jsonb, ${at}) as simulated`);
  if (!simulated) throw refuseField('value', 'settings.not_simulated');
}
