import { randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileQuota } from '#contract/kernel/file-rules.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { headersOf } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { storedOnDisk, openedBy, pdf, png, upload } from '#test/files/upload.ts';
import { linkFile } from './link-file.ts';
import { sweepFiles } from './remove-file.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  ida = await server.register();
});
afterAll(() => server.close());

const link = (id: string, owner = ida) =>
  server.db.tx((tx) => linkFile(tx, { id, ownerId: owner.user.id, purpose: 'payment_proof', at: server.clock.now() }));
const pathOf = (id: string) => join(server.config.dataDir, 'files', id.slice(-2), id);

describe('uploading', () => {
  it('requires a session, a call from our own pages, bytes, and a known purpose', async () => {
    const content = await png();
    const stranger = await upload(server, server.browser(), content);
    expect([stranger.status, stranger.refusal.code]).toEqual([401, 'http.unauthenticated']);
    const forged = await upload(server, ida, content, { headers: { 'x-xsrf-token': 'guess' } });
    expect([forged.status, forged.refusal.code]).toEqual([403, 'http.anti_forgery']);
    const form = await upload(server, ida, content, { headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    expect([form.status, form.refusal.code]).toEqual([415, 'http.media_type']);
    const purpose = await upload(server, ida, content, { purpose: 'anything' });
    expect([purpose.status, purpose.refusal.code]).toEqual([422, 'validation.failed']);
  });

  it('stores a file that only its key opens', async () => {
    const content = pdf({ catalog: `/Lang (${'a very plain sentence '.repeat(9000)})` });
    const { status, file } = await upload(server, ida, content, { name: 'June/receipt.PDF' });
    expect(status).toBe(200);
    expect(file).toMatchObject({ name: 'receipt.pdf', type: 'application/pdf', width: null });
    expect(file.size).toBeGreaterThan(9000);
    const onDisk = await readFile(pathOf(file.id));
    expect(onDisk.includes('plain sentence')).toBe(false);
    expect(onDisk.includes('%PDF')).toBe(false);
    expect(onDisk.length).toBeGreaterThan(file.size);
    const opened = await openedBy(server, ida, file.id);
    expect([opened.content.length, opened.content.includes('plain sentence')]).toEqual([file.size, true]);
  });

  it('leaves nothing of one that broke off', async () => {
    const before = await storedOnDisk(server);
    const query = new URLSearchParams({ purpose: 'payment_proof', name: 'x' }).toString();
    const sending = request(`${server.url}/api/files?${query}`, {
      method: 'POST',
      headers: { ...headersOf(ida), 'content-type': 'application/octet-stream', 'content-length': 500_000 },
    });
    sending.on('error', () => {});
    sending.write(randomBytes(200_000));
    const arrived = async () => (await storedOnDisk(server)).length > before.length;
    for (let tries = 0; !(await arrived()) && tries < 200; tries++) await wait(10);
    expect(await arrived()).toBe(true);
    sending.destroy();
    for (let tries = 0; (await arrived()) && tries < 200; tries++) await wait(10);
    expect(await storedOnDisk(server)).toEqual(before);
    expect(server.logged.filter((line) => line.includes('"defect"'))).toEqual([]);
  });

  it('limits the number of unused files, also for concurrent uploads', async () => {
    const content = await png();
    const responses = await Promise.all(Array.from({ length: 30 }, () => upload(server, ida, content)));
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(fileQuota.waiting);
    const codes = new Set(responses.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code));
    expect([...codes]).toEqual(['files.waiting']);
    const rows = await server.db.rows(sql`select from file where owner_id = ${ida.user.id}`);
    expect(rows).toHaveLength(fileQuota.waiting);
    await server.call('POST /api/files/remove', { as: ida, body: { id: taken[0]!.file.id } });
    expect((await upload(server, ida, content)).status).toBe(200);
  });

  it('limits the stored bytes', async () => {
    await server.db.run(sql`
      insert into file (id, owner_id, purpose, name, type, size, sha256, key_wrapped, created_at, linked_at)
      values (${newId()}, ${ida.user.id}, 'payment_proof', 'a.pdf', 'application/pdf', ${fileQuota.bytes - 500},
              ${randomBytes(32)}, ${randomBytes(60)}, now(), now())`);
    const { refusal } = await upload(server, ida, pdf({ catalog: `/Lang (${'x'.repeat(500)})` }));
    expect([refusal.code, refusal.params]).toEqual(['files.quota', { megabytes: 500 }]);
    expect((await upload(server, ida, await png())).refusal.code).toBe('files.quota');
  });
});

describe('opening', () => {
  it('is for its owner, with headers that make it harmless', async () => {
    const { file } = await upload(server, ida, pdf(), { name: 'Quittung „März“.pdf' });
    const { status, headers } = await openedBy(server, ida, file.id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-length')).toBe(String(file.size));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Quittung _M_rz_.pdf"; filename*=UTF-8''Quittung%20%E2%80%9EM%C3%A4rz%E2%80%9C.pdf`,
    );
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { file: shown } = await upload(server, ida, await png());
    expect((await openedBy(server, ida, shown.id)).headers.get('content-disposition')).toMatch(/^inline;/);
  });

  it('is invisible to all others, even staff before anything refers to it', async () => {
    const { file } = await upload(server, ida, await png());
    const others = [await server.register(), await server.register({ roles: ['admin'] })];
    for (const other of others) expect((await openedBy(server, other, file.id)).status).toBe(404);
    expect((await openedBy(server, server.browser(), file.id)).status).toBe(401);
    expect((await openedBy(server, ida, newId())).status).toBe(404);
    const removed = await server.call('POST /api/files/remove', { as: others[0]!, body: { id: file.id } });
    expect(removed.status).toBe(404);
    expect(await server.db.rows(sql`select from file_access`)).toEqual([]);
  });

  it('fails, and gives nothing out, when the content was changed or the key is another', async () => {
    const { file } = await upload(server, ida, pdf());
    const stored = await readFile(pathOf(file.id));
    stored.writeUInt8(stored.readUInt8(50) ^ 1, 50);
    await writeFile(pathOf(file.id), stored);
    expect((await openedBy(server, ida, file.id)).status).toBe(500);
    const { file: second } = await upload(server, ida, pdf());
    await server.db.run(sql`
      update file set key_wrapped = (select key_wrapped from file where id = ${file.id}) where id = ${second.id}`);
    expect((await openedBy(server, ida, second.id)).status).toBe(500);
  });
});

describe('what waits', () => {
  it('is linked once, by its owner, for its purpose', async () => {
    const { file } = await upload(server, ida, await png());
    const other = await server.register();
    await expect(link(file.id, other)).rejects.toThrow('files.gone');
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => link(file.id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const removed = await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } });
    expect([removed.status, removed.refusal.code]).toEqual([404, 'http.not_found']);
  });

  it('is deleted by its owner, with its key', async () => {
    const { file } = await upload(server, ida, await png());
    expect((await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } })).status).toBe(200);
    expect((await openedBy(server, ida, file.id)).status).toBe(404);
    expect(await storedOnDisk(server)).not.toContain(pathOf(file.id));
    expect(await server.db.one(sql`select key_wrapped as key from file where id = ${file.id}`)).toEqual({ key: null });
    await expect(link(file.id)).rejects.toThrow('files.gone');
  });

  it('is deleted after a day, as is what has no row; what is linked stays', async () => {
    const [linked, waiting] = [await upload(server, ida, await png()), await upload(server, ida, await png())];
    await link(linked.file.id);
    const fresh = newId();
    const stray = newId();
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const id of [fresh, stray]) await server.app.files.store.put(id, once(randomBytes(10)));
    for (const id of [stray, linked.file.id]) await utimes(pathOf(id), old, old);
    await sweepFiles(server.app);
    const stored = await storedOnDisk(server);
    expect(stored).toContain(pathOf(waiting.file.id));
    expect(stored).toContain(pathOf(fresh));
    expect(stored).not.toContain(pathOf(stray));
    server.clock.advance(25 * 3_600_000);
    await server.app.jobs.run('platform.sweep_files');
    const left = await storedOnDisk(server);
    expect(left).not.toContain(pathOf(waiting.file.id));
    expect(left).toContain(pathOf(linked.file.id));
  });
});

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
