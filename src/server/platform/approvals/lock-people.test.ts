import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { lockPeople, lockPeopleOf } from './check-approver.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/**
 * Waits until another transaction waits for a lock of this one. The query runs outside of the transaction, because
 * within it the list of others stays as it was.
 */
async function untilWaitedFor(tx: Tx) {
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const waiting = sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
  await expect.poll(() => server.db.rows(waiting)).not.toHaveLength(0);
}

it('people are locked in one order, also a person who joins while the others are waited for', async () => {
  const clients = await Promise.all([server.register(), server.register(), server.register()]);
  const [first, approver, third] = clients.map(({ user }) => user.id).toSorted() as [string, string, string];
  const involved = [approver, third];
  const read = async (tx: Tx) => {
    await tx.run(sql`select`);
    return [...involved];
  };
  let waiting: Promise<void> | undefined;
  await server.db.tx(async (other) => {
    await server.db.tx(async (payer) => {
      await lockPeople(payer, approver);
      waiting = server.db.tx((tx) => lockPeopleOf(tx, () => read(tx)));
      await untilWaitedFor(payer);
      involved.push(first);
      await lockPeople(other, first);
    });
    // A transaction with the lock on the first of them gets the second, because others wait for the first without it.
    await lockPeople(other, approver);
  });
  await expect(waiting).resolves.toBeUndefined();
});
