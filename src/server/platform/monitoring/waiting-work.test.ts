import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The database is asked once a minute. */
const figures = async () => {
  server.clock.advance(60_000);
  return read();
};
const read = async () => (await server.app.http.inject({ method: 'GET', url: '/metrics' })).body.split('\n');
const figure = async (name: string) =>
  Number(
    (await figures())
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  );

it('says how long the oldest item of a queue has waited', async () => {
  const since = server.clock.now();
  let oldest: Date | null = null;
  server.app.waitingWork.add('tests', async () => ({ since: oldest }));
  expect(await figure('atrium_work_waiting_seconds{queue="tests"}')).toBe(0);
  oldest = since;
  expect(await figure('atrium_work_waiting_seconds{queue="tests"}')).toBe(120);
});

it('has every queue of the modules', async () => {
  const names = (await figures()).flatMap(
    (line) => /^atrium_work_waiting_seconds\{queue="(\w+)"\} 0$/.exec(line)?.[1] ?? [],
  );
  for (const queue of [
    'provider_events',
    'provider_reports',
    'bank_orders',
    'bank_files',
    'screening_hits',
    'screening_names',
    'screening_lists',
    'payments',
    'verification',
    'approvals',
    'webhooks',
  ])
    expect(names).toContain(queue);
});

it('says how long a job has failed, and ends when it succeeds', async () => {
  const name = 'atrium_job_failing_seconds{job="payments.deliver"}';
  const set = (failure: string | null) =>
    server.db.run(sql`
      insert into job (name, failure, last_done_at, finished_at) values ('payments.deliver', ${failure}, now() - interval '2 hours', now())
      on conflict (name) do update set failure = excluded.failure, last_done_at = excluded.last_done_at, finished_at = excluded.finished_at`);
  await set('the bank is away');
  expect(await figure(name)).toBeGreaterThanOrEqual(7200);
  await set(null);
  expect(await figure(name)).toBe(0);
});

it('leaves out what the database does not answer, and gives all other figures', async () => {
  server.app.waitingWork.add('broken', () => Promise.reject(new Error('as the test wants it')));
  const all = await figures();
  expect(all.filter((line) => line.includes('queue="broken"'))).toEqual([]);
  expect(all.filter((line) => line.includes('queue="payments"'))).toHaveLength(1);
  expect(all.filter((line) => line.startsWith('atrium_database_up'))).toEqual(['atrium_database_up 1']);
});
