import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { create } from 'fontkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { newId } from '#server/platform/id.ts';

/** Fonts of a brand: WOFF2 files that browsers may load from here, and what is refused. */
let server: TestServer;
let ada: Session;

const { resolve } = createRequire(import.meta.url);
const file = (name: string) => readFileSync(resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${name}.woff2`));
const regular = file('latin-400-normal');

/** The same font, whose licence bits forbid that it leaves a computer. */
function restricted(content: Buffer): Buffer {
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

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const add = (content: Buffer, as = ada) =>
  server.call('POST /api/staff/settings/font', { as, body: { font: content.toString('base64') } });
const save = (value: unknown, version: number) =>
  server.call('POST /api/staff/settings/save', {
    as: ada,
    body: { key: 'brand.font', value, version, reason: 'as agreed' },
  });

it('is served as it was uploaded, with a style sheet by which pages use it', async () => {
  const [one, two] = [(await add(regular)).body, (await add(file('latin-600-normal'))).body];
  expect([one.family, two.family]).toEqual(['IBM Plex Sans', 'IBM Plex Sans SemiBold']);
  expect((await save({ regular: one.id, semibold: two.id }, 0)).status).toBe(200);
  const { fontSheet } = server.app.settings.brand();
  expect(fontSheet).toBe(`/api/brand/fonts/${one.id}_${two.id}.css`);
  const sheet = await fetch(`${server.url}${fontSheet}`);
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
  const rules = await sheet.text();
  expect(rules.match(/font-weight:[\d ]+/g)).toEqual(['font-weight:400 400', 'font-weight:600 600']);
  expect(rules).toContain(`url(/api/brand/fonts/${one.id}.woff2)`);
  const sent = await fetch(`${server.url}/api/brand/fonts/${one.id}.woff2`);
  expect(sent.headers.get('content-type')).toBe('font/woff2');
  expect(Buffer.from(await sent.arrayBuffer()).equals(regular)).toBe(true);
  await save(null, 1);
  expect(server.app.settings.brand().fontSheet).toBeNull();
});

it.each([
  ['nothing', Buffer.alloc(0), 'files.empty'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'settings.font_type'],
  ['a font that is cut off', regular.subarray(0, 9000), 'files.unreadable'],
  ['the head of a font alone', Buffer.from('wOF2'), 'files.unreadable'],
  ['a font that may not be embedded', restricted(regular), 'settings.font_licence'],
])('refuses %s', async (_what, content, code) => {
  expect(codeOf(await add(content))).toBe(code);
});

it('is uploaded by administrators alone, and named only where it was', async () => {
  const client = await server.register();
  expect((await add(regular, client)).status).toBe(403);
  const { id } = (await add(regular)).body;
  expect(codeOf(await save({ regular: id, semibold: newId() }, 2))).toBe('settings.font');
  expect(codeOf(await save({ regular: id, semibold: id }, 2))).toBe('settings.font');
  for (const missing of [`${newId()}.woff2`, `${id}_${newId()}.css`])
    expect((await fetch(`${server.url}/api/brand/fonts/${missing}`)).status).toBe(404);
});
