import { describe, expect, it } from 'vitest';
import { Refusal } from '#server/platform/refusal.ts';
import { csvOf } from '#server/platform/csv.ts';
import { parseCsv, readStatementLines } from './read-lines.ts';

const head = 'reference,amount,currency,date';

describe('reading a CSV', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\nc;"d;e"',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    [
      '"a ""x""",\n\n,\nb,"two\nlines"',
      [
        ['a "x"', ''],
        ['b', 'two\nlines'],
      ],
    ],
    ['', []],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });
});

describe('the lines of a statement', () => {
  it('are found by the names of their columns, in any order, beside others', () => {
    const text = '\uFEFFDate;Balance;Amount;Reference;Currency\r\n2026-03-02;9;-12.5;"P-1; x";usd\r\n';
    expect(readStatementLines(text)).toEqual([
      { reference: 'P-1; x', amountMinor: -1250n, currency: 'USD', on: '2026-03-02' },
    ]);
  });

  it('are read back as they were written here, formulas and all', () => {
    const text = csvOf([head.split(','), ['=AT-1', '-5', 'JPY', '2026-03-02']]);
    expect(readStatementLines(text)).toEqual([
      { reference: '=AT-1', amountMinor: -5n, currency: 'JPY', on: '2026-03-02' },
    ]);
  });

  it.each([
    ['reconciliation.columns', 'reference,amount,date\nP-1,5,2026-03-02'],
    ['reconciliation.too_many_lines', `${head}\n${'P-1,5,USD,2026-03-02\n'.repeat(5001)}`],
    ['reconciliation.currency', `${head}\nP-1,5,XYZ,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,1e3,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,"1,000.00",USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5.001,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,0,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5,USD,02.03.2026`],
    ['reconciliation.line', `${head}\nP-1,5,USD,2026-02-31`],
  ])('are refused as %s', (code, text) => {
    let refusal: unknown;
    try {
      readStatementLines(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).fields['lines']?.[0]?.code).toBe(code);
  });
});
