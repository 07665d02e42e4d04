import { afterEach, expect, test, vi } from 'vitest';
import { isId, newId } from './id.ts';

afterEach(() => vi.useRealTimers());

test('an id is a UUID of version 7 that contains its time', () => {
  vi.useFakeTimers({ now: new Date('2100-01-02T03:04:05.678Z') });
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.now());
});

test('ids sort as they were made, within one millisecond and when the clock steps back', () => {
  vi.useFakeTimers({ now: new Date('2200-01-01T00:00:00Z') });
  const ids = Array.from({ length: 10_000 }, newId);
  vi.setSystemTime(new Date('2199-12-31T00:00:00Z'));
  ids.push(...Array.from({ length: 100 }, newId));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['', 'x', '0190163d-8694-739b-aea5-966c26f8ad9', "0190163d-8694-739b-aea5-966c26f8ad91' or 1=1", 7, null])(
  '%j is no id',
  (text) => expect(isId(text)).toBe(false),
);

test('what newId makes is an id', () => expect(isId(newId())).toBe(true));
