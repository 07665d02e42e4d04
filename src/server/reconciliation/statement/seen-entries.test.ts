import { expect, it } from 'vitest';
import { sha256 } from '#server/platform/secrets/token.ts';
import { SeenEntries } from './seen-entries.ts';

it('counts how often each entry came, up to as many as it was made for', () => {
  const most = 1000;
  const seen = new SeenEntries(most);
  const add = (index: number) => seen.add(sha256(`entry ${index}`));
  const all = Array.from({ length: most }, (_, index) => index);
  expect(all.map(add)).toEqual(all.map(() => 0));
  expect(all.toReversed().map(add)).toEqual(all.map(() => 1));
  expect([add(7), add(7), add(8)]).toEqual([2, 3, 2]);
});

it('keeps entries apart that begin at the same place', () => {
  const seen = new SeenEntries(3);
  const entry = (mark: number) => Buffer.concat([Buffer.alloc(15), Buffer.from([mark]), Buffer.alloc(16, 255)]);
  expect([1, 2, 3, 1, 3].map((mark) => seen.add(entry(mark)))).toEqual([0, 0, 0, 1, 1]);
});
