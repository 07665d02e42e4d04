import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what the format needs quoted, and ends each line with CR LF', () => {
  expect(
    csvOf([
      ['a', 'b,c', 'say "x"', 'two\nlines'],
      [{ number: '-1.50' }, '', 'ä'],
    ]),
  ).toBe('\uFEFFa,"b,c","say ""x""","two\nlines"\r\n-1.50,,ä\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =cmd()'])('makes no formula of %j', (text) => {
  expect(csvOf([[text]])).toMatch(/^\uFEFF"?'/);
});

it('leaves numbers alone', () => {
  expect(csvOf([[{ number: '-150.00' }]])).toBe('\uFEFF-150.00\r\n');
});
