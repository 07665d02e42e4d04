import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import type { Refusal } from '../refusal.ts';

/** One record of a file, and the line on which it ends, as an editor counts them. */
export interface FileRecord {
  cells: string[];
  line: number;
}

/** Signs of one record, with its separators. */
const maxRecordSigns = 20_000;

/**
 * The records of CSV as its text comes, by RFC 4180, separated by the sign that the first line has most of. A quote inside
 * a word is part of the word, since references of banks contain them. Only the record that is being read is in memory. Lines
 * without content are left out.
 * @param unreadable the refusal of a line that cannot be read
 */
export async function* readCsv(
  text: AsyncGenerator<string>,
  unreadable: (line: number) => Refusal,
): AsyncGenerator<FileRecord> {
  const { begin, separator } = await readSeparator(text);
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: maxRecordSigns,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  const source = Readable.from(joined(begin, text)).on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 0;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      line = info.lines;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (cells.some((cell) => holdsRecord(cell, cells.length, separator))) throw unreadable(line);
      yield { cells, line };
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(line + 1);
    throw error;
  } finally {
    source.destroy();
  }
}

/** A text of which the beginning was read already. */
export async function* joined(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}

/** What was read to find the end of the first line, and the separator by it. */
async function readSeparator(text: AsyncGenerator<string>): Promise<{ begin: string; separator: string }> {
  let begin = '';
  while (!/[\r\n]/.test(begin) && begin.length < maxRecordSigns) {
    const next = await text.next();
    if (next.done) break;
    begin += next.value;
  }
  return { begin, separator: separatorOf(begin) };
}

/**
 * Whether a cell of several lines may have swallowed others, as it does between two quotes that were not meant: it then
 * has all the separators of a record.
 */
const holdsRecord = (cell: string, columns: number, separator: string): boolean =>
  /[\r\n]/.test(cell) && cell.split(separator).length >= columns;

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Without the apostrophe by which our own files prevent spreadsheets from calculating. */
export const withoutFormulaGuard = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');
