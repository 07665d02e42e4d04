import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countries } from '#contract/kernel/countries.ts';
import { bankSchemeNames, bankSchemesOf, fieldRulesOf, schemeOf, spelt } from '#contract/payments/payouts/schemes.ts';
import { validate } from '#test/external-services/iso20022.ts';
import { isoAccount, type BankAccount } from '../bank-files/bank-account.ts';
import { writePaymentOrder } from '../bank-files/pain001.ts';
import type { Fields } from '../destinations/account-checks.ts';
import { wrongFields } from './check-account.ts';
import { isWrittenFor } from './same-account.ts';
import { listFields } from './stored-account.ts';

/** An account of a scheme by its own examples, without the BIC that it may go without. */
function exampleOf(name: string, country = schemeOf(name).countries[0] ?? 'PA'): BankAccount {
  const scheme = schemeOf(name);
  const given = fieldRulesOf(scheme).filter((rule) => rule.required);
  const all = Object.fromEntries(given.map((rule) => [rule.name, spelt(rule, rule.example)])) as Fields;
  const { [scheme.account.name]: account = '', ...details } = all;
  return { scheme: name, country, account, details };
}

const bic = 'DEUTDEFF500';
const withBic = (of: BankAccount): BankAccount => ({ ...of, details: { ...of.details, bic } });

const wrongOf = (of: BankAccount, currency = schemeOf(of.scheme).currency ?? 'EUR') => {
  const { scheme, country, account, details } = of;
  return wrongFields({ currency, scheme, country, fields: { ...details, [schemeOf(scheme).account.name]: account } });
};

/** The schemes whose bank is named by nothing but its BIC. */
const onlyByBic = new Set(['iban', 'mx_clabe', 'ar_cbu', 'pe_cci']);

describe('an account of the operator', () => {
  it('may be in each of the 249 countries', () => {
    expect(countries).toHaveLength(249);
    const taken = countries.filter((country) => {
      const [scheme] = bankSchemesOf(country);
      return scheme !== undefined && wrongOf(withBic(exampleOf(scheme.name, country))).length === 0;
    });
    expect(taken).toEqual(countries);
  });

  it.each(bankSchemeNames)('%s needs the fields of its scheme, and a BIC where nothing else names its bank', (name) => {
    const account = exampleOf(name);
    expect(wrongOf(account)).toEqual(onlyByBic.has(name) ? ['bic'] : []);
    expect(wrongOf(withBic(account))).toEqual([]);
    for (const { name: field } of schemeOf(name).details.filter(({ required }) => required)) {
      const { [field]: _left, ...details } = withBic(account).details;
      expect(wrongOf({ ...account, details })).toEqual([field]);
    }
  });

  it.each(['us_routing', 'gb_sort_code', 'au_bsb', 'jp_zengin'])(
    '%s takes another currency by its BIC only',
    (name) => {
      const account = exampleOf(name);
      expect(wrongOf(account, 'CHF')).toEqual(['bic']);
      expect(wrongOf(withBic(account), 'CHF')).toEqual([]);
    },
  );

  it('is one at a bank of its country: no telephone, no Pix key, no scheme of another country', () => {
    expect(wrongOf(exampleOf('gh_mobile'))).toEqual(['country']);
    expect(wrongOf(exampleOf('br_pix'))).toEqual(['country']);
    expect(wrongOf(exampleOf('us_routing', 'AU'))).toEqual(['country']);
    expect(bankSchemesOf('GH').map(({ name }) => name)).toEqual(['swift']);
  });

  it('is listed in the order of its scheme, the number first', () => {
    expect(listFields(withBic(exampleOf('au_bsb')))).toEqual([
      { field: 'account_number', value: '12345678' },
      { field: 'bsb', value: '062000' },
      { field: 'bic', value: bic },
    ]);
  });
});

const orderBy = (account: BankAccount, currency = 'USD') =>
  writePaymentOrder({
    messageId: 'F1001-abcdef',
    createdAt: new Date('2026-11-23T10:00:00Z'),
    payOn: '2026-11-24',
    currency,
    debtor: { name: 'Harbour Ltd', account: isoAccount(account) },
    transfers: [
      {
        endToEndId: 'P-100001',
        uetr: randomUUID(),
        amountMinor: 25_000n,
        name: 'Anna Martin',
        account: { country: 'FR', iban: 'FR1420041010050500013M02606' },
      },
    ],
  });

describe('a payment order', () => {
  it.each(bankSchemeNames)('from an account %s is valid, with and without a BIC', (name) => {
    const account = exampleOf(name);
    if (!onlyByBic.has(name)) validate(orderBy(account), 'pain.001.001.09');
    const xml = orderBy(withBic(account));
    validate(xml, 'pain.001.001.09');
    expect(xml).toContain(`<DbtrAgt><FinInstnId><BICFI>${bic}</BICFI>`);
  });

  it.each([
    ['us_routing', '<Othr><Id>000123456789</Id></Othr></Id><Tp><Cd>CACC</Cd></Tp><Ccy>USD</Ccy>', 'USABA', '021000021'],
    ['au_bsb', '<Othr><Id>12345678</Id></Othr></Id><Ccy>USD</Ccy>', 'AUBSB', '062000'],
    ['jp_zengin', '<Othr><Id>1234567</Id></Othr></Id><Tp><Cd>CACC</Cd></Tp><Ccy>USD</Ccy>', 'JPZGN', '0005001'],
    ['gb_sort_code', '<Othr><Id>31926819</Id></Othr></Id><Ccy>USD</Ccy>', 'GBDSC', '601613'],
    [
      'nz_account',
      '<Othr><Id>010902006838900</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>USD</Ccy>',
      'NZNCC',
      '010902',
    ],
  ])('from an account %s names it and its bank as its country does', (name, account, system, member) => {
    const xml = orderBy(exampleOf(name));
    expect(xml).toContain(`<DbtrAcct><Id>${account}</DbtrAcct>`);
    expect(xml).toContain(
      `<DbtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>${system}</Cd></ClrSysId><MmbId>${member}</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>`,
    );
  });

  it('from an account without an IBAN is none of SEPA', () => {
    expect(orderBy(withBic(exampleOf('us_routing')), 'EUR')).not.toContain('SEPA');
  });
});

const codesIn = ({ routing_number, bsb, sort_code, bank_code }: Fields): string[] =>
  [routing_number, bsb, sort_code, bank_code].filter((code) => code !== undefined);

describe('what a bank writes for an account', () => {
  it.each<[string, string, Fields?]>([
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['iban', '37040044/0532013000'],
    ['iban', 'DE89370400440532013000EUR'],
    ['us_routing', '021000021/000123456789'],
    ['us_routing', '000123456789USD'],
    ['gb_sort_code', '60-16-13 31926819'],
    ['gb_sort_code', '60161331926819GBP'],
    ['au_bsb', '062-000 1234 5678'],
    ['au_bsb', 'CTBAAU2SXXX/12345678', { bic: 'CTBAAU2S' }],
    ['nz_account', '01-0902-0068389-00'],
    ['ca_transit', '00012-003 1234567'],
    ['ca_transit', '000300012/1234567'],
    ['jp_zengin', '0005-001-1234567'],
    ['hk_clearing', '004-123-456789-838'],
    ['sg_account', '71710010012345678SGD'],
    ['za_account', '250655 62001234567'],
    ['in_ifsc', 'HDFC0000001/00112345678901'],
    ['mx_clabe', '032 180 000118359719'],
    ['swift', '0123456789'],
  ])('is known again: %s as %j', (name, written, details = {}) => {
    const of = exampleOf(name);
    expect(isWrittenFor(written, { ...of, details: { ...of.details, ...details } })).toBe(true);
  });

  it('has zeros before its number only where its scheme says so', () => {
    const british = { ...exampleOf('gb_sort_code'), account: '01926819' };
    expect(isWrittenFor('1926819', british)).toBe(true);
    expect(isWrittenFor('123456789', exampleOf('us_routing'))).toBe(false);
  });

  it.each(bankSchemeNames)('%s is no other account: another digit, another bank, a part of the number', (name) => {
    const of = exampleOf(name);
    const { account, details } = of;
    const last = account.at(-1) === '1' ? '2' : '1';
    expect(isWrittenFor(account, of)).toBe(true);
    expect(isWrittenFor(`${account.slice(0, -1)}${last}`, of)).toBe(false);
    expect(isWrittenFor(`999999${account}`, of)).toBe(false);
    expect(isWrittenFor(account.slice(0, -1), of)).toBe(false);
    for (const code of codesIn(details))
      expect(isWrittenFor(`${code.slice(0, -1)}${code.endsWith('1') ? 2 : 1}${account}`, of)).toBe(false);
  });
});
