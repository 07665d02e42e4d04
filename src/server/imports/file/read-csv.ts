import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { maxRowSigns } from '#contract/imports/names.ts';
import { refuse } from '#server/platform/refusal.ts';
import { holdsRecord, separatorOf } from '#server/reconciliation/statement/read-lines.ts';
import { joined, type FileRecord } from './file-text.ts';

/**
 * The records of CSV as its text comes, by RFC 4180, separated by the sign that the first line has most of. Only
 * the record that is being read is in memory. Lines without content are left out.
 * @throws Refusal `imports.unreadable`
 */
export async function* readCsv(text: AsyncGenerator<string>): AsyncGenerator<FileRecord> {
  const { begin, separator } = await readSeparator(text);
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: maxRowSigns,
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
      if (cells.some((cell) => holdsRecord(cell, cells.length, separator)))
        throw refuse('imports.unreadable', { line });
      yield { cells, line };
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuse('imports.unreadable', { line: line + 1 });
    throw error;
  } finally {
    source.destroy();
  }
}

/** What was read to find the end of the first line, and the separator by it. */
async function readSeparator(text: AsyncGenerator<string>): Promise<{ begin: string; separator: string }> {
  let begin = '';
  while (!/[\r\n]/.test(begin) && begin.length < maxRowSigns) {
    const next = await text.next();
    if (next.done) break;
    begin += next.value;
  }
  return { begin, separator: separatorOf(begin) };
}
