import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openLists, waitedFor } from '#test/compliance/screening.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

type Lists = Awaited<ReturnType<typeof openLists>>;
let server: TestServer;
let lists: Lists['lists'];
let run: Lists['compare'];
let vera: Session;
/** Of whom the provider finds more than the client of calls takes. */
let ursula: Lists['lists']['entities'][number];
const minute = 60_000;

beforeAll(async () => {
  server = await startServer();
  const { connect, ...opened } = await openLists(server);
  ({ lists, compare: run } = opened);
  vera = await server.register({ roles: ['client', 'compliance'] });
  await connect();
  const { entity } = opened.listed(0);
  ursula = { ...entity, id: 'NK-large', caption: 'Ursula Unwieldy', properties: { name: ['Ursula Unwieldy'] } };
  ursula.properties['notes'] = ['x'.repeat(6_000_000)];
});
afterAll(async () => {
  await server.close();
  await lists.close();
});
beforeEach(async () => {
  lists.entities.splice(0, lists.entities.length, ...lists.entities.filter(({ id }) => id !== ursula.id), ursula);
  const at = server.clock.now();
  await server.db.run(sql`update person set closed_at = ${at}, blocked_at = ${at} where first_name = 'Ursula'`);
  await server.db.run(sql`delete from screening_due`);
  lists.calls.length = 0;
  lists.asked.length = 0;
});

/** Names that wait to be compared, of so many clients called Ursula and so many others. */
async function registered({ large, others }: { large: number; others: number }) {
  const named = async (first_name: string, second_name: string) =>
    (await server.register({ first_name, second_name })).user.id;
  const found: string[] = [];
  for (let i = 0; i < large; i += 1) found.push(await named('Ursula', 'Unwieldy'));
  for (let i = 0; i < others; i += 1) await named('Ida', 'Berg');
  return found;
}
const dueNow = async () =>
  (await server.db.rows<{ id: string }>(sql`select client_id as id from screening_due order by requested_at`)).map(
    ({ id }) => id,
  );
/** How many names each batch had. */
const batches = () =>
  lists.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => Object.keys((JSON.parse(body) as { queries: object }).queries))
    .filter((keys) => !keys.includes('control'))
    .map((keys) => keys.length);
const status = async () => (await server.call('POST /api/staff/screening', { as: vera, body: {} })).body.status;

it('a batch that fails is sent in halves; the name that fails alone waits by itself, longer each time', async () => {
  const large = await registered({ large: 1, others: 7 });
  await expect(run()).rejects.toThrow('more than 5242880 bytes');
  expect(await dueNow()).toEqual(large);
  expect(batches()).toEqual([8, 4, 2, 1, 1, 2, 4]);
  expect((await status()).last_failure?.error).toContain('more than 5242880 bytes');
  await run();
  for (const pause of [1, 2, 4]) {
    server.clock.advance((pause - 1) * minute);
    await run();
    server.clock.advance(minute);
    await server.storeSessions();
    await expect(run()).rejects.toThrow('more than 5242880 bytes');
  }
  expect(batches().slice(7)).toEqual([1, 1, 1]);
  expect(await waitedFor(server, 'screening_names')).toBeGreaterThan(0);
  lists.entities.pop();
  server.clock.advance(8 * minute);
  await run();
  expect(await dueNow()).toEqual([]);
  expect(await waitedFor(server, 'screening_names')).toBe(0);
});

it('a provider that is away is asked once; its names stay as they are, and are compared once it is back', async () => {
  await registered({ large: 0, others: 5 });
  lists.lie('busy');
  await expect(run()).rejects.toThrow('status 503');
  expect(lists.calls).toHaveLength(1);
  lists.lie('busy_batch', 3);
  await expect(run()).rejects.toThrow('status 429');
  expect(lists.calls).toHaveLength(3);
  expect(
    await server.db.one(sql`select max(attempts) as attempts, max(batch_size) as size from screening_due`),
  ).toEqual({ attempts: 0, size: null });
  lists.beHonest();
  await run();
  expect([await dueNow(), batches()]).toEqual([[], [5]]);
});

it('a limit of calls that begins after the list was read is not the fault of the names', async () => {
  await registered({ large: 0, others: 5 });
  lists.onStrike((moment, path) => {
    if (moment === 'before' && path.startsWith('/match/') && lists.asked.at(-1)?.id === 'control')
      lists.lie('busy_batch');
  });
  await expect(run()).rejects.toThrow('status 429');
  lists.onStrike(() => {});
  expect(lists.calls).toHaveLength(3);
  lists.beHonest();
  await run();
  expect(batches()).toEqual([5, 5]);
});

it('three names in a row that fail alone end the run, and the next one goes on where it was', async () => {
  await registered({ large: 8, others: 0 });
  await expect(run()).rejects.toThrow('more than 5242880 bytes');
  expect(batches()).toEqual([8, 4, 2, 1, 1, 2, 1]);
  await expect(run()).rejects.toThrow('more than 5242880 bytes');
  expect(batches().slice(7)).toEqual([1, 4, 2, 1, 1]);
});

it('a night ends without the names that fail alone, which the next one takes over; then it asks for changes alone', async () => {
  const night = async () => {
    server.clock.advance(86_400_000);
    await server.storeSessions();
    await run('screening.nightly');
    return (await status()).run;
  };
  const [large] = await registered({ large: 1, others: 3 });
  await server.db.run(sql`delete from screening_due`);
  expect(await night()).toMatchObject({ full: true, state: 'failed', failures: 1 });
  expect(await dueNow()).toEqual([large]);
  expect(await night()).toMatchObject({ full: false, state: 'failed', failures: 1 });
  const left = sql`select changed_since as since, run_id is not null as "inRun" from screening_due`;
  expect(await server.db.one(left)).toEqual({ since: null, inRun: true });
  lists.entities.pop();
  expect(await night()).toMatchObject({ full: false, state: 'done', failures: 0 });
  expect(await dueNow()).toEqual([]);
});
