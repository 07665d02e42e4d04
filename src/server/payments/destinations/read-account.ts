import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import { isCountry } from '#contract/kernel/countries.ts';
import { ibanCountryOf } from '#contract/payments/payouts/iban-countries.ts';
import { compact, payableIn, schemeOf, schemesOf, type AccountField } from '#contract/payments/payouts/schemes.ts';
import { fieldError, refuseField, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { isCardNumber, maskCard } from '../account-numbers.ts';
import type { BankAccount } from '../bank-files/bank-account.ts';
import { checkAccount, type Fields } from './account-checks.ts';
import { readAddress } from './crypto-address.ts';

/** A destination as a client typed it. */
export interface TypedAccount {
  method: PaymentMethod;
  account: string;
  scheme?: string | undefined;
  country?: string | undefined;
  details?: Fields | undefined;
}

/** A destination as it is stored. */
export interface Account {
  scheme: string | null;
  country: string | null;
  account: string;
  details: Fields;
  /** What identifies the account; only a keyed hash of it is stored. */
  known: string;
}

/**
 * Checks an account and puts it in the spelling of its scheme.
 * @param currencies of bank transfers to the client
 * @throws Refusal `payments.scheme` when the country has no such scheme, `payments.scheme_currency` when it takes none of the
 * currencies, `payments.iban`, `payments.account_field`, `payments.card`, `payments.crypto_address`
 */
export function readAccount(
  typed: TypedAccount,
  { config }: Pick<App, 'config'>,
  currencies: readonly string[],
): Account {
  if (typed.method === 'crypto') return readCryptoAddress(typed.account, config.demo ? 'test' : 'main');
  return typed.method === 'sandbox' ? readCard(typed.account) : readBankAccount(typed, currencies);
}

function readCryptoAddress(typed: string, network: 'main' | 'test'): Account {
  const address = readAddress(typed, network);
  if (address === null) throw refuseField('account', 'payments.crypto_address');
  return { scheme: null, country: null, account: address, details: {}, known: address };
}

function readCard(typed: string): Account {
  const card = compact(typed);
  if (!isCardNumber(card)) throw refuseField('account', 'payments.card');
  return { scheme: null, country: null, account: maskCard(card), details: {}, known: card };
}

function readBankAccount(typed: TypedAccount, currencies: readonly string[]): Account {
  const own = schemeOf(typed.scheme ?? 'iban');
  const { currency = '' } = own;
  const { name: main } = own.account;
  const country = main === 'iban' ? countryOfIban(typed) : (typed.country ?? '');
  if (main !== 'iban' && !(isCountry(country) && schemesOf(country).includes(own)))
    throw refuseField('scheme', 'payments.scheme');
  const scheme = payableIn(own, currencies);
  if (!scheme) throw refuseField('scheme', 'payments.scheme_currency', { currency });
  const { fields, wrong } = checkAccount(scheme, country, { ...typed.details, [main]: typed.account });
  if (wrong.length > 0)
    throw refuseFields(
      Object.fromEntries(wrong.map((field) => refusalOf(field, main, { ...typed.details, ...fields }))),
    );
  const { [main]: account = '', ...details } = fields;
  const read = { scheme: scheme.name, country, account, details };
  return { ...read, known: identityOf(read) };
}

/** An IBAN names its bank; any other number is one of many without what stands beside it. */
export const identityOf = ({ scheme, country, account, details }: BankAccount): string =>
  scheme === 'iban' ? account : JSON.stringify([scheme, country, account, codesOf(details)]);

/** An IBAN names its country, whatever was chosen; in territories that write those of another country the choice counts. */
function countryOfIban({ account, country }: TypedAccount): string {
  const written = compact(account).slice(0, 2);
  return country && ibanCountryOf(country) === written ? country : written;
}

/** What belongs to the account itself, unlike where its holder lives. */
const codesOf = ({ address: _address, town: _town, bic: _bic, holder_kana: _name, ...codes }: Fields) =>
  Object.entries(codes).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** The main number is `account` in the call, whatever the scheme names it. */
const refusalOf = (field: AccountField, main: string, fields: Fields): [string, FieldError[]] => {
  const code = field === 'iban' ? 'payments.iban' : 'payments.account_field';
  return [field === main ? 'account' : field, [fieldError(fields[field] ? code : 'validation.required')]];
};
