import { refuse } from '#server/platform/refusal.ts';

/** One record of a file, and the line on which it ends, as an editor counts them; the first one names the columns. */
export interface FileRecord {
  cells: string[];
  line: number;
}

/** @throws Refusal `imports.encoding` where it is not UTF-8, or holds what no text holds */
export async function* decode(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
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

/** A text of which the beginning was read already. */
export async function* joined(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}
