import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startBucketBank, type BucketBank } from '#server/demo/stand-ins/bank/by-bucket.ts';
import type { BucketCall, BucketLie } from '#server/demo/stand-ins/s3/server.ts';
import { sql } from '#server/platform/db/sql.ts';
import { connectBank, releaseFile } from '#test/money/bank-connection.ts';
import { confirmedDestination, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** The way of a withdrawal to a bank by a bucket that lies: the bank has paid what our books say has left, and nothing twice. */
let server: TestServer;
let bank: BucketBank;
let ines: Session;
let paul: Session;
let ida: Payer;
let destination: string;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  bank = await startBucketBank({ now: () => server.clock.now() });
  const adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  await openBank(server);
  ida = await newPayer(server, 4, 10_000_000n);
  destination = await confirmedDestination(server, ida);
  await connectBank(server, [adam, paul], { adapter: 'bank_s3', fields: bank.fields });
});
afterAll(async () => {
  await server.close();
  await bank.close();
});
afterEach(() => bank.bucket.beHonest());
beforeEach(() => {
  // No order waits over midnight, after which its bank does not take it.
  const hour = server.clock.now().getUTCHours();
  if (hour >= 22) server.clock.advance((25 - hour) * 3_600_000);
});

const put: BucketCall = { method: 'PUT', path: /^in\// };
const look: BucketCall = { method: 'GET', path: /^in\// };
const list: BucketCall = { method: 'LIST', path: /^out\// };
const report: BucketCall = { method: 'GET', path: /^out\// };

const released = () => releaseFile(server, { payer: ida, destination, by: [ines, paul], payOn: bank.bank.books.day });

async function passTime(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    server.clock.advance(11 * 60_000);
    for (const job of ['payments.deliver', 'reconciliation.fetch', 'payments.bank_files'] as const)
      // A failed job runs again.
      await server.app.jobs.run(job).catch(() => {});
  }
}

const deliveryOf = (file: string) =>
  server.db.one<{ state: string; looks: number; failure: string | null }>(
    sql`select state, looks, failure from payout_file_delivery where file_id = ${file}`,
  );
const stateOf = async (id: string) =>
  (await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`)).state;

it.each<[string, BucketCall, BucketLie[]]>([
  ['an answer is lost after the order was stored', put, ['loses_answer']],
  ['it fails after it has stored the order', put, ['fails_after']],
  ['it is too busy', put, ['slow_down']],
  ['it knows the key no more', put, ['refuses_key']],
  ['it refuses the condition', put, ['refuses_condition']],
  ['a page for people answers the look', look, ['html']],
  ['a list leaves the newest out', list, ['hides_newest']],
  ['a report breaks off', report, ['cut_off']],
  ['a page for people answers for each report', report, ['html', 'html', 'html']],
])('%s: the order is paid once', async (_, call, lies) => {
  for (const lie of lies) bank.bucket.lieAt(call, lie);
  const { file, payment } = await released();
  await passTime(7);
  expect(bank.bucket.isPlanned()).toBe(false);
  expect([(await deliveryOf(file)).state, await stateOf(payment)]).toEqual(['done', 'sent']);
  const sent = await server.db.rows<{ id: string; amount: bigint }>(sql`
    select l.end_to_end_id as id, l.amount from payout_file_line l join payment p on p.id = l.payment_id
    where p.state in ('sent', 'completed') order by l.end_to_end_id`);
  const paid = [...bank.bank.books.paid()].map(([id, amount]) => ({ id, amount }));
  expect(paid.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(sent);
});

it('an order is paid once where each list names each file twice', async () => {
  bank.bucket.keepLying('repeats');
  const { file, payment } = await released();
  await passTime(5);
  expect([(await deliveryOf(file)).state, await stateOf(payment)]).toEqual(['done', 'sent']);
});

it.each<BucketLie>(['failed', 'reset', 'html', 'forgets'])(
  'what it has not stored (%s), whatever it answers, is left to staff',
  async (lie) => {
    bank.bucket.lieAt(put, lie);
    const { file, payment } = await released();
    await passTime(20);
    expect([await deliveryOf(file), await stateOf(payment)]).toMatchObject([
      { state: 'unclear', looks: 5, failure: 'the order is not there; the bank may have taken it away' },
      'ordered',
    ]);
  },
);

it('an order that it has stored by half is not replaced, and staff read why', async () => {
  bank.bucket.lieAt(put, 'shortens');
  const { file } = await released();
  await passTime(3);
  expect(await deliveryOf(file)).toMatchObject({ state: 'waiting', failure: expect.stringMatching(/^another file/) });
  const [key = ''] = [...bank.bucket.objects.keys()].filter((each) => each.startsWith('in/')).slice(-1);
  bank.bucket.objects.delete(key);
  await passTime(10);
  expect((await deliveryOf(file)).state).toBe('done');
});
