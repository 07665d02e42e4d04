import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bankSchemeNames, normalised, schemeOf } from '#contract/payments/payouts/schemes.ts';
import { validate } from '#test/external-services/iso20022.ts';
import { isoAccount } from './bank-account.ts';
import { bankText } from './bank-text.ts';
import { writePaymentOrder, type PaymentOrder, type Transfer } from './pain001.ts';

const order: Omit<PaymentOrder, 'transfers'> = {
  messageId: 'F1001-abcdef',
  createdAt: new Date('2026-11-23T10:00:00.123Z'),
  payOn: '2026-11-24',
  currency: 'EUR',
  debtor: {
    name: 'Harbour & Söhne GmbH',
    account: { country: 'DE', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  },
};

const transfer = (over: Partial<Transfer>): Transfer => ({
  endToEndId: 'P-100001',
  uetr: randomUUID(),
  amountMinor: 25_050n,
  name: 'Anna Martin',
  account: { country: 'FR', iban: 'FR1420041010050500013M02606' },
  ...over,
});

describe('a payment order', () => {
  it('is valid for an account of every scheme that a bank can pay', () => {
    const transfers = bankSchemeNames.map((name, index) => {
      const { account, details, countries } = schemeOf(name);
      const values = Object.fromEntries(details.map((rule) => [rule.name, normalised(rule.name, rule.example)]));
      return transfer({
        endToEndId: `P-${index}`,
        account: isoAccount({
          scheme: name,
          country: countries[0] ?? 'PA',
          account: normalised(account.name, account.example),
          details: values,
        }),
      });
    });
    const xml = writePaymentOrder({ ...order, transfers });
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(transfers.length);
    expect(xml).toContain('<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>');
    expect(xml).toContain('<MmbId>000300012</MmbId>');
    // Abroad a bank wants town and country in elements of their own.
    const address = '<TwnNm>Springfield</TwnNm><Ctry>US</Ctry><AdrLine>1 High Street, 62701</AdrLine>';
    expect(xml).toContain(`<PstlAdr>${address}</PstlAdr>`);
    const taxId = (kind: string, number: string) =>
      `<Id><${kind}><Othr><Id>${number}</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></${kind}></Id></Cdtr>`;
    for (const number of ['11144477735', '123456785', '1020304050']) expect(xml).toContain(taxId('PrvtId', number));
    expect(xml.match(/TXID/g)).toHaveLength(3);
    validate(xml, 'pain.001.001.09');
  });

  it('names a company of Brazil by its tax number among organisations', () => {
    const details = { bank_code: '341', branch_code: '1234', account_type: 'CURRENT', tax_id: '12ABC34501DE35' };
    const account = isoAccount({ scheme: 'br_account', country: 'BR', account: '123456', details });
    const xml = writePaymentOrder({ ...order, currency: 'BRL', transfers: [transfer({ account })] });
    expect(xml).toContain('<OrgId><Othr><Id>12ABC34501DE35</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId>');
    validate(xml, 'pain.001.001.09');
  });

  it('names the holder of a Japanese account in kana where a Japanese bank pays yen, and in Latin script elsewhere', () => {
    const details = { bank_code: '0005', branch_code: '001', account_type: 'SAVINGS', holder_kana: 'ｼｮｰﾄ ｷｬｻﾘﾝ' };
    const payee = transfer({
      name: 'Catherine Short',
      account: isoAccount({ scheme: 'jp_zengin', country: 'JP', account: '1234567', details }),
    });
    const german = { ...order, currency: 'JPY', transfers: [payee] };
    const nameIn = (of: PaymentOrder) => {
      const xml = writePaymentOrder(of);
      validate(xml, 'pain.001.001.09');
      return /<Cdtr><Nm>(.*?)<\/Nm>/.exec(xml)?.[1];
    };
    const own = isoAccount({ scheme: 'jp_zengin', country: 'JP', account: '7654321', details });
    const japanese = { ...german, debtor: { name: 'Harbour', account: own } };
    expect(nameIn(japanese)).toBe('ｼﾖ-ﾄ ｷﾔｻﾘﾝ');
    expect(nameIn(german)).toBe('Catherine Short');
    expect(nameIn({ ...japanese, currency: 'USD' })).toBe('Catherine Short');
  });

  it('parts transfers of SEPA from others, and sums each part and the whole', () => {
    const abroad = transfer({
      endToEndId: 'P-2',
      amountMinor: 1n,
      account: { country: 'PA', number: '1', bic: 'BAGEPAPA' },
    });
    const xml = writePaymentOrder({ ...order, transfers: [transfer({}), abroad] });
    validate(xml, 'pain.001.001.09');
    expect(xml.match(/<NbOfTxs>\d+<\/NbOfTxs><CtrlSum>[\d.]+<\/CtrlSum>/g)).toEqual([
      '<NbOfTxs>2</NbOfTxs><CtrlSum>250.51</CtrlSum>',
      '<NbOfTxs>1</NbOfTxs><CtrlSum>250.50</CtrlSum>',
      '<NbOfTxs>1</NbOfTxs><CtrlSum>0.01</CtrlSum>',
    ]);
    expect(xml.match(/<ChrgBr>\w+</g)).toEqual(['<ChrgBr>SLEV<', '<ChrgBr>SHAR<']);
  });

  it('has the digits of its currency', () => {
    const yen = writePaymentOrder({ ...order, currency: 'JPY', transfers: [transfer({ amountMinor: 500n })] });
    expect(yen).toContain('<InstdAmt Ccy="JPY">500</InstdAmt>');
  });

  it('escapes what people write, and refuses an amount of nothing', () => {
    const xml = writePaymentOrder({ ...order, transfers: [transfer({ name: '<Nm> & "Ça"' })] });
    expect(xml).toContain('<Nm>.Nm. + .Ca.</Nm>');
    expect(() => writePaymentOrder({ ...order, transfers: [transfer({ amountMinor: 0n })] })).toThrow(RangeError);
    expect(() => writePaymentOrder({ ...order, transfers: [] })).toThrow(RangeError);
  });
});

describe('a text for banks', () => {
  it.each([
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Søren Ærø', 'Soren Aero'],
    ['Ющенко Олександр', 'Yushchenko Oleksandr'],
    ['محمد', 'mhmd'],
    ['//A//B/', 'A/B'],
    ['Jürgen  Groß\u00a0jr.', 'Jurgen Gross jr.'],
  ])('writes %s as %s', (text, expected) => {
    expect(bankText(text, 70)).toBe(expected);
  });

  it('has only signs that banks take', () => {
    for (const text of ['名前', 'Αθήνα', '😀', 'שלום', 'a\u0000b'])
      expect(bankText(text, 70)).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]+$/);
  });
});
