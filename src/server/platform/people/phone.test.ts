import { expect, it } from 'vitest';
import { readPhone } from './phone.ts';

it.each([
  ['+44 (20) 7946-0018', 'DE', '+442079460018'],
  ['0044 20 7946 0018', 'DE', '+442079460018'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['030/901820', 'DE', '+4930901820'],
  ['+39 02 00000187', 'IT', '+390200000187'],
  ['02 00000187', 'IT', '+390200000187'],
  ['8 (912) 345-67-89', 'RU', '+79123456789'],
  ['(212) 555-0187', 'US', '+12125550187'],
  ['9123 4567', 'SG', '+6591234567'],
  ['+971 4 555 0142', 'AE', '+97145550142'],
])('%s of %s is %s', (text, country, number) => expect(readPhone(text, country)).toBe(number));

it.each([
  ['+1 555', 'US'],
  ['1', 'DE'],
  ['+999 123456789', 'US'],
  ['+44 20 7946 0018 0018', 'GB'],
  ['123456789012345', 'GB'],
  ['+44 20 7946 0018 ext. 5', 'GB'],
])('%s of %s is none', (text, country) =>
  expect(() => readPhone(text, country)).toThrow(
    expect.objectContaining({ fields: { phone: [{ code: 'validation.phone', params: {} }] } }),
  ),
);

it.each(['', null, undefined])('%j is no number, and nothing wrong', (text) =>
  expect(readPhone(text, 'DE')).toBeNull(),
);
