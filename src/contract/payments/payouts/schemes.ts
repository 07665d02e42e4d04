// How accounts are written that money may be sent to: which fields, by country. Without the schema library, so that the
// browser may import it for real. What the fields of a scheme have to obey beyond their form (check digits, registers) is
// checked by the server.
import { ibanCountries, ibanCountryOf } from './iban-countries.ts';

export const accountFields = [
  'iban',
  'bic',
  'account_number',
  'account_type',
  'routing_number',
  'sort_code',
  'bsb',
  'institution_number',
  'transit_number',
  'clabe',
  'ifsc',
  'cbu',
  'cci',
  'cnaps',
  'bank_code',
  'branch_code',
  'tax_id',
  'pix_key',
  'phone',
  'operator',
  'holder_kana',
  'address',
  'town',
] as const;
export type AccountField = (typeof accountFields)[number];

export const accountTypes = ['current', 'savings'] as const;

/** One input of a scheme. `pattern` is what is left of it in upper case, without blanks, hyphens, dots and slashes. */
export interface FieldRule {
  name: AccountField;
  pattern: RegExp;
  /** An example that the server takes, as people write it. */
  example: string;
  required: boolean;
  /** The digits of a number that its bank writes with leading zeros, which people leave out. */
  width?: number;
}

export interface AccountScheme {
  name: string;
  /** The number that identifies the account at its bank. */
  account: FieldRule;
  /** What else the bank needs. */
  details: readonly FieldRule[];
  /** The currency in which the scheme sends money at home; any other travels by the bank's BIC. None: any currency. */
  currency?: string;
  /** The countries that use it, the first choice of each unless IBANs are. */
  countries: readonly string[];
}

const rule = (name: AccountField, pattern: RegExp, example: string, required = true): FieldRule => ({
  name,
  pattern,
  example,
  required,
});
const optional = (field: FieldRule): FieldRule => ({ ...field, required: false });

const bic = rule('bic', /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'DEUTDEFF500');
const abroad = optional(bic);
const accountType = rule('account_type', /^(?:CURRENT|SAVINGS)$/, 'current');
const address = rule('address', /^.{8,140}$/, '1 High Street, 62701');
/** Banks refuse a payment abroad whose recipient has no town and country of their own. */
const town = rule('town', /^[\p{L}\p{M}\p{N} .,'’()-]{2,35}$/u, 'Springfield');
const number = (pattern: RegExp, example: string) => rule('account_number', pattern, example);
const bankCode = (pattern: RegExp, example: string) => rule('bank_code', pattern, example);
const branchCode = (pattern: RegExp, example: string) => rule('branch_code', pattern, example);

const iban: AccountScheme = {
  name: 'iban',
  account: rule('iban', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'DE89 3704 0044 0532 0130 00'),
  details: [abroad],
  countries: ibanCountries,
};

/** Where a country has no scheme of its own here: the bank's BIC and the number as the bank writes it. */
const swift: AccountScheme = {
  name: 'swift',
  account: number(/^[A-Z0-9]{4,34}$/, '0123456789'),
  details: [bic, address, town],
  countries: [],
};

/** Schemes of single countries, in the order in which a country offers them. */
const local: readonly AccountScheme[] = [
  {
    name: 'us_routing',
    account: number(/^\d{4,17}$/, '000123456789'),
    details: [rule('routing_number', /^\d{9}$/, '021000021'), accountType, address, town, abroad],
    currency: 'USD',
    countries: ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'],
  },
  {
    name: 'gb_sort_code',
    account: { ...number(/^\d{7,8}$/, '31926819'), width: 8 },
    details: [rule('sort_code', /^\d{6}$/, '60-16-13'), abroad],
    currency: 'GBP',
    countries: ['GB', 'GG', 'IM', 'JE'],
  },
  {
    name: 'au_bsb',
    account: number(/^\d{5,9}$/, '12345678'),
    details: [rule('bsb', /^\d{6}$/, '062-000'), abroad],
    currency: 'AUD',
    countries: ['AU', 'CC', 'CX', 'HM', 'KI', 'NF', 'NR', 'TV'],
  },
  {
    name: 'nz_account',
    account: number(/^\d{15,16}$/, '01-0902-0068389-00'),
    details: [abroad],
    currency: 'NZD',
    countries: ['NZ', 'CK', 'NU', 'PN', 'TK'],
  },
  {
    name: 'ca_transit',
    account: number(/^\d{5,12}$/, '1234567'),
    details: [
      rule('institution_number', /^\d{3}$/, '003'),
      rule('transit_number', /^\d{5}$/, '00012'),
      address,
      town,
      abroad,
    ],
    currency: 'CAD',
    countries: ['CA'],
  },
  {
    name: 'mx_clabe',
    account: rule('clabe', /^\d{18}$/, '032180000118359719'),
    details: [abroad],
    currency: 'MXN',
    countries: ['MX'],
  },
  {
    name: 'br_account',
    account: number(/^\d{1,12}[0-9X]$/, '12345-6'),
    details: [
      bankCode(/^(?:\d{3}|\d{8})$/, '341'),
      branchCode(/^\d{1,5}$/, '1234'),
      accountType,
      rule('tax_id', /^(?:\d{11}|[A-Z0-9]{12}\d{2})$/, '111.444.777-35'),
      abroad,
    ],
    currency: 'BRL',
    countries: ['BR'],
  },
  {
    name: 'br_pix',
    account: rule('pix_key', /^\S{6,77}$/, 'ana@example.com'),
    details: [rule('tax_id', /^(?:\d{11}|[A-Z0-9]{12}\d{2})$/, '111.444.777-35')],
    currency: 'BRL',
    countries: ['BR'],
  },
  {
    name: 'ar_cbu',
    account: rule('cbu', /^\d{22}$/, '0170099220000067797370'),
    details: [abroad],
    currency: 'ARS',
    countries: ['AR'],
  },
  {
    name: 'cl_rut',
    account: number(/^\d{4,20}$/, '00123456789'),
    details: [bankCode(/^\d{3}$/, '012'), accountType, rule('tax_id', /^\d{7,8}[0-9K]$/, '12.345.678-5'), abroad],
    currency: 'CLP',
    countries: ['CL'],
  },
  {
    name: 'co_account',
    account: number(/^\d{6,17}$/, '12345678901'),
    details: [bankCode(/^\d{2,4}$/, '1007'), accountType, rule('tax_id', /^\d{5,11}$/, '1020304050'), abroad],
    currency: 'COP',
    countries: ['CO'],
  },
  {
    name: 'pe_cci',
    account: rule('cci', /^\d{20}$/, '002-193-002206874024-19'),
    details: [abroad],
    currency: 'PEN',
    countries: ['PE'],
  },
  {
    name: 'in_ifsc',
    account: number(/^\d{9,18}$/, '00112345678901'),
    details: [rule('ifsc', /^[A-Z]{4}0[A-Z0-9]{6}$/, 'HDFC0000001'), address, town, abroad],
    currency: 'INR',
    countries: ['IN'],
  },
  {
    name: 'jp_zengin',
    account: { ...number(/^\d{4,7}$/, '1234567'), width: 7 },
    details: [
      bankCode(/^\d{4}$/, '0005'),
      branchCode(/^\d{3}$/, '001'),
      accountType,
      rule('holder_kana', /^[ｦ-ﾟ0-9A-Z\s().-]{2,30}$/, 'ﾔﾏﾀﾞ ﾊﾅｺ'),
      abroad,
    ],
    currency: 'JPY',
    countries: ['JP'],
  },
  {
    name: 'cn_cnaps',
    account: number(/^\d{8,19}$/, '6222020200112345678'),
    details: [rule('cnaps', /^\d{12}$/, '102100099996'), address, town, abroad],
    currency: 'CNY',
    countries: ['CN'],
  },
  {
    name: 'hk_clearing',
    account: number(/^\d{6,12}$/, '123-456789-838'),
    details: [bankCode(/^\d{3}$/, '004'), abroad],
    currency: 'HKD',
    countries: ['HK'],
  },
  {
    name: 'sg_account',
    account: number(/^\d{4,19}$/, '0012345678'),
    details: [bankCode(/^\d{4}$/, '7171'), branchCode(/^\d{3}$/, '001'), abroad],
    currency: 'SGD',
    countries: ['SG'],
  },
  {
    name: 'th_account',
    account: number(/^\d{10,15}$/, '123-4-56789-0'),
    details: [bankCode(/^\d{3}$/, '004'), abroad],
    currency: 'THB',
    countries: ['TH'],
  },
  {
    name: 'id_account',
    account: number(/^\d{8,16}$/, '1234567890'),
    details: [bankCode(/^\d{3}$/, '014'), abroad],
    currency: 'IDR',
    countries: ['ID'],
  },
  {
    name: 'vn_account',
    account: number(/^[A-Z0-9]{6,19}$/, '0071001234567'),
    details: [bankCode(/^\d{6}$/, '970436'), abroad],
    currency: 'VND',
    countries: ['VN'],
  },
  {
    name: 'kr_account',
    account: number(/^\d{10,14}$/, '110-123-456789'),
    details: [bankCode(/^\d{3}$/, '088'), abroad],
    currency: 'KRW',
    countries: ['KR'],
  },
  {
    name: 'tw_account',
    account: number(/^\d{8,14}$/, '123456789012'),
    details: [bankCode(/^\d{3}$/, '812'), branchCode(/^\d{4}$/, '0056'), abroad],
    currency: 'TWD',
    countries: ['TW'],
  },
  {
    name: 'za_account',
    account: number(/^\d{7,11}$/, '62001234567'),
    details: [branchCode(/^\d{6}$/, '250655'), accountType, abroad],
    currency: 'ZAR',
    countries: ['ZA', 'LS', 'NA', 'SZ'],
  },
  {
    name: 'ng_nuban',
    account: number(/^\d{10}$/, '0000014579'),
    details: [bankCode(/^(?:\d{3}|\d{6})$/, '011'), abroad],
    currency: 'NGN',
    countries: ['NG'],
  },
  {
    name: 'ke_account',
    account: number(/^\d{8,14}$/, '0123456789012'),
    details: [bankCode(/^\d{2}$/, '01'), branchCode(/^\d{3}$/, '094'), abroad],
    currency: 'KES',
    countries: ['KE'],
  },
  ...mobileMoney([
    ['KE', 'KES', '+254 712 123456'],
    ['GH', 'GHS', '+233 23 123 4567'],
    ['UG', 'UGX', '+256 712 345678'],
    ['TZ', 'TZS', '+255 621 234 567'],
    ['RW', 'RWF', '+250 720 123 456'],
  ]),
];

/** An account with a telephone company; the number is the account. */
function mobileMoney(places: readonly (readonly [country: string, currency: string, example: string])[]) {
  return places.map(([country, currency, example]): AccountScheme => ({
    name: `${country.toLowerCase()}_mobile`,
    account: rule('phone', /^\+?\d{9,15}$/, example),
    details: [rule('operator', /^(?=.*\p{L}).{2,40}$/u, 'M-Pesa')],
    currency,
    countries: [country],
  }));
}

const all: readonly AccountScheme[] = [iban, swift, ...local];
export const schemeNames = all.map(({ name }) => name);

/** Whether it is an account at a bank; telephones and Pix keys are paid by other ways. */
const isAtBank = ({ account: { name } }: AccountScheme): boolean => name !== 'phone' && name !== 'pix_key';
export const bankSchemeNames = all.filter(isAtBank).map(({ name }) => name);

/** The inputs of a scheme, the number of the account first. */
export const fieldRulesOf = ({ account, details }: AccountScheme): readonly FieldRule[] => [account, ...details];

/** @throws Error when no scheme has the name */
export function schemeOf(name: string): AccountScheme {
  const found = all.find((scheme) => scheme.name === name);
  if (!found) throw new Error(`No account scheme is named ${name}.`);
  return found;
}

/** The schemes of a country, the usual one first. Every country has one of accounts at a bank. */
export function schemesOf(country: string): readonly AccountScheme[] {
  const own = local.filter((scheme) => scheme.countries.includes(country));
  const found = ibanCountryOf(country) ? [iban, ...own] : own;
  return found.some(isAtBank) ? found : [...found, swift];
}

/** Those of accounts at a bank. */
export const bankSchemesOf = (country: string): readonly AccountScheme[] => schemesOf(country).filter(isAtBank);

/** What of an input counts: upper case, without the signs that people group it by. */
export const compact = (text: string): string => text.replaceAll(/[\s./-]/g, '').toUpperCase();

/** Inputs that are words, in which blanks and hyphens count. */
const isText = (name: AccountField): boolean =>
  ['address', 'town', 'operator', 'holder_kana', 'pix_key'].includes(name);

/** An input as it is stored: text with single blanks, numbers without any. */
export function normalised(name: AccountField, text: string): string {
  if (name === 'pix_key') return /^[\d\s./-]+$/.test(text) ? compact(text) : text.replaceAll(/\s/g, '').toLowerCase();
  return isText(name) ? text.trim().replaceAll(/\s+/g, ' ') : compact(text);
}

/** An input as its scheme stores it, with the leading zeros that its bank writes. */
export function spelt({ name, width = 0 }: FieldRule, text: string): string {
  const value = normalised(name, text);
  return /^\d+$/.test(value) ? value.padStart(width, '0') : value;
}

/** Whether an account can be paid in a currency: at home in its own, abroad by the bank's BIC. */
export const reachesIn = (
  scheme: AccountScheme,
  details: Partial<Record<AccountField, string>>,
  currency: string,
): boolean => scheme.currency === undefined || scheme.currency === currency || Boolean(details.bic);

/**
 * A scheme as wallets in `currencies` are paid out through it: where its own is among them as it is, else with the BIC required.
 * None where it has no BIC.
 */
export function payableIn(scheme: AccountScheme, currencies: readonly string[]): AccountScheme | undefined {
  if (scheme.currency === undefined || currencies.includes(scheme.currency)) return scheme;
  if (!scheme.details.includes(abroad)) return undefined;
  return { ...scheme, details: scheme.details.map((field) => (field === abroad ? bic : field)) };
}

/** The schemes of a country through which wallets in `currencies` are paid out. Each country has one, whatever they are. */
export const payableSchemesOf = (country: string, currencies: readonly string[]): readonly AccountScheme[] =>
  schemesOf(country).flatMap((scheme) => payableIn(scheme, currencies) ?? []);
