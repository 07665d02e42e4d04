import { expect, it } from 'vitest';
import { readInboxFilter, wholeInbox, writeInboxFilter } from './filter.ts';

it('comes back from the address as it went there', () => {
  const filter = { view: 'due', kind: 'chat', language: 'de', sort: 'due', search: 'T-10001' } as const;
  expect(readInboxFilter(writeInboxFilter(filter))).toEqual(filter);
  expect(writeInboxFilter(wholeInbox)).toEqual({});
});

it('ignores unknown values of the address', () => {
  const address = { view: 'theirs', kind: ['chat'], language: 'xx', sort: 1, search: { $ne: '' } };
  expect(readInboxFilter(address)).toEqual(wholeInbox);
  expect(readInboxFilter({ search: 10001 }).search).toBe('10001');
});
