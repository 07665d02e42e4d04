import { describe, expect, it } from 'vitest';
import { maskCardNumbers } from './mask-cards.ts';

describe('maskCardNumbers', () => {
  it.each([
    ['in one piece', 'card 4111111111111111 declined', 'card ••••••••••••1111 declined'],
    ['in groups', 'card 4111 1111 1111 1111.', 'card •••• •••• •••• 1111.'],
    ['with dashes', '5555-5555-5555-4444', '••••-••••-••••-4444'],
    ['of 15 digits', '3782 822463 10005', '•••• •••••• •0005'],
    ['of 13 and 19 digits', '4222222222222, 6304000000000000000', '•••••••••2222, •••••••••••••••0000'],
    ['after a date', '2026-11-20 4111 1111 1111 1111', '2026-11-20 •••• •••• •••• 1111'],
    ['that overlaps another by chance', '2026-11-21 4111 1111 1111 1111', '••••-••-•• •••• •••• •••• 1111'],
    ['before an amount', '4111111111111111 100.00 USD', '••••••••••••1111 100.00 USD'],
    ['twice', '4111111111111111 5555555555554444', '••••••••••••1111 ••••••••••••4444'],
    ['in Arabic digits', '٤١١١ ١١١١ ١١١١ ١١١١', '•••• •••• •••• ١١١١'],
  ])('hides a number %s', (_, text, expected) => {
    expect(maskCardNumbers(text)).toBe(expected);
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['twelve digits', '411111111117'],
    ['twenty digits', '41111111111111111111'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['a phone number and an amount', '+44 20 7946 0000, 1 236.00 USD on 21.11.2026'],
    ['no digits', 'My deposit has not arrived.'],
  ])('leaves %s alone', (_, text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });

  it('is quick with hostile text', () => {
    expect(maskCardNumbers('1 '.repeat(1000))).toHaveLength(2000);
  });
});
