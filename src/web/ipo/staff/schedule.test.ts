import { describe, expect, it } from 'vitest';
import { scheduleOf } from './schedule.ts';

type Info = Parameters<typeof scheduleOf>[0];

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T08:00:00.000Z`;
const now = new Date(day(15));
const did = (action: string, at: string) => ({ action, by: 'Ida Berg', at, details: {} });

/** Open since the 5th, closing on the 20th and listed on the 25th. */
const open: Info = {
  state: 'open',
  terms: { opens_at: day(5), closes_at: day(20), listed_at: day(25) },
  announced_at: day(1),
  priced_at: null,
  confirm_until: null,
  cancel_until: null,
  allotted_at: null,
  settled_at: null,
  lock_up_ends_at: null,
  history: [],
};
const allotted: Info = {
  ...open,
  state: 'allotted',
  terms: { opens_at: day(2), closes_at: day(6), listed_at: day(10) },
  priced_at: day(7),
  allotted_at: day(8),
  settled_at: day(8),
};

/** The names of the dates in one state. */
const namesIn = (info: Info, state: 'done' | 'next') =>
  scheduleOf(info, now)
    .filter((each) => each.state === state)
    .map(({ name }) => name);

describe('the schedule of an offering', () => {
  it('goes on with the next date of one that is open', () => {
    expect(scheduleOf(open, now).map(({ name, state }) => [name, state])).toEqual([
      ['announced_at', 'done'],
      ['opens_at', 'done'],
      ['closes_at', 'next'],
      ['listed_at', 'ahead'],
    ]);
  });

  it('claims nothing of a draft, whose dates may have passed', () => {
    const draft: Info = { ...open, state: 'draft', announced_at: null };
    expect([namesIn(draft, 'done'), namesIn(draft, 'next')]).toEqual([[], []]);
  });

  it.each([
    ['postponed before it opened', 'postponed', [did('postpone', day(4))], ['announced_at']],
    ['postponed while it was open', 'postponed', [did('postpone', day(6))], ['announced_at', 'opens_at']],
    ['withdrawn before it opened', 'withdrawn', [did('withdraw', day(4))], ['announced_at']],
    [
      'withdrawn after it was postponed',
      'withdrawn',
      [did('withdraw', day(9)), did('postpone', day(4))],
      ['announced_at'],
    ],
    [
      'archived after it was withdrawn',
      'archived',
      [did('archive', day(9)), did('withdraw', day(4))],
      ['announced_at'],
    ],
  ] as const)('stops for what was %s', (_, state, history, done) => {
    const info: Info = { ...open, state, history: [...history] };
    expect([namesIn(info, 'done'), namesIn(info, 'next')]).toEqual([done, []]);
  });

  it('goes on after it was resumed', () => {
    const resumed: Info = { ...open, history: [did('resume', day(3)), did('postpone', day(2))] };
    expect([namesIn(resumed, 'done'), namesIn(resumed, 'next')]).toEqual([['announced_at', 'opens_at'], ['closes_at']]);
  });

  it('awaits a listing whose day has passed until staff have listed it', () => {
    expect(namesIn(allotted, 'next')).toEqual(['listed_at']);
    const listed: Info = { ...allotted, state: 'listed', lock_up_ends_at: day(30) };
    expect(namesIn(listed, 'done')).toContain('listed_at');
    expect(namesIn(listed, 'next')).toEqual(['lock_up_ends_at']);
  });

  it('is over once it is archived', () => {
    const archived: Info = { ...allotted, state: 'archived', lock_up_ends_at: day(12) };
    expect(scheduleOf(archived, now).every(({ state }) => state === 'done')).toBe(true);
  });
});
