import { expect, it } from 'vitest';
import { hoursText, readHours, spansOf, textOf } from './hours-text.ts';

it('reads the hours of a day as it writes them, until midnight too', () => {
  const hours = '08:00–12:00 13:00–00:00';
  const read = readHours(hours, 3);
  expect(read).toEqual([
    { weekday: 3, from_minute: 480, until_minute: 720 },
    { weekday: 3, from_minute: 780, until_minute: 1440 },
  ]);
  expect(hoursText(read ?? [], 3)).toBe(hours);
  expect(hoursText(read ?? [], 4)).toBe('');
  expect(readHours('', 1)).toEqual([]);
});

it('keeps a span that is not written to its end, without taking it for hours', () => {
  const text = textOf([...spansOf('08:00–12:00'), ['13:00', '']]);
  expect(spansOf(text)).toEqual([
    ['08:00', '12:00'],
    ['13:00', ''],
  ]);
  expect(readHours(text, 1)).toBeUndefined();
  expect(spansOf(textOf([['', '']]))).toEqual([['', '']]);
  expect(readHours('12:00–08:00', 1)).toBeUndefined();
});
