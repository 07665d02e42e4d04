import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatementFormat } from '#contract/reconciliation/statements.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { csvOf } from '#server/platform/exports/csv.ts';
import { readAmount, readDay } from './read-cells.ts';
import { readCsv } from '#server/platform/files/read-csv.ts';
import { unreadable } from '../bank-statement/statement.ts';
import { readCsvEntries } from './read-lines.ts';

const head = 'reference,amount,currency,date';

async function* once<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}

async function readStatementLines(text: string, format?: StatementFormat) {
  const lines = [];
  for await (const part of readCsvEntries(once(Buffer.from(text)), format)) {
    if (!('entry' in part)) continue;
    const { text: reference, amountMinor, currency, on } = part.entry;
    lines.push({ reference, amountMinor, currency, on });
  }
  return lines;
}

async function recordsOf(text: string) {
  const records = [];
  for await (const { cells } of readCsv(once(text), (line) => unreadable({ line }))) records.push(cells);
  return records;
}

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
  ])('%j', async (text, rows) => {
    expect(await recordsOf(text)).toEqual(rows);
  });
});

describe('the lines of a statement', () => {
  it('are found by the names of their columns, in any order, next to others', async () => {
    const text = '\uFEFFDate;Balance;Amount;Reference;Currency\r\n2026-03-02;9;-12.5;"P-1; x";usd\r\n';
    expect(await readStatementLines(text)).toEqual([
      { reference: 'P-1; x', amountMinor: -1250n, currency: 'USD', on: '2026-03-02' },
    ]);
  });

  it('are read back as they were written here, formulas and all', async () => {
    const text = csvOf([head.split(','), ['=AT-1', '-5', 'JPY', '2026-03-02']]);
    expect(await readStatementLines(text)).toEqual([
      { reference: '=AT-1', amountMinor: -5n, currency: 'JPY', on: '2026-03-02' },
    ]);
  });

  it.each([
    ['reconciliation.columns', 'reference,amount,date\nP-1,5,2026-03-02'],
    ['reconciliation.column_twice', 'reference,amount,currency,date,Amount\nP-1,5,USD,2026-03-02,7'],
    ['reconciliation.currency', `${head}\nP-1,5,XYZ,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,1e3,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,"1,000",USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5,USD,2026-03-02\n"P-2,5,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5,00,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5,USD`],
    ['reconciliation.line', `${head}\n"P-1,5,USD,2026-03-02\n",5,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5.001,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,0,USD,2026-03-02`],
    ['reconciliation.line', `${head}\nP-1,5,USD,02.03.2026`],
    ['reconciliation.line', `${head}\nP-1,5,USD,2026-02-31`],
  ])('are refused as %s', async (code, text) => {
    expect((await refusalOf(readStatementLines(text)))?.code).toBe(code);
  });

  it('are all read where a reference has a stray quote', async () => {
    const rows = ['P-1', 'pipe 5" long', 'the "best" payer', 'P-4'];
    const text = [head, ...rows.map((reference) => `${reference},5,USD,2026-03-02`)].join('\n');
    expect((await readStatementLines(text)).map(({ reference }) => reference)).toEqual(rows);
  });

  it('are refused where two stray quotes would make two lines one', async () => {
    const rows = ['2026-03-01,"P-1,10,USD', '2026-03-02,"P-2,20,USD', '2026-03-03,P-3,30,USD'];
    const read = readStatementLines(['date,reference,amount,currency', ...rows].join('\n'));
    expect((await refusalOf(read))?.code).toBe('reconciliation.line');
  });

  it('are refused with the number of the line as an editor counts it', async () => {
    const text = `${head}\n"two\nlines",5,USD,2026-03-02\n\nP-2,x,USD,2026-03-02`;
    expect((await refusalOf(readStatementLines(text)))?.params).toEqual({ line: 5 });
  });

  it('in are lines read, whatever they contain', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', "'", ' ', 'é') })
      .filter((text) => !text.includes('\n') || text.split(',').length < 4);
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 20 }), async (references) => {
        const rows = references.map((reference) => [reference, '5', 'USD', '2026-03-02']);
        const read = await readStatementLines(csvOf([head.split(','), ...rows]));
        expect(read.map(({ reference }) => reference)).toEqual(references.map((each) => each.trim()));
      }),
    );
  });

  it('in are lines read or refused, however the file is broken', async () => {
    const broken = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', "'", '5', '-', ' ') });
    await fc.assert(
      fc.asyncProperty(fc.array(broken, { maxLength: 8 }), async (references) => {
        for (const row of ['REF,5,USD,2026-03-02', '2026-03-02,REF,5,USD', '5,USD,2026-03-02,REF']) {
          const named = row.replace('2026-03-02', 'date').replace('5', 'amount').replace('USD', 'currency');
          const lines = references.map((reference) => row.split('REF').join(reference));
          const text = [named.replace('REF', 'reference'), ...lines].join('\n');
          const reading = readStatementLines(text).then((read) => expect(read).toHaveLength(references.length));
          const refusal = await refusalOf(reading);
          expect(refusal?.code ?? 'read').toMatch(/^(read|reconciliation\.(line|currency))$/);
        }
      }),
    );
  });
});

describe('the file of another bank', () => {
  const german: StatementFormat = {
    reference: 'Verwendungszweck',
    amount: 'Betrag',
    date: 'Buchungstag',
    one_currency: 'EUR',
    decimal_sign: 'comma',
    date_order: 'day_first',
  };
  it('is read by the names of its columns, its decimal sign and its dates', async () => {
    const text = 'Buchungstag;Betrag;Verwendungszweck\n31.03.2026;-1.234,50;AT-1\n1.4.26;12,5;AT-2\n';
    expect(await readStatementLines(text, german)).toEqual([
      { reference: 'AT-1', amountMinor: -123_450n, currency: 'EUR', on: '2026-03-31' },
      { reference: 'AT-2', amountMinor: 1250n, currency: 'EUR', on: '2026-04-01' },
    ]);
  });

  it.each([
    ['1,234.50', 'point', '1234.50'],
    ["1'234'567.50", 'point', '1234567.50'],
    ['1 234,50', 'comma', '1234.50'],
    ['12,50-', 'comma', '-12.50'],
    ['+12.5', 'point', '12.5'],
    ['\u221212', 'comma', '-12'],
  ] as const)('has %s with a decimal %s, which is %s', (cell, sign, amount) => {
    expect(readAmount(cell, sign)).toBe(amount);
  });

  it.each([
    ['1.234', 'comma'],
    ['1,234', 'point'],
    ['1.23,4', 'point'],
    ['-12-', 'point'],
    ['1e3', 'point'],
    ['', 'point'],
  ] as const)('is refused where it has %s with a decimal %s', (cell, sign) => {
    expect(() => readAmount(cell, sign)).toThrow(RangeError);
  });

  it.each([
    ['31/03/2026', 'day_first', '2026-03-31'],
    ['3/31/2026', 'month_first', '2026-03-31'],
    ['2026-03-31', 'year_first', '2026-03-31'],
  ] as const)('has %s by %s, which is %s', (cell, order, on) => {
    expect(readDay(cell, order)).toBe(on);
  });

  it.each([
    ['03/31/2026', 'day_first'],
    ['31.02.2026', 'day_first'],
    ['31.03.2026', 'year_first'],
    ['', 'day_first'],
  ] as const)('is refused where it has %s by %s', (cell, order) => {
    expect(() => readDay(cell, order)).toThrow(RangeError);
  });
});

async function refusalOf(reading: Promise<unknown>) {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}
