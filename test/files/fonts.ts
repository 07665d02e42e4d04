import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { create } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** A WOFF2 file of the font of the product, such as `latin-400-normal`. */
export const fontFile = (name: string): Buffer =>
  readFileSync(resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${name}.woff2`));

/** The same font, whose licence bits forbid that it leaves a computer. */
export function restricted(content: Buffer): Buffer {
  const font = create(content) as unknown as {
    _dataPos: number;
    _decompress(): void;
    directory: { totalCompressedSize: number; tables: Record<string, { offset: number }> };
  };
  font._decompress();
  const { _dataPos: start, directory } = font;
  const tables = brotliDecompressSync(content.subarray(start, start + directory.totalCompressedSize));
  tables.writeUInt16BE(2, (directory.tables['OS/2']?.offset ?? 0) + 8);
  const packed = brotliCompressSync(tables);
  const whole = Buffer.concat([content.subarray(0, start), packed, Buffer.alloc(-packed.length & 3)]);
  whole.writeUInt32BE(whole.length, 8);
  whole.writeUInt32BE(packed.length, 20);
  return whole;
}
