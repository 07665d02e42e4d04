import { describe, expect, it } from 'vitest';
import { formatIn } from './format.ts';

const { money } = formatIn('en', 'english');

it.each([
  ['12000', 'USD', 'USD\u00a012,000.00'],
  ['1101.6', 'EUR', 'EUR\u00a01,101.60'],
  ['1236.00', 'USD', 'USD\u00a01,236.00'],
  ['-0.50', 'GBP', 'GBP\u00a0−0.50'],
  ['1236', 'JPY', 'JPY\u00a01,236'],
  ['1.005', 'KWD', 'KWD\u00a01.005'],
  ['1.00500000', 'BTC', 'BTC\u00a01.01'],
  ['90071992547409931.07', 'USD', 'USD\u00a090,071,992,547,409,931.07'],
])('shows %s %s with the digits of its currency', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

it.each([
  ['1236.50', 'HUF', 'HUF\u00a01,236.50'],
  ['1.005', 'KWD', 'KWD\u00a01.005'],
  ['12.50', 'AUD', 'A$12.50'],
  ['1236', 'KRW', '₩1,236'],
])('gives %s %s its symbol and all of its digits', (amount, currency, text) => {
  expect(formatIn('en', 'english').symbol(amount, currency)).toBe(text);
});

it('sets a sign before what came and what went, and none before nothing', () => {
  const signed = (amount: string) => money(amount, 'USD', { signed: true });
  expect([signed('5'), signed('-5'), signed('0.00')]).toEqual(['USD\u00a0+5.00', 'USD\u00a0−5.00', 'USD\u00a00.00']);
});

it('gives every change of a price two digits, and a sign unless there is none', () => {
  const { change } = formatIn('en', 'english');
  expect(['1.5', '-1.45', '-1.50', '0.00', '1234'].map(change)).toEqual([
    '+1.50%',
    '−1.45%',
    '−1.50%',
    '0.00%',
    '+1,234.00%',
  ]);
});

it('gives every computed percentage two digits, and leaves a set rate as it was set', () => {
  const { share, percent } = formatIn('en', 'english');
  expect(['4.5', '100', '33.333', 0].map(share)).toEqual(['4.50%', '100.00%', '33.33%', '0.00%']);
  expect(['4.5', '100'].map((rate) => percent(rate))).toEqual(['4.5%', '100%']);
});

it('writes numbers as the language does, once the person has chosen that', () => {
  const written = (['en', 'de', 'fr', 'ar'] as const).map((language) => formatIn(language, 'language'));
  expect(written.map((format) => format.money('-1236.5', 'USD'))).toEqual([
    'USD\u00a0−1,236.50',
    '−1.236,50\u00a0USD',
    '−1\u202f236,50\u00a0USD',
    '\u200e−1,236.50\u00a0USD',
  ]);
  expect(written.map((format) => format.percent('4.5'))).toEqual([
    '4.5%',
    '4,5\u00a0%',
    '4,5\u00a0%',
    '4.5\u200e%\u200e',
  ]);
  expect([formatIn('tr', 'language').percent('12'), formatIn('tr', 'english').percent('12')]).toEqual(['%12', '12%']);
  expect(formatIn('de', 'english').price('92000.10')).toBe('92,000.10');
});

it('what happened since the clock of the screen last moved lies not ahead', () => {
  const { relative } = formatIn('en', 'english');
  const now = new Date('2026-03-02T12:00:00Z');
  const at = (seconds: number) => relative(new Date(now.getTime() + seconds * 1000).toISOString(), now);
  expect([-119, -59, 59, 60, 5400].map(at)).toEqual(['1 minute ago', 'now', 'now', 'in 1 minute', 'in 2 hours']);
});

it('begins a weekday with a capital, as a label does', () => {
  expect((['fi', 'tr', 'de'] as const).map((language) => formatIn(language, 'english').weekday(1))).toEqual([
    'Maanantai',
    'Pazartesi',
    'Montag',
  ]);
});

it('begins the name of a currency with a capital, as a label does', () => {
  expect((['ru', 'hu', 'en'] as const).map((language) => formatIn(language, 'english').currencyName('EUR'))).toEqual([
    'Евро',
    'Euró',
    'Euro',
  ]);
});

it('spaces the colon behind a label as the language does', () => {
  const written = (['en', 'fr'] as const).map((language) => formatIn(language, 'language').label('Solde'));
  expect(written).toEqual(['Solde: ', 'Solde\u00a0: ']);
});

describe('a date near the present', () => {
  const now = new Date(2026, 10, 29, 17, 30);
  const at = (...parts: [year: number, month: number, day: number]) => new Date(...parts, 7, 8).toISOString();
  const [today, thisYear, before] = [at(2026, 10, 29), at(2026, 10, 5), at(2025, 10, 5)];

  it('has its year only where that is another one, and in a list only the time today', () => {
    const { near } = formatIn('en', 'english');
    const written = (['brief', 'date', 'dateTime'] as const).map((parts) =>
      [today, thisYear, before].map((instant) => near(instant, now, parts)),
    );
    expect(written).toEqual([
      ['07:08', '5\u00a0Nov', '5\u00a0Nov\u00a02025'],
      ['29\u00a0Nov', '5\u00a0Nov', '5\u00a0Nov\u00a02025'],
      ['29\u00a0Nov, 07:08', '5\u00a0Nov, 07:08', '5\u00a0Nov\u00a02025, 07:08'],
    ]);
  });

  it('is written as the language writes whole dates', () => {
    const written = (['de', 'fi', 'hu', 'ru', 'no'] as const).map((language) =>
      formatIn(language, 'language').near(thisYear, now, 'dateTime').replaceAll('\u00a0', ' '),
    );
    expect(written).toEqual(['05.11., 07:08', '5.11. klo 7.08', 'nov. 5. 7:08', '5 нояб., 07:08', '5. nov., 07:08']);
  });
});

it('writes the number of a size and of a span in the style of the person, and the unit in the language', () => {
  const written = (style: 'english' | 'language') => {
    const { fileSize, span } = formatIn('de', style);
    return [fileSize(1_600_000), fileSize(300), span(1236, 'day'), span(1, 'day')];
  };
  expect(written('english')).toEqual(['1.5 MB', '1 kB', '1,236 Tage', '1 Tag']);
  expect(written('language')).toEqual(['1,5 MB', '1 kB', '1.236 Tage', '1 Tag']);
  expect(formatIn('ar', 'english').span(2, 'day')).toBe('يومان');
});
