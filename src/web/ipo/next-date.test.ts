import { describe, expect, it } from 'vitest';
import { nextDateOf, timeLeft } from './next-date.ts';

const now = new Date('2026-05-04T12:00:00Z');
const dates = {
  opens_at: '2026-05-10T08:00:00.000Z',
  closes_at: '2026-05-20T08:00:00.000Z',
  confirm_until: '2026-05-20T10:00:00.000Z',
  listed_at: '2026-05-25T08:00:00.000Z',
  lock_up_ends_at: '2026-08-23T08:00:00.000Z',
};

describe('the next date of an offering', () => {
  it.each([
    ['announced', { kind: 'opens', at: dates.opens_at }],
    ['open', { kind: 'closes', at: dates.closes_at }],
    ['closed', { kind: 'lists', at: dates.listed_at }],
    ['priced', { kind: 'lists', at: dates.listed_at }],
    ['reconfirming', { kind: 'confirms', at: dates.confirm_until }],
    ['allotted', { kind: 'lists', at: dates.listed_at }],
    ['listed', { kind: 'unlocks', at: dates.lock_up_ends_at }],
    ['unlocked', null],
    ['postponed', null],
    ['withdrawn', null],
  ] as const)('%s', (state, next) => {
    expect(nextDateOf({ ...dates, state }, now)).toEqual(next);
  });

  it('is unknown before a day of listing is set', () => {
    expect(nextDateOf({ ...dates, listed_at: null, state: 'priced' }, now)).toBeNull();
  });

  it('is gone once it has passed', () => {
    expect(nextDateOf({ ...dates, state: 'announced' }, new Date(dates.opens_at))).toBeNull();
  });
});

describe('the time left', () => {
  it.each([
    ['2026-05-08T14:30:00Z', { days: 4, hours: 2, minutes: 30 }],
    ['2026-05-05T12:00:00Z', { days: 1, hours: 0, minutes: 0 }],
    ['2026-05-04T12:59:01Z', { days: 0, hours: 1, minutes: 0 }],
    ['2026-05-04T12:00:01Z', { days: 0, hours: 0, minutes: 1 }],
    ['2026-05-04T11:00:00Z', { days: 0, hours: 0, minutes: 0 }],
  ])('until %s', (at, left) => {
    expect(timeLeft(at, now)).toEqual(left);
  });
});
