import { randomInt } from 'node:crypto';

/** No character that is mistaken for a digit, and no vowel that would make a word. */
const signs = '23456789BCDFGHJKLMNPQRSTVWXZ';

const draw = (length: number) => Array.from({ length }, () => signs[randomInt(signs.length)]).join('');

/** What the client writes into a bank transfer, as `AT-7K3M-9QX2`: 35 bits, unique by the table. */
export const transferReference = (): string => `AT-${draw(4)}-${draw(4)}`;

/**
 * What a provider knows a payment by, as `DEP7KQ4M2P9X38`: 43 bits and two check digits, short enough for every statement
 * that may repeat it.
 */
export const providerReference = (kind: 'DEP' | 'REF' | 'PAY'): string => {
  const start = `${kind}${draw(9)}`;
  return `${start}${checkDigits(start)}`;
};

/** By ISO 7064 mod 97-10, as in an IBAN. */
function checkDigits(text: string): string {
  const digits = Array.from(`${text}00`, (sign) => parseInt(sign, 36)).join('');
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
