import { expect, test } from 'vitest';
import { noFilter, filterOf } from './filter.ts';

test('only set filters are sent, the choice under the list’s own name', () => {
  expect(filterOf('side', noFilter)).toEqual({});
  expect(filterOf('state', { ...noFilter, choice: 'expired', symbol: ' ', from: '2026-03-02' })).toEqual({
    state: 'expired',
    from: '2026-03-02',
  });
});
