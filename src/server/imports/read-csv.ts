import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { maxRowSigns } from '#contract/imports/names.ts';
import { refuse } from '#server/platform/refusal.ts';
import { holdsRecord, separatorOf } from '#server/reconciliation/statement/read-lines.ts';

/** One record of a file, and the line on which it ends, as an editor counts them. */
export interface CsvRecord {
  cells: string[];
  line: number;
}

/**
 * The records of a CSV file as its bytes come, by RFC 4180, separated by the sign that the first line has most of. Only
 * the record that is being read is in memory. Lines without content are left out.
 * @throws Refusal `imports.encoding`, `imports.unreadable`
 */
export async function* readCsv(content: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const text = decode(content);
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

/** @throws Refusal `imports.encoding` where it is not UTF-8, or holds what no text holds */
async function* decode(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (part?: Buffer): string => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode();
    } catch {
      throw refuse('imports.encoding');
    }
  };
  for await (const part of content) {
    const text = read(part);
    if (text.includes('\u0000')) throw refuse('imports.encoding');
    yield text;
  }
  yield read();
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

async function* joined(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}
