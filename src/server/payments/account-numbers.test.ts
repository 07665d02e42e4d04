import { describe, expect, it } from 'vitest';
import { isCardNumber, isIban, maskAccountNumber, maskCard } from './account-numbers.ts';

describe('an IBAN', () => {
  it.each(['GB29NWBK60161331926819', 'DE89370400440532013000', 'FR1420041010050500013M02606', 'NO9386011117947'])(
    '%s is one',
    (iban) => expect(isIban(iban)).toBe(true),
  );

  // Countries that joined the registry later; the examples are those of the registry.
  it.each([
    'BI4210000100010000332045181',
    'DJ2110002010010409943020008',
    'FK88SC123456789012',
    'HN88CABF00000000000250005469',
    'MN121234123456789123',
    'NI45BAPR00000013000003558124',
    'OM810180000001299123456',
    'RU0304452522540817810538091310419',
    'SD2129010501234001',
    'SO211000001001000100141',
    'YE15CBYE0001018861234567891234',
  ])('%s is one as well', (iban) => expect(isIban(iban)).toBe(true));

  it.each([
    ['a wrong digit', 'GB29NWBK60161331926818'],
    ['two digits changed round', 'DE89370400440532010300'],
    ['a structure that its country does not have', 'GB02123460161331926819'],
    ['too short', 'GB29NWBK6016133192681'],
    ['a country without IBANs', 'US29NWBK60161331926819'],
    ['lower case', 'gb29nwbk60161331926819'],
    ['words', 'IBAN'],
  ])('with %s is none', (_, iban) => expect(isIban(iban)).toBe(false));

  it('is shown by its ends', () => expect(maskAccountNumber('GB29NWBK60161331926819')).toBe('GB29 •••• 6819'));
});

describe('the number of a card', () => {
  it.each(['4242424242424242', '378282246310005'])('%s is one', (card) => expect(isCardNumber(card)).toBe(true));
  it.each(['4242424242424241', '4242', '4242 4242 4242 4242', ''])('%j is none', (card) =>
    expect(isCardNumber(card)).toBe(false),
  );
  it('is shown by its last digits', () => expect(maskCard('4242424242424242')).toBe('•••• 4242'));
});
