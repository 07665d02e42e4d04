import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileLimits, uploadPurposes, type FilePurpose } from '#contract/kernel/file-rules.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hostileFiles } from '#test/files/hostile.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { storedOnDisk, openedBy, pdf, png, upload } from '#test/files/upload.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

const refused = hostileFiles.filter(({ code }) => code !== undefined);
const storedHarmless = hostileFiles.filter(({ code }) => code === undefined);

/** The limit on calls is another matter. */
const purgeCalls = () => server.db.run(sql`delete from rate_window`);

it('has more than sixty of them, and takes what is harmless', async () => {
  expect(refused.length).toBeGreaterThan(60);
  for (const content of [await png(), pdf()]) {
    const { status, file } = await upload(server, ida, content);
    expect(status).toBe(200);
    await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } });
  }
});

/** Where no document is taken, what is wrong with one does not matter. */
const codeFor = (purpose: FilePurpose, content: Buffer, code: string | undefined) =>
  content.subarray(0, 5).toString() === '%PDF-' &&
  code !== 'files.too_large' &&
  !fileLimits[purpose].types.includes('application/pdf')
    ? 'files.type'
    : code;

describe.each(uploadPurposes)('as %s it is refused for its reason, and nothing of it is stored', (purpose) => {
  it.each(refused)('$what', async ({ content, code, name = 'proof' }) => {
    await purgeCalls();
    const before = await storedOnDisk(server);
    const bytes = await content();
    const { status, refusal } = await upload(server, ida, bytes, { name, purpose });
    expect([status, refusal.code]).toEqual([409, codeFor(purpose, bytes, code)]);
    expect(refusal.message.length).toBeGreaterThan(20);
    expect(await storedOnDisk(server)).toEqual(before);
    expect(await server.db.rows(sql`select from file where deleted_at is null`)).toHaveLength(before.length);
  });
});

describe('is stored without what made it hostile', () => {
  it.each(storedHarmless)('$what', async ({ content, type, name = 'proof', without = [] }) => {
    const sent = await content();
    for (const part of without) expect(sent.includes(Buffer.from(part, 'latin1'))).toBe(true);
    const { status, file } = await upload(server, ida, sent, { name });
    expect([status, file.type]).toEqual([200, type]);
    expect(file.name).toMatch(type === 'image/jpeg' ? /\.jpe?g$/ : /\.(png|webp|pdf)$/);
    const { content: stored } = await openedBy(server, ida, file.id);
    expect(stored.length).toBe(file.size);
    for (const part of without) expect(stored.includes(Buffer.from(part, 'latin1'))).toBe(false);
    await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } });
    expect(await storedOnDisk(server)).toEqual([]);
  });
});
