import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { picture, png, upload } from '#test/files/upload.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

/** Sends the beginning of a call as it is; the returned function hangs up. */
async function start(line: string, headers: Record<string, string>, body = ''): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const all = Object.entries({ host: 'atrium.test', ...headersOf(ida), ...headers });
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  await new Promise<void>((done) => socket.write(`${line} HTTP/1.1\r\n${head}\r\n${body}`, () => done()));
  await wait(100);
  return async () => {
    socket.destroy();
    await wait(200);
  };
}

/** What was logged while it ran, as a fault or as a defect. */
async function faultsDuring(action: () => Promise<void>) {
  const { logged, app } = server;
  const [before, defects] = [logged.length, (await app.metrics.defects.get()).values[0]?.value ?? 0];
  await action();
  const lines = logged.slice(before).map((line) => JSON.parse(line) as { level: number; status?: number });
  return {
    lines: lines.filter(({ level, status = 0 }) => level >= 40 || status >= 500),
    defects: ((await app.metrics.defects.get()).values[0]?.value ?? 0) - defects,
  };
}

it('is no defect before a file is sent', async () => {
  const { file } = await upload(server, ida, await png());
  const faults = await faultsDuring(() =>
    server.db
      .tx(async (tx) => {
        await tx.run(sql`lock table file in access exclusive mode`);
        const hangUp = await start(`GET /api/files/${file.id}`, {});
        await hangUp();
      })
      .then(() => wait(300)),
  );
  expect(faults).toEqual({ lines: [], defects: 0 });
});

it('is no defect while the answer is worked out or sent', async () => {
  const content = await picture(1500, 1200).png().toBuffer();
  const { file } = await upload(server, ida, content);
  const call = { 'content-type': 'application/json', 'content-length': '2' };
  const faults = await faultsDuring(async () => {
    await server.db.tx(async (tx) => {
      await tx.run(sql`lock table wallet in access exclusive mode`);
      await (
        await start('POST /api/wallets', call, '{}')
      )();
    });
    await (
      await start(`GET /api/files/${file.id}`, {})
    )();
  });
  expect(faults).toEqual({ lines: [], defects: 0 });
});

it.each([
  ['a call', 'POST /api/settings/profile', 'application/json', '{"first_name":'],
  ['a form', 'POST /api/settings/profile', 'application/x-www-form-urlencoded', 'first_name='],
  ['a file', 'POST /api/files?purpose=payment_proof&name=x', 'application/octet-stream', '%PDF-1.7'],
])('is no defect while %s is read', async (_, line, type, body) => {
  const headers = { 'content-type': type, 'content-length': '9000' };
  const faults = await faultsDuring(async () => (await start(line, headers, body))());
  expect(faults).toEqual({ lines: [], defects: 0 });
});
