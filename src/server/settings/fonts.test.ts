import { afterAll, beforeAll, expect, it } from 'vitest';
import { fontFile } from '#test/files/fonts.ts';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { newId } from '#server/platform/id.ts';

/** Fonts of a brand: WOFF2 files that browsers may load from here, and what is refused. */
let server: TestServer;
let ada: Session;

const regular = fontFile('latin-400-normal');

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const add = (content: Buffer, as = ada) =>
  server.call('POST /api/staff/settings/font', { as, body: { font: content.toString('base64') } });
/** There is one administrator and no other approver, so it takes effect at once. */
const save = (value: unknown, version: number) =>
  server.call('POST /api/staff/settings/protected', {
    as: ada,
    body: { key: 'brand.font', value, version, reason: 'as agreed', current_password: ada.password },
  });

it('is served as it was uploaded, with a style sheet by which pages use it', async () => {
  const [one, two] = [(await add(regular)).body, (await add(fontFile('latin-600-normal'))).body];
  expect([one.family, two.family]).toEqual(['IBM Plex Sans', 'IBM Plex Sans SemiBold']);
  expect((await save({ regular: one.id, semibold: two.id }, 0)).status).toBe(200);
  const { fontSheet } = server.app.settings.brand();
  expect(fontSheet).toBe(`/api/brand/${one.id}_${two.id}.css`);
  const sheet = await fetch(`${server.url}${fontSheet}`);
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
  const rules = await sheet.text();
  expect(rules.match(/font-weight:[\d ]+/g)).toEqual(['font-weight:1 500', 'font-weight:501 1000']);
  expect(rules).toContain(`url(/api/brand/${one.id}.woff2)`);
  const alone = await (await fetch(`${server.url}/api/brand/${two.id}.css`)).text();
  expect(alone.match(/font-weight:[\d ]+/g)).toEqual(['font-weight:600 600']);
  const sent = await fetch(`${server.url}/api/brand/${one.id}.woff2`);
  expect(sent.headers.get('content-type')).toBe('font/woff2');
  expect(Buffer.from(await sent.arrayBuffer()).equals(regular)).toBe(true);
  await save(null, 1);
  expect(server.app.settings.brand().fontSheet).toBeNull();
});

it.each([
  ['a font that is cut off', regular.subarray(0, 9000)],
  ['the head of a font alone', Buffer.from('wOF2')],
  ['a font whose tables are of another', Buffer.concat([regular.subarray(0, 48), regular.subarray(60)])],
])('refuses %s', async (_what, content) => {
  expect(codeOf(await add(content))).toBe('files.unreadable');
});

it('is uploaded by administrators alone, and named only where it was', async () => {
  const client = await server.register();
  expect((await add(regular, client)).status).toBe(403);
  const { id } = (await add(regular)).body;
  expect(codeOf(await save({ regular: id, semibold: newId() }, 2))).toBe('settings.font');
  expect(codeOf(await save({ regular: id, semibold: id }, 2))).toBe('settings.font');
  for (const missing of [`${newId()}.woff2`, `${id}_${newId()}.css`])
    expect((await fetch(`${server.url}/api/brand/${missing}`)).status).toBe(404);
});
