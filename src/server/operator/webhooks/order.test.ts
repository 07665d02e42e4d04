import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** In which order programs receive what happens to a client, whatever becomes of the instances that deliver it. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let clientId: string;
beforeEach(async () => {
  clientId = (await server.register()).user.id;
  await server.drain();
});

function happen(name: 'staff.client_blocked' | 'staff.client_unblocked', whose = clientId): Promise<void> {
  const { outbox, db } = server.app;
  const payload = { clientId: whose, reason: 'under_inquiry', at: server.clock.now().toISOString() };
  return db.tx((tx) => outbox.emit(tx, name, payload));
}

/** What an instance leaves that claimed an event and was killed, or whose attempt failed. */
const isTaken = () =>
  server.db.run(sql`
    update outbox set attempts = 1, under_way = true, next_attempt_at = ${new Date(server.clock.now().getTime() + 120_000)}
    where name = 'staff.client_blocked' and delivered_at is null`);

const events = (whose = clientId) =>
  server.db.rows<{ type: string; at: Date }>(sql`
    select type, at from operator_event where client_id = ${whose} and type like 'client.%blocked' order by seq`);

describe('an event whose delivery was interrupted', () => {
  it('comes before those that happened to the same client later, once, with its time', async () => {
    const blocked = server.clock.now();
    await happen('staff.client_blocked');
    await isTaken();
    server.clock.advance(60_000);
    const unblocked = server.clock.now();
    await happen('staff.client_unblocked');
    await server.drain();
    const expected = [
      { type: 'client.blocked', at: blocked },
      { type: 'client.unblocked', at: unblocked },
    ];
    expect(await events()).toEqual(expected);
    server.clock.advance(61_000);
    await server.drain();
    expect(await events()).toEqual(expected);
  });

  it('waits for no event of others, and not for one whose time has not come', async () => {
    await happen('staff.client_blocked');
    await isTaken();
    const { user: other } = await server.register();
    await happen('staff.client_unblocked', other.id);
    await server.drain();
    expect(await events(other.id)).toHaveLength(1);
    expect(await events()).toEqual([]);
    await server.db.run(
      sql`update outbox set attempts = 0 where name = 'staff.client_blocked' and delivered_at is null`,
    );
    await happen('staff.client_unblocked');
    await server.drain();
    expect((await events()).map(({ type }) => type)).toEqual(['client.unblocked']);
  });
});
