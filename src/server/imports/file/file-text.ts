import { refuse } from '#server/platform/refusal.ts';

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
