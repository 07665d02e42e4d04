import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveColumn, readLayout, rowHeights, writeLayout, type Layout, type Standard } from './layout.ts';

const usual: Layout = { columns: ['name', 'email', 'level', 'manager'], rows: 'compact', sort: '-since' };
const standard: Standard = { ...usual, sorts: ['-since', 'since', 'name', '-name'] };
const layouts = fc.record({
  columns: fc.shuffledSubarray(['email', 'level', 'manager'], { minLength: 1 }).map((rest) => ['name', ...rest]),
  rows: fc.constantFrom(...rowHeights),
  sort: fc.constantFrom(...standard.sorts),
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
  [{}, usual],
  [
    { columns: 'name,manager', rows: 'comfortable', sort: '-name' },
    { columns: ['name', 'manager'], rows: 'comfortable', sort: '-name' },
  ],
  // A view from before a column was renamed, and addresses that were written by hand.
  [{ columns: 'name,phone,email' }, { ...usual, columns: ['name', 'email'] }],
  [{ columns: 'email,email' }, { ...usual, columns: ['name', 'email'] }],
  [{ columns: 'phone' }, usual],
  [{ columns: 7, rows: 'huge', sort: 'manager' }, usual],
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
