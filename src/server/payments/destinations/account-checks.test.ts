import { clabe } from 'clabe-validator';
import { cpf } from 'cpf-cnpj-validator';
import { validate as isRoutingNumber } from 'abavalidator';
import { countrySpecs, isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { countries } from '#contract/kernel/countries.ts';
import { ibanCountries, ibanCountryOf } from '#contract/payments/payouts/iban-countries.ts';
import {
  payableSchemesOf,
  schemeNames,
  schemeOf,
  schemesOf,
  type AccountField,
} from '#contract/payments/payouts/schemes.ts';
import { checkAccount, type Fields } from './account-checks.ts';

const wrongIn = (scheme: string, country: string, fields: Fields) =>
  checkAccount(schemeOf(scheme), country, fields).wrong;

/** The fields of a scheme filled with its own examples, and where it is used. */
function examplesOf(name: string): { country: string; fields: Fields } {
  const { account, details, countries: used } = schemeOf(name);
  const fields = Object.fromEntries([account, ...details].map((field) => [field.name, field.example]));
  return { country: used[0] ?? 'KH', fields };
}

/** The same numbers in each run. */
function randomDigits(seed: number): (length: number) => string {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return (length) => Array.from({ length }, () => Math.floor((next() / 2_147_483_648) * 10)).join('');
}

describe('a country', () => {
  it('has a way to an account, whichever it is', () => {
    expect(countries.filter((country) => schemesOf(country).length === 0)).toEqual([]);
  });

  it('has a way to an account that no wallet has the currency of', () => {
    const reached = (country: string) =>
      payableSchemesOf(country, []).every(
        ({ name, details }) => name === 'iban' || details.some((field) => field.name === 'bic' && field.required),
      );
    expect(countries.filter((country) => payableSchemesOf(country, []).length === 0)).toEqual([]);
    expect(countries.filter((country) => !reached(country))).toEqual([]);
  });

  it('has IBANs where the registry has them, and Brazil, whose banks use them for what comes from abroad only', () => {
    const registry = countries.filter((country) => countrySpecs[country]?.IBANRegistry);
    const missing = registry.filter((country) => !ibanCountryOf(country));
    expect(missing).toEqual(['BR']);
    expect(ibanCountries.filter((country) => !countries.includes(country))).toEqual([]);
  });
});

describe('a scheme', () => {
  it.each(schemeNames)('%s takes its own examples, and needs each of its fields', (name) => {
    const { country, fields } = examplesOf(name);
    expect(wrongIn(name, country, fields)).toEqual([]);
    const { account, details } = schemeOf(name);
    for (const { name: field, required } of [account, ...details]) {
      const { [field]: _left, ...others } = fields;
      expect(wrongIn(name, country, others)).toEqual(required ? [field] : []);
    }
  });

  it.each(schemeNames)('%s refuses a field of another scheme, and nonsense in each of its own', (name) => {
    const { country, fields } = examplesOf(name);
    const { account, details } = schemeOf(name);
    const own = [account, ...details].map((field) => field.name);
    const foreign = (['ifsc', 'clabe'] as AccountField[]).find((field) => !own.includes(field)) ?? 'bsb';
    expect(wrongIn(name, country, { ...fields, [foreign]: '1' })).toEqual([foreign]);
    for (const field of own) expect(wrongIn(name, country, { ...fields, [field]: '\u{1F4B6}' })).toContain(field);
  });
});

/** A number that is right, and how to make it wrong in one place. */
type Numbers = {
  scheme: string;
  country: string;
  field: AccountField;
  right: (digits: (length: number) => string) => string;
  /** Whether another library takes the number too, where a scheme does not see every changed digit. */
  witness?: (value: string) => boolean;
};

const weighted = (digits: string, weights: readonly number[]) =>
  Array.from(digits, (digit, index) => Number(digit) * (weights[index % weights.length] ?? 0)).reduce(
    (a, b) => a + b,
    0,
  );
const tens = (sum: number) => String((10 - (sum % 10)) % 10);

/** The next check digit of a CPF: modulus 11, weights from 2 at the right, 0 for the remainders 0 and 1. */
function brazilianDigit(body: string): string {
  const reversed = body.split('').toReversed().join('');
  const remainder = weighted(reversed, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  return remainder < 2 ? '0' : String(11 - remainder);
}

const numbers: Numbers[] = [
  {
    scheme: 'us_routing',
    country: 'US',
    field: 'routing_number',
    right: (digits) => {
      const body = `0${digits(1).replace('0', '1')}${digits(6)}`;
      return `${body}${tens(weighted(body, [3, 7, 1]))}`;
    },
  },
  {
    scheme: 'mx_clabe',
    country: 'MX',
    field: 'clabe',
    right: (digits) => clabe.calculate(Number(digits(3)), Number(digits(3)), Number(digits(11))),
  },
  {
    scheme: 'br_account',
    country: 'BR',
    field: 'tax_id',
    right: (digits) => {
      const body = `1${digits(8)}`;
      const first = `${body}${brazilianDigit(body)}`;
      return `${first}${brazilianDigit(first)}`;
    },
    // Remainders 0 and 1 both write 0, so a few changed digits stay unseen.
    witness: (value) => cpf.isValid(value),
  },
  {
    scheme: 'ar_cbu',
    country: 'AR',
    field: 'cbu',
    right: (digits) => {
      const [one, other] = [digits(7), digits(13)];
      return `${one}${tens(weighted(one, [7, 1, 3, 9, 7, 1, 3]))}${other}${tens(weighted(other, [3, 9, 7, 1]))}`;
    },
  },
  {
    scheme: 'cl_rut',
    country: 'CL',
    field: 'tax_id',
    right: (digits) => {
      const body = `1${digits(7)}`;
      const rest = 11 - (weighted(body.split('').toReversed().join(''), [2, 3, 4, 5, 6, 7]) % 11);
      return `${body}-${rest === 11 ? '0' : rest === 10 ? 'K' : rest}`;
    },
  },
  {
    scheme: 'ng_nuban',
    country: 'NG',
    field: 'account_number',
    right: (digits) => {
      const body = digits(9);
      return `${body}${tens(weighted(`011${body}`, [3, 7, 3]))}`;
    },
  },
];

describe('check digits', () => {
  it.each(numbers)(
    'of $scheme take 2,000 right numbers, and of 2,000 with one digit changed only those that the scheme cannot see',
    (of) => {
      const digits = randomDigits(of.scheme.length * 7919);
      const { fields } = examplesOf(of.scheme);
      const taken = (value: string) => wrongIn(of.scheme, of.country, { ...fields, [of.field]: value }).length === 0;
      const rights = Array.from({ length: 2000 }, () => of.right(digits));
      expect(rights.filter((value) => !taken(value))).toEqual([]);
      const wrongs = rights.map((value, index) => {
        const at = 1 + (index % 7);
        return `${value.slice(0, at)}${(Number(/\d/.exec(value.slice(at))?.[0] ?? 0) + 1) % 10}${value.slice(at + 1)}`;
      });
      const unseen = wrongs.filter((value, index) => value !== rights[index] && taken(value));
      expect(unseen).toEqual(wrongs.filter((value) => of.witness?.(value)));
      expect(unseen.length).toBeLessThan(10);
    },
  );

  it('of American routing numbers agree with another library', () => {
    const digits = randomDigits(11);
    const { fields } = examplesOf('us_routing');
    const all = Array.from({ length: 2000 }, () => `0${digits(8)}`);
    const taken = all.filter((value) => wrongIn('us_routing', 'US', { ...fields, routing_number: value }).length === 0);
    expect(taken).toEqual(all.filter((value) => isRoutingNumber(value)));
    expect(taken.length).toBeGreaterThan(100);
  });

  it.each([
    ['us_routing', 'US', 'routing_number', '021000022'],
    ['mx_clabe', 'MX', 'clabe', '032180000118359710'],
    ['br_pix', 'BR', 'pix_key', '111.444.777-36'],
    ['br_pix', 'BR', 'pix_key', '+55 11'],
    ['ke_mobile', 'KE', 'phone', '+49 151 23456789'],
    ['in_ifsc', 'IN', 'ifsc', 'HDFC1000001'],
    ['swift', 'KH', 'bic', 'DEUTXXFF'],
  ])('of %s in %s refuse %s %s', (scheme, country, field, value) => {
    const { fields } = examplesOf(scheme);
    expect(wrongIn(scheme, country, { ...fields, [field]: value })).toEqual([field]);
  });

  it.each([
    '12ABC34501DE35',
    '111.444.777-35',
    'ana@example.com',
    '+55 11 91234-5678',
    '7b1c0d6e-0a3f-4a2b-9c3d-5e6f7a8b9c0d',
  ])('of a Pix key take %s', (key) => {
    const { fields } = examplesOf('br_pix');
    expect(wrongIn('br_pix', 'BR', { ...fields, pix_key: key })).toEqual([]);
  });
});

it('fills short numbers with zeros as the bank writes them', () => {
  const { fields } = checkAccount(schemeOf('gb_sort_code'), 'GB', {
    account_number: '1926 819',
    sort_code: '60-16-13',
  });
  expect(fields).toEqual({ account_number: '01926819', sort_code: '601613' });
});

it('agrees with the library about its examples of IBANs', () => {
  expect(isValidIBAN('GB29NWBK60161331926819')).toBe(true);
  expect(wrongIn('iban', 'GB', { iban: 'GB29 NWBK 6016 1331 9268 19' })).toEqual([]);
  expect(wrongIn('iban', 'GB', { iban: 'GB29 NWBK 6016 1331 9268 18' })).toEqual(['iban']);
});
