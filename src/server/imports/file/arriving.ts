import type { Hash } from 'node:crypto';

/** The name of a file without path, control and direction characters. */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 140);

/** The bytes of a file as they come, counted into a hash. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}
