import { expect, test } from 'vitest';
import { noFilter, wishesOf } from './record-filter.ts';

test('only what is wished for is asked, the choice under the list’s own name', () => {
  expect(wishesOf('side', noFilter)).toEqual({});
  expect(wishesOf('state', { ...noFilter, choice: 'expired', symbol: ' ', from: '2026-03-02' })).toEqual({
    state: 'expired',
    from: '2026-03-02',
  });
});
