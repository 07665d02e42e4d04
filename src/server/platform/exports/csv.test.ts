import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what the format needs quoted, and ends each line with CR LF', () => {
  expect(
    csvOf([
      ['a', 'b,c', 'say "x"', 'two\nlines'],
      [{ number: '-1.50' }, '', 'ä', 7],
      [{ number: null }, null, '', 0],
    ]),
  ).toBe('\uFEFFa,"b,c","say ""x""","two\nlines"\r\n-1.50,,ä,7\r\n,,,0\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =cmd()'])('makes no formula of %j', (text) => {
  expect(csvOf([[text]])).toMatch(/^\uFEFF"?'/);
});

it.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(A1)', "x;' @SUM(A1)"],
  ['x\t-1', "x\t'-1"],
  ['x\n+1', `"x\n'+1"`],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['a;b, c-d; 5 = 5', '"a;b, c-d; 5 = 5"'],
])('makes no formula of %j where cells are parted at another sign', (text, spelt) => {
  expect(csvOf([['', text]])).toBe(`\uFEFF,${spelt}\r\n`);
});

it('leaves numbers alone', () => {
  expect(csvOf([[{ number: '-150.00' }]])).toBe('\uFEFF-150.00\r\n');
});
