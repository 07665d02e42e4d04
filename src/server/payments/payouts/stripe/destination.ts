import type { PayoutDestination } from '#server/platform/connections/ports/payouts.ts';
import { schemeOf } from '#contract/payments/payouts/schemes.ts';
import type { Published } from './shapes.ts';

/** An account as Stripe writes those of every country, by what a payout needs of it. */
export interface BankAccount {
  account_number: string;
  bank_account_type?: 'checking' | 'savings';
  branch_number?: string;
  country: string;
  currency: string;
  routing_number?: string;
  swift_code?: string;
}

type Details = PayoutDestination['details'];
type Fields = Omit<BankAccount, 'country' | 'currency'>;

const typeOf = ({ account_type: type }: Details) =>
  type?.toLowerCase() === 'savings' ? ('savings' as const) : ('checking' as const);

/** Accounts at home in their own currency. */
const local: Readonly<Record<string, (account: string, of: Details) => Fields>> = {
  us_routing: (account, of) => ({
    account_number: account,
    routing_number: of['routing_number'] ?? '',
    bank_account_type: typeOf(of),
  }),
  gb_sort_code: (account, of) => ({
    account_number: account.padStart(8, '0'),
    routing_number: of['sort_code'] ?? '',
  }),
  au_bsb: (account, of) => ({ account_number: account, routing_number: of['bsb'] ?? '' }),
  nz_account: (account) => ({ account_number: account }),
  ca_transit: (account, of) => ({
    account_number: account,
    routing_number: of['institution_number'] ?? '',
    branch_number: of['transit_number'] ?? '',
  }),
  mx_clabe: (account) => ({ account_number: account }),
  in_ifsc: (account, of) => ({ account_number: account, routing_number: of['ifsc'] ?? '' }),
  hk_clearing: (account, of) => ({ account_number: account, routing_number: of['bank_code'] ?? '' }),
  sg_account: (account, of) => ({
    account_number: account,
    routing_number: of['bank_code'] ?? '',
    branch_number: of['branch_code'] ?? '',
  }),
  th_account: (account, of) => ({ account_number: account, routing_number: of['bank_code'] ?? '' }),
  za_account: (account, of) => ({
    account_number: account,
    routing_number: of['branch_code'] ?? '',
    bank_account_type: typeOf(of),
  }),
};

/** Countries of the euro area that Stripe pays to. */
const euro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** What accounts with an IBAN are paid in elsewhere. */
const ownCurrency: Readonly<Record<string, string>> = {
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  LI: 'CHF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
};

/**
 * The account of a destination as Stripe knows it; null for one that it does not reach, which other ways pay. It pays an
 * account in the currency of its country, so that nothing is converted.
 */
export function bankAccountOf(to: PayoutDestination, currency: string): BankAccount | null {
  const fields = fieldsOf(to, currency);
  const { bic } = to.details;
  return (
    fields && { ...fields, ...(bic && { swift_code: bic }), country: to.country, currency: currency.toLowerCase() }
  );
}

/** Without the code of the bank where Stripe does not ask for it. */
export function asPublished({ swift_code: bic, ...account }: BankAccount, { countries }: Published): BankAccount {
  const isAsked = countries[account.country]?.fields.some(({ stripe_name: name }) => name === 'swift_code');
  return { ...account, ...(bic && isAsked && { swift_code: bic }) };
}

function fieldsOf({ scheme, country, account, details }: PayoutDestination, currency: string): Fields | null {
  if (scheme !== 'iban')
    return schemeOf(scheme).currency === currency ? (local[scheme]?.(account, details) ?? null) : null;
  // Stripe knows British accounts by sort code and number, which the IBAN holds.
  if (country === 'GB')
    return currency === 'GBP' ? { account_number: account.slice(14), routing_number: account.slice(8, 14) } : null;
  const own = euro.has(country) ? 'EUR' : ownCurrency[country];
  return own === currency ? { account_number: account } : null;
}

const named = ['account_number', 'routing_number', 'branch_number', 'swift_code', 'bank_account_type'] as const;

/** What of an account is not as Stripe publishes it for the country; null when all is. */
export function unlikePublished(account: BankAccount, { countries }: Published): string | null {
  const { fields } = countries[account.country] ?? { fields: [] };
  if (fields.length === 0) return `Stripe publishes no bank accounts in ${account.country}`;
  for (const { stripe_name: name, currencies, min_length: least, max_length: most, validation_regex: form } of fields) {
    if (currencies?.length && !currencies.includes(account.currency))
      return `Stripe pays no ${account.currency.toUpperCase()} to bank accounts in ${account.country}`;
    // A field that is not known here has no value, so its form is not met unless it may be empty.
    const known = named.find((each) => each === name);
    const value = (known && account[known]) ?? '';
    if (value.length < least || value.length > most || !hasForm(value, form))
      return `the account has not the form of ${name} in ${account.country}`;
  }
  const known = new Set(fields.map(({ stripe_name: name }) => name));
  const more = (['routing_number', 'branch_number'] as const).find((each) => account[each] && !known.has(each));
  return more ? `Stripe asks for no ${more} in ${account.country}` : null;
}

/** By a pattern of Ruby, which writes the ends of a text as \A and \z. One that cannot be read fits nothing. */
function hasForm(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern.replaceAll('\\A', '^').replaceAll(/\\[zZ]/g, '$'), 'u').test(value);
  } catch {
    return false;
  }
}
