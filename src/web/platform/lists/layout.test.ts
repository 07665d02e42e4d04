import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveColumn, readLayout, rowHeights, writeLayout, type Layout } from './layout.ts';

const standard: Layout = { columns: ['name', 'email', 'level', 'manager'], rows: 'compact' };
const layouts = fc.record({
  columns: fc.shuffledSubarray(['email', 'level', 'manager'], { minLength: 1 }).map((rest) => ['name', ...rest]),
  rows: fc.constantFrom(...rowHeights),
});

it('an address says a layout in full', () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(readLayout(standard, writeLayout(standard, layout))).toEqual(layout);
    }),
  );
});

it('says nothing of what is as usual', () => {
  expect(writeLayout(standard, standard)).toEqual({});
});

it.each([
  [{}, standard],
  [
    { columns: 'name,manager', rows: 'comfortable' },
    { columns: ['name', 'manager'], rows: 'comfortable' },
  ],
  // A view from before a column was renamed, and addresses that were written by hand.
  [{ columns: 'name,phone,email' }, { columns: ['name', 'email'], rows: 'compact' }],
  [{ columns: 'email,email' }, { columns: ['name', 'email'], rows: 'compact' }],
  [{ columns: 'phone' }, standard],
  [{ columns: 7, rows: 'huge' }, standard],
])('reads %j', (address, expected) => {
  expect(readLayout(standard, address)).toEqual(expected);
});

it.each([
  ['email', 1, ['name', 'level', 'email', 'manager']],
  ['manager', -1, ['name', 'email', 'manager', 'level']],
  // The first one stays, and no other takes its place.
  ['name', 1, standard.columns],
  ['email', -1, standard.columns],
  ['manager', 1, standard.columns],
] as const)('moves %s by %i', (key, by, expected) => {
  expect(moveColumn(standard.columns, key, by)).toEqual(expected);
});
