import { expect, it } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

it('brings an instant to the field and back, to the minute', () => {
  for (const instant of ['2026-03-02T15:04:00.000Z', '2026-07-02T23:59:00.000Z'])
    expect(fromLocalTime(toLocalTime(instant))).toBe(instant);
  expect(fromLocalTime(toLocalTime('2026-03-02T15:04:59.000Z'))).toBe('2026-03-02T15:04:00.000Z');
});

it('treats an empty field as no instant', () => {
  expect(toLocalTime(null)).toBe('');
  expect(fromLocalTime('')).toBeNull();
});
