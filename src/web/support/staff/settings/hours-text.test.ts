import { expect, it } from 'vitest';
import { hoursText, readHours } from './hours-text.ts';

it('reads the hours of a day as it writes them', () => {
  const hours = '08:00–12:00, 13:00–24:00';
  const read = readHours(hours, 3);
  expect(read).toEqual([
    { weekday: 3, from_minute: 480, until_minute: 720 },
    { weekday: 3, from_minute: 780, until_minute: 1440 },
  ]);
  expect(hoursText(read ?? [], 3)).toBe(hours);
  expect(hoursText(read ?? [], 4)).toBe('');
  expect(readHours('8:00 - 9:30 ; 10:00-11:00', 1)).toHaveLength(2);
  expect(readHours(' ', 1)).toEqual([]);
});

it.each(['nine to five', '12:00–08:00', '08:00', '25:00–26:00', '08:70–09:00', '08:00–24:01'])(
  'takes %s for none',
  (text) => {
    expect(readHours(text, 1)).toBeUndefined();
  },
);
