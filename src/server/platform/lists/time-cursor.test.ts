import { expect, it } from 'vitest';
import { newId } from '../id.ts';
import { readTimeCursor, timeCursor } from './time-cursor.ts';

const at = '2026-03-02T10:11:12.345Z';

it.each([at, 'infinity'])('is read as it was written: %s', (when) => {
  const id = newId();
  expect(readTimeCursor(timeCursor(when, id))).toEqual({ at: when, id });
});

it.each([
  '',
  at,
  newId(),
  `${at} ${'-'.repeat(36)}`,
  `2026-02-31T10:00:00.000Z ${newId()}`,
  `2026-13-45T99:99:99Z ${newId()}`,
  `+999999-01-01T00:00:00.000Z ${newId()}`,
  `yesterday ${newId()}`,
  `${at} ${newId()} more`,
])('refuses what is none of ours: %s', (cursor) => {
  expect(() => readTimeCursor(cursor)).toThrow('validation');
});
