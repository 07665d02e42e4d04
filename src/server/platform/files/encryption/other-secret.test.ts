import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, pdf, png, upload } from '#test/files/upload.ts';
import { verifyFiles } from '../verify.ts';
import { reEncryptAll } from '../../secrets/re-encrypt.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

const newSecret = 'a secret that came after the first';
const verify = (secret = server.config.appSecret) => verifyFiles(server.db, server.app.files.store, secret);
const rewrap = (from: string, to: string) => server.db.tx((tx) => reEncryptAll(tx, from, to));

it('opens all files with the present secret, or changes nothing', async () => {
  const { file } = await upload(server, ida, pdf());
  const { content } = await openedBy(server, ida, file.id);
  await upload(server, ida, await png());
  const { appSecret } = server.config;
  expect(await verify()).toEqual({ whole: 2 });
  await expect(rewrap(newSecret, appSecret)).rejects.toThrow('APP_SECRET');
  expect(await verify()).toEqual({ whole: 2 });
  await rewrap(appSecret, newSecret);
  expect(await verify(newSecret)).toEqual({ whole: 2 });
  expect(await verify()).toMatchObject({ whole: 0, breach: { id: file.id } });
  expect((await openedBy(server, ida, file.id)).status).toBe(500);
  await rewrap(newSecret, appSecret);
  expect((await openedBy(server, ida, file.id)).content.equals(content)).toBe(true);
});

it('names the first file that is not whole', async () => {
  const { file } = await upload(server, ida, await png());
  const path = join(server.config.dataDir, 'files', file.id.slice(-2), file.id);
  await writeFile(path, 'something else');
  expect(await verify()).toMatchObject({
    whole: 2,
    breach: { id: file.id, why: 'a stored file has an unknown format' },
  });
  await rm(path);
  expect(await verify()).toMatchObject({ whole: 2, breach: { id: file.id, why: expect.stringContaining('ENOENT') } });
});
