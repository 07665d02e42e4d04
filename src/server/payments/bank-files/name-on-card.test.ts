import { expect, it } from 'vitest';
import { isNameOnCard } from './bank-text.ts';

it.each([
  ['IDA BERG', 'Ida', 'Berg'],
  ['Berg Ida', 'Ida', 'Berg'],
  ['MS IDA M BERG', 'Ida', 'Berg'],
  ['I BERG', 'Ida', 'Berg'],
  ['I. Berg', 'Ida', 'Berg'],
  ['IDA B', 'Ida', 'Berg'],
  ['JOSE GARCIA LOPEZ', 'José María', 'García López'],
  ['ANNA-LENA SOERENSEN', 'Anna Lena', 'Soerensen'],
  ['OLGA IVANOVA', 'Ольга', 'Иванова'],
  ['LI WEI', 'Wei', 'Li'],
  ['LIWEI', 'Li', 'Wei'],
])('%s is the card of %s %s', (written, first, second) => {
  expect(isNameOnCard(written, [first, second])).toBe(true);
});

it.each([
  ['NORA OTHER', 'Ida', 'Berg'],
  ['NORA BERG', 'Ida', 'Berg'],
  ['IDA BECK', 'Ida', 'Berg'],
  ['BERG', 'Ida', 'Berg'],
  ['IDA', 'Ida', 'Berg'],
  ['GARCIA LOPEZ', 'Ida', 'García López'],
  ['HARBOUR TRADING LTD', 'Ida', 'Berg'],
])('%s is not the card of %s %s', (written, first, second) => {
  expect(isNameOnCard(written, [first, second])).toBe(false);
});
