import { describe, expect, it } from 'vitest';
import { decide, type Preferences } from './rules.ts';

const none: Preferences = { preferences: {}, timeZone: 'Europe/Berlin', quiet: null, digest: false, hasDevice: false };
const night = { from: 22 * 60, to: 7 * 60 };
const emailOf = (kind: Parameters<typeof decide>[0], storedPreferences: Partial<Preferences>, at: string) => {
  const fate = decide(kind, { ...none, ...storedPreferences }, new Date(at)).find(({ channel }) => channel === 'email');
  return [fate?.state, fate?.reason, fate?.dueAt?.toISOString()];
};

describe('the delivery of an email', () => {
  it.each([
    // In Berlin it is an hour later, in summer two.
    ['at once by day', 'deposit_credited', { quiet: night }, '2026-03-02T15:00:00Z', ['queued', null, undefined]],
    [
      'before midnight',
      'deposit_credited',
      { quiet: night },
      '2026-03-02T21:30:20Z',
      ['held', 'quiet', '2026-03-03T06:00:00.000Z'],
    ],
    [
      'after midnight',
      'deposit_credited',
      { quiet: night },
      '2026-03-03T02:00:00Z',
      ['held', 'quiet', '2026-03-03T06:00:00.000Z'],
    ],
    ['at their end', 'deposit_credited', { quiet: night }, '2026-03-03T06:00:00Z', ['queued', null, undefined]],
    [
      'clocks put forward',
      'deposit_credited',
      { quiet: night },
      '2026-03-28T23:00:00Z',
      ['held', 'quiet', '2026-03-29T05:00:00.000Z'],
    ],
    [
      'clocks put back',
      'deposit_credited',
      { quiet: night },
      '2026-10-24T22:00:00Z',
      ['held', 'quiet', '2026-10-25T06:00:00.000Z'],
    ],
    ['urgent', 'margin_call', { quiet: night, digest: true }, '2026-03-02T23:00:00Z', ['queued', null, undefined]],
    [
      'security',
      'totp_removed',
      { quiet: night, preferences: { email: false } },
      '2026-03-02T23:00:00Z',
      ['queued', null, undefined],
    ],
    [
      'together',
      'deposit_credited',
      { digest: true },
      '2026-03-02T15:00:00Z',
      ['held', 'digest', '2026-03-03T07:00:00.000Z'],
    ],
    [
      'together, after sleep',
      'deposit_credited',
      { digest: true, quiet: { from: 0, to: 600 } },
      '2026-03-02T15:00:00Z',
      ['held', 'digest', '2026-03-03T09:00:00.000Z'],
    ],
    [
      'not wanted',
      'deposit_credited',
      { quiet: night, preferences: { email: false } },
      '2026-03-02T23:00:00Z',
      ['suppressed', 'choice', undefined],
    ],
    [
      'elsewhere',
      'deposit_credited',
      { quiet: night, timeZone: 'Asia/Kolkata' },
      '2026-03-02T17:00:00Z',
      ['held', 'quiet', '2026-03-03T01:30:00.000Z'],
    ],
  ] as const)('%s: %s', (_, kind, storedPreferences, at, fate) => {
    expect(emailOf(kind, storedPreferences, at)).toEqual(fate);
  });

  it('nothing, where a kind has none', () => {
    expect(decide('welcome', none, new Date()).map(({ channel }) => channel)).toEqual(['email']);
  });

  it('the bell rings at night, too, unless it is turned off', () => {
    const at = new Date('2026-03-02T23:00:00Z');
    const bell = (preferences: Preferences['preferences']) =>
      decide('deposit_credited', { ...none, quiet: night, preferences }, at)[0]?.state;
    expect([bell({}), bell({ bell: false })]).toEqual(['sent', 'suppressed']);
  });
});
