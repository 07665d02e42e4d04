import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { turn } from '#test/connections/connections.ts';
import { openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { approveBy, connectBank, makeFile, releaseFile } from '#test/money/bank-connection.ts';
import { asker, codeOf, confirmedDestination, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let bucket: BucketStandIn;
let ines: Session;
let paul: Session;
let ida: Payer;
let destination: string;
let bank: string;
beforeAll(async () => {
  bucket = await openBucketStandIn();
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  const adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  destination = await confirmedDestination(server, ida);
  const { url, keys } = bucket;
  bank = await connectBank(server, [adam, paul], {
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
beforeEach(() => void bucket.calls.splice(0));

const deliver = () => server.app.jobs.run('payments.deliver');
const puts = () => bucket.calls.filter((call) => call.startsWith('PUT'));
const passMinutes = (minutes: number) => server.clock.advance(minutes * 60_000);
const order = () => ({
  payer: ida,
  destination,
  by: [ines, paul] as const,
  payOn: server.clock.now().toISOString().slice(0, 10),
});
const deliveryOf = async (id: string) => {
  const { body } = await asker(server)('POST /api/staff/payments/bank-files', ines, {});
  return body.files.find((each) => each.id === id)?.delivery;
};

describe('a file for the bank', () => {
  it('is released while its connection is off, and waits until that is on', async () => {
    const made = await makeFile(server, order());
    await turn(server, bank, 'off');
    expect((await approveBy(server, paul, 'payout_file', made.file)).status).toBe(200);
    await deliver();
    expect([await deliveryOf(made.file), puts()]).toMatchObject([{ state: 'waiting' }, []]);
    await turn(server, bank, 'on');
    passMinutes(5);
    await deliver();
    expect([await deliveryOf(made.file), puts().length]).toMatchObject([{ state: 'done' }, 1]);
  });

  it('goes to no bank while one of its withdrawals is stopped, by a connection or by hand', async () => {
    const { file: file_id } = await releaseFile(server, order());
    const content = () =>
      server.call('GET /api/staff/payments/bank-files/:file_id/content', { as: ines, params: { file_id } });
    await server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${ida.session.user.id}, 'withdrawal', 'other', ${paul.user.id}, ${server.clock.now()})`);
    await deliver();
    const failure = 'withdrawals that were stopped since the release: 1';
    expect([await deliveryOf(file_id), puts()]).toMatchObject([{ state: 'waiting', failure }, []]);
    expect(codeOf(await content())).toBe('payments.file_blocked');
    await server.db.run(sql`delete from payment_restriction where client_id = ${ida.session.user.id}`);
    passMinutes(5);
    await deliver();
    expect([await deliveryOf(file_id), puts().length]).toMatchObject([{ state: 'done' }, 1]);
    expect((await content()).status).toBe(200);
  });
});
