import { clabe } from 'clabe-validator';
import fc from 'fast-check';
import { countrySpecs, isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { ibanCountries } from '#contract/payments/payouts/iban-countries.ts';
import { schemeNames, schemeOf, type AccountField, type FieldRule } from '#contract/payments/payouts/schemes.ts';
import { checkAccount, type Fields } from './account-checks.ts';

const count = 200;
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const tens = (sum: number) => (10 - (sum % 10)) % 10;
const weighted = (number: string, weights: readonly number[]) =>
  Array.from(number, (digit, index) => Number(digit) * (weights[index % weights.length] ?? 0)).reduce(
    (sum, each) => sum + each,
    0,
  );
const withTens = (body: string, weights: readonly number[]) => `${body}${tens(weighted(body, weights))}`;

/** Modulus 11 from the right, as the tax offices of Brazil and Chile use it. */
function withElevens(body: string, weights: readonly number[], sign: (digit: number) => string): string {
  return `${body}${sign(11 - (weighted(body.split('').toReversed().join(''), weights) % 11))}`;
}
const brazilian = (digit: number) => (digit > 9 ? '0' : String(digit));
const chilean = (digit: number) => (digit === 11 ? '0' : digit === 10 ? 'K' : String(digit));
const cpf = (body: string) =>
  [0, 1].reduce((number) => withElevens(number, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], brazilian), body);

/** ISO 13616: what remains of a number by 97 is 1. */
function ibanOf(country: string, bban: string): string {
  const number = Array.from(`${bban}${country}00`, (sign) => parseInt(sign, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}
/** Countries whose accounts have no check digits of their own. */
const plain = ibanCountries.flatMap((country) => {
  const { bban_regexp: form, bban_validation_func: own, chars } = countrySpecs[country] ?? {};
  // Some of its patterns have no end.
  return form && chars && !own ? [{ country, form: new RegExp(`${form}$`), length: chars - 4 }] : [];
});
const phone = (prefix: string, length: number) => digits(length).map((rest) => `${prefix}${rest}`);

/** Right values of fields that obey more than their pattern, made by the rule as its authority has it. */
const made: Readonly<Record<string, fc.Arbitrary<string>>> = {
  iban: fc.constantFrom(...plain).chain(({ country, form, length }) =>
    fc
      .stringMatching(form)
      .filter((bban) => bban.length === length && /^[A-Z0-9]+$/.test(bban))
      .map((bban) => ibanOf(country, bban)),
  ),
  bic: fc.stringMatching(/^[A-Z]{4}DE[A-Z0-9]{2}$/),
  routing_number: digits(7).map((rest) => withTens(`0${rest}`, [3, 7, 1])),
  clabe: digits(17).map((body) => clabeOf(body)),
  cbu: fc
    .tuple(digits(7), digits(13))
    .map(([bank, account]) => `${withTens(bank, [7, 1, 3, 9, 7, 1, 3])}${withTens(account, [3, 9, 7, 1])}`),
  pix_key: fc.uuid(),
  'br_account.tax_id': digits(8).map((rest) => cpf(`1${rest}`)),
  'br_pix.tax_id': digits(8).map((rest) => cpf(`1${rest}`)),
  'cl_rut.tax_id': digits(6).map((rest) => withElevens(`12${rest}`, [2, 3, 4, 5, 6, 7], chilean)),
  'ke_mobile.phone': phone('+254712', 6),
  'gh_mobile.phone': phone('+23324', 7),
  'ug_mobile.phone': phone('+256772', 6),
  'tz_mobile.phone': phone('+255754', 6),
  'rw_mobile.phone': phone('+250788', 6),
};

/** Weights 3, 7, 1, of each product the last digit. */
function clabeOf(body: string): string {
  const products = Array.from(body, (digit, index) => (Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10);
  return `${body}${tens(products.reduce((sum, each) => sum + each, 0))}`;
}

/** Words stay as the example has them. */
const words: ReadonlySet<AccountField> = new Set(['address', 'town', 'operator', 'holder_kana', 'account_type']);

const valuesOf = (scheme: string, { name, pattern, example }: FieldRule): fc.Arbitrary<string> =>
  made[`${scheme}.${name}`] ?? made[name] ?? (words.has(name) ? fc.constant(example) : fc.stringMatching(pattern));

/** The same in each run. */
function accountsOf(name: string): Fields[] {
  const { account, details } = schemeOf(name);
  const fields = Object.fromEntries([account, ...details].map((rule) => [rule.name, valuesOf(name, rule)]));
  const all = fc.record(fields).map((each): Fields => (name === 'ng_nuban' ? { ...each, ...nubanOf(each) } : each));
  return fc.sample(all, { numRuns: count, seed: 19 });
}

/** Its check digit is of the bank’s code and the number. */
function nubanOf({ bank_code: bank = '', account_number: number = '' }: Fields): Fields {
  return { account_number: withTens(`${bank.padStart(6, '0')}${number.slice(0, 9)}`, [3, 7, 3]).slice(6) };
}

const countryOf = (name: string) => schemeOf(name).countries[0] ?? 'KH';
const wrongIn = (name: string, fields: Fields) => checkAccount(schemeOf(name), countryOf(name), fields).wrong;

describe('of 200 accounts', () => {
  it.each(schemeNames)('%s takes each that is right, and refuses each whose number is wrong', (name) => {
    const main = schemeOf(name).account.name;
    const accounts = accountsOf(name);
    expect(accounts.filter((fields) => wrongIn(name, fields).length > 0)).toEqual([]);
    const wrongs = accounts.map((fields, index): Fields => {
      const number = fields[main] ?? '';
      // A sign that no number has, or more digits than the longest has.
      return { ...fields, [main]: index % 2 === 0 ? `${number.slice(0, -1)}#` : `${number}${'7'.repeat(75)}` };
    });
    expect(wrongs.filter((fields) => !wrongIn(name, fields).includes(main))).toEqual([]);
    expect([accounts.length, wrongs.length]).toEqual([count, count]);
  });

  it.each(['iban', 'mx_clabe', 'ar_cbu', 'ng_nuban'])('%s refuses each in which one digit is another', (name) => {
    const main = schemeOf(name).account.name;
    const changed = accountsOf(name).map((fields): Fields => {
      const number = fields[main] ?? '';
      return { ...fields, [main]: `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}` };
    });
    const digitsLast = changed.filter((fields) => !fields[main]?.endsWith('NaN'));
    expect(digitsLast.length).toBeGreaterThan(count / 2);
    expect(digitsLast.filter((fields) => !wrongIn(name, fields).includes(main))).toEqual([]);
  });
});

it('another library knows the same check digits of CLABEs', () => {
  for (const { clabe: number = '' } of accountsOf('mx_clabe'))
    expect(clabe.validate(number).checksum).toBe(Number(number.at(-1)));
});

it.each([
  ['NL91ABNA0417164300', true],
  ['NL91 ABNA 0417 1643 00', true],
  ['NL91-ABNA-0417-1643-00', true],
  ['CH4431999123000889012', true],
  ['NL92ABNA0517164300', false],
  ['NL91ABNA0517164300', false],
  ['NL91A7NA0517164300', false],
])('%s, an example of ibantools, is right: %s', (iban, isRight) => {
  expect(isValidIBAN(iban.replaceAll(/[ -]/g, ''))).toBe(isRight);
  expect(wrongIn('iban', { iban })).toEqual(isRight ? [] : ['iban']);
});
