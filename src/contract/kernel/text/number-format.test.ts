import { expect, it } from 'vitest';
import { languages, type Language } from '../languages.ts';
import { numbersFor } from './number-format.ts';
import { textValues } from './text-values.ts';

it('writes amounts and percentages alike in every language, until the person chooses the style of the language', () => {
  const inEnglishStyle = languages.map((language) => {
    const { money, percent } = numbersFor({ language, numberStyle: 'english' });
    return `${money('-1236.5', 'USD')} ${percent('4.5')}`;
  });
  expect(new Set(inEnglishStyle)).toEqual(new Set(['USD\u00a0−1,236.50 4.5%']));
});

const shown: [Language, string, string][] = [
  ['cs', '−1\u00a0236,50\u00a0USD', '4,5\u00a0%'],
  ['fi', '−1\u00a0236,50\u00a0USD', '4,5\u00a0%'],
  ['hu', '−1236,50\u00a0USD', '4,5%'],
  ['no', '−1\u00a0236,50\u00a0USD', '4,5\u00a0%'],
  ['ro', '−1.236,50\u00a0USD', '4,5\u00a0%'],
  ['ru', '−1\u00a0236,50\u00a0USD', '4,5\u00a0%'],
  ['tr', 'USD\u00a0−1.236,50', '%4,5'],
];

it.each(shown)('places the currency and the percent sign as %s does', (language, amount, share) => {
  const { money, percent } = numbersFor({ language, numberStyle: 'language' });
  expect([money('-1236.5', 'USD'), percent('4.5')]).toEqual([amount, share]);
});

it('keeps every digit of a percentage and of an amount', () => {
  const { percent, money } = numbersFor({ language: 'de', numberStyle: 'language' });
  expect(percent('90071992547409931.07')).toBe('90.071.992.547.409.931,07\u00a0%');
  expect(money('0.00012345', 'BTC', { exact: true })).toBe('0,00012345\u00a0BTC');
});

it('gives a text each number twice: to choose by, and as it is written', () => {
  const values = { count: 1236, number: '500001', name: 'Ida' };
  expect(textValues({ language: 'de', numberStyle: 'language' }, values)).toEqual({
    ...values,
    'count#': '1.236',
    'number#': '500.001',
    'name#': 'Ida',
  });
});

it('keeps the digits of a decimal that a text names', () => {
  const values = { price: '92000.10', version: '1.2.3' };
  expect(textValues({ language: 'de', numberStyle: 'language' }, values)).toEqual({
    ...values,
    'price#': '92.000,10',
    'version#': '1.2.3',
  });
});
