import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { hasNats, openNatsServer } from '#test/external-services/nats.ts';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { lockEvents } from '../webhooks/record-events.ts';

describe.runIf(hasNats())('events in NATS', () => {
  let nats: Awaited<ReturnType<typeof openNatsServer>>;
  let database: TestDatabase;
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    [nats, database] = await Promise.all([openNatsServer(), testDatabase()]);
    server = await started('broker');
    other = await started('broker');
    await nats.addStream('EVENTS', 'broker');
  });
  afterAll(async () => {
    await other.close();
    await server.close();
    await database.drop();
    await nats.close();
  });

  /** An instance on the database of all; only the last to go takes it along. */
  const started = (subject: string, password?: string) =>
    startServer({
      on: { ...database, drop: async () => {} },
      env: { NATS_URL: nats.urlWith(password), NATS_SUBJECT: subject },
    });
  const forward = ({ app }: TestServer = server) => app.jobs.run('operator.forward_events');

  /** Records this many events, as one transaction. @returns their ids in their order */
  const record = (count: number, isTest = false) =>
    server.db.tx(async (tx) => {
      await lockEvents(tx);
      const rows = await tx.rows<{ id: string }>(sql`
        insert into operator_event (id, type, data, is_test, at)
        select gen_random_uuid(), 'client.blocked', jsonb_build_object('n', n), ${isTest}, ${server.clock.now()}
        from generate_series(1, ${count}) n order by n returning id, seq`);
      return rows.map(({ id }) => id);
    });
  const idsIn = async (stream: string) => (await nats.messages(stream)).map(({ id }) => id);
  const expected: string[] = [];
  const recorded = async (count: number) => void expected.push(...(await record(count)));

  it('are stored once each, in their order, as the API shows them, and tests of webhooks are not', async () => {
    await recorded(230);
    await record(1, true);
    await recorded(2);
    await forward();
    await forward();
    expect(await idsIn('EVENTS')).toEqual(expected);
    const [first] = await nats.messages('EVENTS');
    expect(first?.subject).toBe('broker.client.blocked');
    expect(JSON.parse(first?.payload ?? '')).toEqual({
      id: expected[0],
      type: 'client.blocked',
      version: 1,
      timestamp: server.clock.now().toISOString(),
      data: { n: 1 },
    });
  });

  it('wait while NATS is down, and none is left out', async () => {
    await nats.stop();
    await recorded(3);
    await expect(forward()).rejects.toThrow('an event was not taken by NATS');
    await recorded(1);
    await nats.start();
    await expect
      .poll(
        () =>
          forward().then(
            () => 'sent',
            () => 'waits',
          ),
        { timeout: 20_000 },
      )
      .toBe('sent');
    expect(await idsIn('EVENTS')).toEqual(expected);
  });

  it('are stored once also where the place was lost after they were confirmed', async () => {
    const { seq } = await server.db.one<{ seq: bigint }>(sql`select seq from nats_place where subject = 'broker'`);
    await recorded(3);
    await forward();
    await server.db.run(sql`update nats_place set seq = ${seq} where subject = 'broker'`);
    await recorded(1);
    await forward();
    expect(await idsIn('EVENTS')).toEqual(expected);
  });

  it('keep their order while two instances send', async () => {
    await recorded(250);
    await Promise.all([forward(), forward(other), forward(), forward(other)]);
    await forward();
    expect(await idsIn('EVENTS')).toEqual(expected);
  });

  it('count as sent only when a stream has confirmed them, from the oldest on', async () => {
    const elsewhere = await started('elsewhere');
    await expect(forward(elsewhere)).rejects.toThrow('an event was not taken by NATS');
    await nats.addStream('ELSEWHERE', 'elsewhere');
    await forward(elsewhere);
    expect(await idsIn('ELSEWHERE')).toEqual(expected);
    await elsewhere.close();
  });

  it('go to no server that refuses us', async () => {
    const stranger = await started('broker', 'wrong');
    await recorded(1);
    await expect(forward(stranger)).rejects.toThrow('an event was not taken by NATS');
    await stranger.close();
    await forward();
    expect(await idsIn('EVENTS')).toEqual(expected);
  });
});
