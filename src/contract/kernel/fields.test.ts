import { expect, it } from 'vitest';
import { wholeNumber } from './fields.ts';
import { ipoStaffEndpoints } from '#contract/ipo/staff-endpoints.ts';
import { ipoEndpoints } from '#contract/ipo/endpoints.ts';

const quantity = wholeNumber(1, 2_000_000_000);

it.each<[value: unknown, read: number]>([
  [100, 100],
  ['100', 100],
  [' 7 ', 7],
  ['007', 7],
  [2_000_000_000, 2_000_000_000],
])('reads %j as a whole number', (value, read) => {
  expect(quantity.parse(value)).toBe(read);
});

it.each<[value: unknown]>([
  [true],
  [false],
  [null],
  [undefined],
  [[]],
  [[100]],
  [['100']],
  [{}],
  [new Date(100)],
  [100n],
  [''],
  [' '],
  ['1e2'],
  ['0x64'],
  ['0b11'],
  ['+5'],
  ['-5'],
  ['1.0'],
  ['1,000'],
  ['1_000'],
  ['١٠٠'],
  ['Infinity'],
  ['1'.repeat(16)],
  [1.5],
  [Number.NaN],
  [Infinity],
])('takes %o for none', (value) => {
  expect(quantity.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['validation.number']);
});

it.each([
  [0, { code: 'too_small', minimum: 1 }],
  [-1, { code: 'too_small', minimum: 1 }],
  [2_000_000_001, { code: 'too_big', maximum: 2_000_000_000 }],
])('says of %j how much it may be', (value, issue) => {
  expect(quantity.safeParse(value).error?.issues).toMatchObject([issue]);
});

const quantities = [
  ipoEndpoints['ipo.buy'],
  ipoEndpoints['ipo.amend'],
  ipoEndpoints['ipo.sell'],
  ipoEndpoints['ipo.early_exit_quote'],
].map(({ body }) => body.shape.quantity);

it('asks so for shares wherever a field says how many', () => {
  const counts = [...quantities, ipoStaffEndpoints['ipo_staff.create'].body.shape.shares_offered];
  for (const count of counts) {
    expect(count.safeParse('100').data).toBe(100);
    for (const value of [true, [100], '1e2']) expect(count.safeParse(value).success).toBe(false);
  }
});
