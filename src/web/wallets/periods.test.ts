import { expect, it } from 'vitest';
import { periodNames, periodOf } from './periods.ts';

it.each([
  ['this_month', '2026-03-01', '2026-03-31'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['last_90_days', '2026-01-01', '2026-03-31'],
  ['this_year', '2026-01-01', '2026-03-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
] as const)('%s at the end of March', (name, from, to) => {
  expect(periodOf(name, new Date('2026-03-31T23:59:00Z'))).toEqual({ from, to });
});

it('reaches back over the new year, and counts a leap day', () => {
  expect(periodOf('last_month', new Date('2026-01-15T00:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(periodOf('last_month', new Date('2024-03-01T00:00:00Z')).to).toBe('2024-02-29');
});

it('never ends before it begins', () => {
  for (const name of periodNames) {
    const { from, to } = periodOf(name, new Date('2026-01-01T00:00:00Z'));
    expect(from <= to).toBe(true);
  }
});
