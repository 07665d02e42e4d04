import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { connectBank } from '#test/money/bank-connection.ts';
import { asker, openBank } from '#test/money/payments.ts';
import { camt, entry } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let bucket: BucketStandIn;
let ines: Session;
beforeAll(async () => {
  bucket = await openBucketStandIn();
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  const adam = await server.register({ roles: ['client', 'admin'] });
  const paul = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  await openBank(server);
  const { url, keys } = bucket;
  await connectBank(server, [adam, paul], {
    adapter: 'bank_s3',
    fields: {
      address: `${url}/${keys.bucket}`,
      region: keys.region,
      access_key: keys.accessKey,
      secret_key: keys.secretKey,
    },
  });
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

/** A file is read once two lists have it. */
async function left(name: string, content: string) {
  bucket.objects.set(`out/${name}`, { body: Buffer.from(content), changedAt: new Date() });
  return fetched(name);
}
async function fetched(name: string) {
  for (let lists = 0; lists < 2; lists += 1) await server.app.jobs.run('reconciliation.fetch');
  return arrival(name);
}
async function arrival(name: string) {
  const { body } = await asker(server)('POST /api/staff/reconciliation/arrivals', ines, {});
  const found = body.arrivals.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}
const refusedFiles = async () => (await asker(server)('POST /api/staff/reconciliation/summary', ines, {})).body.files;
/** For how long the oldest refused file has waited; measured once a minute. */
async function waitedSeconds(): Promise<number> {
  server.clock.advance(60_000);
  const { body } = await server.app.http.inject({ method: 'GET', url: '/metrics' });
  return Number(/^atrium_work_waiting_seconds\{queue="bank_files"\} (\d+)$/m.exec(body)?.[1]);
}
const decide = (how: 'close' | 'reread', id: string) =>
  asker(server)(`POST /api/staff/reconciliation/arrivals/${how}`, ines, { arrival_id: id });

it('a file with nothing to book is not refused, and says why: no movements, none final, only other currencies', async () => {
  const dollars = entry('5.00', '');
  const files = {
    'empty-day.xml': [camt(''), 'no movements'],
    'today.xml': [camt(dollars.replace('BOOK', 'PDNG')), 'final'],
    'silver.xml': [camt(dollars).replaceAll('USD', 'XAG'), 'XAG'],
  } as const;
  for (const [name, [content, why]] of Object.entries(files))
    expect(await left(name, content)).toMatchObject({
      state: 'nothing',
      kind: 'statement',
      refusal: expect.stringContaining(why) as string,
    });
  expect([await refusedFiles(), await waitedSeconds()]).toEqual([0, 0]);
});

it('a refused file waits for staff until they say that nothing is to be done, and may be read again after that', async () => {
  const { id, ...refused } = await left('sign-in.xml', '<html><body>Sign in</body></html>');
  expect(refused).toMatchObject({ state: 'refused' });
  expect([await refusedFiles(), await waitedSeconds()]).toEqual([1, 60]);
  expect((await decide('close', id)).status).toBe(200);
  expect(await arrival('sign-in.xml')).toMatchObject({ state: 'nothing', refusal: refused.refusal });
  expect([await refusedFiles(), await waitedSeconds()]).toEqual([0, 0]);
  expect((await decide('close', id)).status).toBe(404);
  expect((await decide('reread', id)).status).toBe(200);
  expect(await fetched('sign-in.xml')).toMatchObject({ state: 'refused' });
});
