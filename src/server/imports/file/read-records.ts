import { joined, readCsv, type FileRecord } from '#server/platform/files/read-csv.ts';
import { refuse } from '#server/platform/refusal.ts';
import { decode } from './file-text.ts';
import { readJson } from './read-json.ts';

/**
 * The records of a file as its bytes come: JSON where it begins with a bracket or a brace, which no CSV does, else CSV.
 * @throws Refusal `imports.encoding`, `imports.unreadable`
 */
export async function* readRecords(content: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  const text = decode(content);
  let begin = '';
  while (begin.trim() === '') {
    const next = await text.next();
    if (next.done) break;
    begin += next.value;
  }
  const whole = joined(begin, text);
  yield* /^\s*[[{]/.test(begin) ? readJson(whole) : readCsv(whole, (line) => refuse('imports.unreadable', { line }));
}
