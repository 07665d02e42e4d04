import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { sql } from './db/sql.ts';
import { systemClock } from './clock.ts';
import { openLeases } from './job-leases.ts';
import { lastAt, openJobs } from './jobs.ts';

let world: Awaited<ReturnType<typeof testDatabase>>;
const log = { info() {}, warn() {}, error() {} };

beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.drop());
afterEach(() => void vi.useRealTimers());

const jobsHere = () => openJobs({ db: world.db, log, clock: systemClock });

describe('a job', () => {
  it('is done by one of two instances', async () => {
    let inside = 0;
    let max = 0;
    let runs = 0;
    const action = async () => {
      max = Math.max(max, (inside += 1));
      runs += 1;
      await new Promise((done) => setTimeout(done, 30));
      inside -= 1;
    };
    const instances = [jobsHere(), jobsHere()];
    for (const jobs of instances) jobs.every('market.candles', 5, action);
    for (const jobs of instances) jobs.start();
    await expect.poll(() => runs).toBeGreaterThan(3);
    for (const jobs of instances) await jobs.stop();
    expect(max).toBe(1);
    expect(inside).toBe(0);
  });

  it('continues after a failure, which is logged', async () => {
    let runs = 0;
    const jobs = jobsHere();
    jobs.every('market.rates', 5, async () => {
      runs += 1;
      if (runs === 1) throw new Error('no paper in the printer');
      await Promise.resolve();
    });
    const failure = async () =>
      (await world.db.maybeOne<{ failure: string | null }>(sql`select failure from job where name = 'market.rates'`))
        ?.failure;
    jobs.start();
    await expect.poll(() => runs).toBeGreaterThan(1);
    await jobs.stop();
    expect(await failure()).toBeNull();
    const { last, failures, holder } = await world.db.one<{ last: string; failures: number; holder: string }>(
      sql`select last_failure as last, failures, holder from job where name = 'market.rates'`,
    );
    expect([last, failures, holder.endsWith(`:${process.pid}`)]).toEqual(['no paper in the printer', 0, true]);
    await expect(openJobsThatFail().run('wallets.purge_quotes')).rejects.toThrow('no paper');
  });

  it('that is done once a day is due by its last run, or since it is known, not by the start of the instance', async () => {
    const [day, hour] = [86_400_000, 3_600_000];
    await world.db.run(sql`
      insert into job (name, started_at) values ('clients.close', now() - interval '20 hours'), ('market.purge', now() - interval '3 days')`);
    await world.db.run(
      sql`insert into job (name, known_at) values ('support.conversation_timers', now() - interval '18 hours')`,
    );
    const jobs = jobsHere();
    for (const name of [
      'clients.close',
      'market.purge',
      'ipo.advance_offerings',
      'support.conversation_timers',
    ] as const)
      jobs.every(name, day, () => Promise.resolve());
    expect(jobs.list().map(({ nextAt }) => nextAt)).toEqual([null, null, null, null]);
    jobs.start();
    await expect.poll(() => jobs.list()[0]?.nextAt).not.toBeNull();
    const hours = jobs.list().map(({ nextAt }) => Math.round(((nextAt?.getTime() ?? 0) - Date.now()) / hour));
    await jobs.stop();
    expect(jobs.list().map(({ name }, index) => [name, hours[index]])).toEqual([
      ['clients.close', 4],
      ['ipo.advance_offerings', 24],
      ['market.purge', 0],
      ['support.conversation_timers', 6],
    ]);
  });

  it('of the night runs at three in the morning, once for all instances', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(2026, 4, 11, 22, 30) });
    let runs = 0;
    const instances = [jobsHere(), jobsHere()];
    for (const jobs of instances) jobs.everyNight('platform.test_restore', async () => void (runs += 1));
    for (const jobs of instances) jobs.start();
    await expect.poll(() => instances.map((jobs) => jobs.list()[0]?.nextAt?.getHours())).toEqual([3, 3]);
    vi.setSystemTime(new Date(2026, 4, 12, 2, 59));
    vi.advanceTimersByTime(4.4 * 3_600_000);
    expect(runs).toBe(0);
    vi.setSystemTime(new Date(2026, 4, 12, 3));
    vi.advanceTimersByTime(0.2 * 3_600_000);
    const nights = () => instances.map((jobs) => jobs.list()[0]?.nextAt?.getDate());
    await expect.poll(nights, { timeout: 30_000 }).toEqual([13, 13]);
    for (const jobs of instances) await jobs.stop();
    expect(runs).toBe(1);
    expect(
      await world.db.one(
        sql`select last_done_at is not null as "isDone" from job where name = 'platform.test_restore'`,
      ),
    ).toEqual({ isDone: true });
  });

  it('of the night runs soon after a start when the night was missed', async () => {
    await world.db.run(sql`
      insert into job (name, started_at) values ('platform.test_restore', now() - interval '30 hours')
      on conflict (name) do update set started_at = excluded.started_at`);
    const jobs = jobsHere();
    jobs.everyNight('platform.test_restore', () => Promise.resolve());
    jobs.start();
    await expect.poll(() => jobs.list()[0]?.nextAt).not.toBeNull();
    const inMs = (jobs.list()[0]?.nextAt?.getTime() ?? 0) - Date.now();
    await jobs.stop();
    expect(inMs).toBeLessThanOrEqual(20_000);
  });

  it.each([
    ['04:00', '2026-03-02T04:00:00.000Z', '2026-03-02T04:00:00.000Z'],
    ['04:00', '2026-03-02T03:59:59.999Z', '2026-03-01T04:00:00.000Z'],
    ['00:00', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['23:59', '2026-03-01T00:00:00.000Z', '2026-02-28T23:59:00.000Z'],
    ['02:30', '2026-03-29T12:00:00.000Z', '2026-03-29T02:30:00.000Z'],
  ])('of %s is due at %s since %s', (at, now, since) => {
    expect(lastAt(at, new Date(now)).toISOString()).toBe(since);
  });

  describe('of a time of day', () => {
    const name = 'platform.back_up';
    const hourMs = 3_600_000;
    /** An hour ago, so that it has been due since then. */
    const due = async () => {
      const { now } = await world.db.one<{ now: Date }>(sql`select now() - interval '1 hour' as now`);
      return now.toISOString().slice(11, 16);
    };
    /** How many instances started it, after it was done at that time, in hours from now. */
    async function runs(doneHours: number | null, fails = false) {
      await world.db.run(sql`delete from job where name = ${name}`);
      if (doneHours !== null)
        await world.db.run(
          sql`insert into job (name, last_done_at) values (${name}, now() + make_interval(secs => ${doneHours * 3600}))`,
        );
      const at = await due();
      const since: Date[] = [];
      const soon = { pauseMs: 5 };
      const instances = [1, 2, 3].map(() => openJobs({ db: world.db, log, clock: systemClock }, soon));
      for (const jobs of instances) {
        jobs.everyDay(name, at, async (from) => {
          since.push(from);
          if (fails) throw new Error('no room');
        });
        jobs.start();
      }
      const polls = () => instances.map((jobs) => ((jobs.list()[0]?.nextAt?.getTime() ?? 0) - Date.now()) / hourMs);
      await expect.poll(() => polls().every((hours) => hours > 0.5), { timeout: 60_000 }).toBe(true);
      const inHours = polls().map(Math.round);
      for (const jobs of instances) await jobs.stop();
      return { since, inHours: inHours.toSorted((one, two) => one - two) };
    }

    it('is done by one of three instances, and is next due a day after', async () => {
      const { since, inHours } = await runs(-26);
      expect([since.length, inHours]).toEqual([1, [23, 23, 23]]);
      const { hours } = await world.db.one<{ hours: number }>(
        sql`select extract(epoch from now() - ${since[0]})::float8 / 3600 as hours`,
      );
      expect(hours).toBeGreaterThanOrEqual(1);
      expect(hours).toBeLessThan(1.1);
    });

    it('is done when it never was, and not again once it was done since it became due', async () => {
      expect((await runs(null)).since).toHaveLength(1);
      expect((await runs(-0.5)).since).toHaveLength(0);
      expect((await runs(-1.5)).since).toHaveLength(1);
    });

    it('is done when the clock was set back since', async () => {
      expect((await runs(400)).since).toHaveLength(1);
    });

    it('is tried again within the hour by the one where it failed, and may be by any', async () => {
      const { since, inHours } = await runs(-26, true);
      expect([since.length, inHours[0]]).toEqual([since.length, 1]);
      expect(since.length).toBeGreaterThan(0);
      const jobs = jobsHere();
      jobs.everyDay(name, await due(), async (from) => void since.push(from));
      const tried = since.length;
      await jobs.run(name);
      expect(since).toHaveLength(tried + 1);
    });

    it('waits for the lease of an instance that ended in the middle', async () => {
      const take = (leasedS: number) =>
        world.db.run(sql`
          insert into job (name, started_at, leased_until)
          values (${name}, now(), now() + make_interval(secs => ${leasedS}))
          on conflict (name) do update set started_at = now(), leased_until = excluded.leased_until, last_done_at = null`);
      await take(3600);
      const leases = openLeases(world.db);
      const since = lastAt(await due(), await leases.now());
      const lease = { name, everyMs: 24 * hourMs, leaseS: 3600, since } as const;
      expect(await leases.take(lease)).toBe(false);
      await take(-1);
      expect([await leases.take(lease), await leases.take(lease)]).toEqual([true, false]);
    });
  });

  it('is done once a period, however many instances there are', async () => {
    let runs = 0;
    const instances = [jobsHere(), jobsHere(), jobsHere()];
    for (const jobs of instances) jobs.every('trading.reconcile', 400, async () => void (runs += 1));
    const started = Date.now();
    for (const jobs of instances) jobs.start();
    await expect.poll(() => runs).toBeGreaterThan(4);
    for (const jobs of instances) await jobs.stop();
    // A run may come a fifth of its period early.
    expect(runs).toBeLessThanOrEqual((Date.now() - started) / 320 + 1);
  });

  it('rests when nothing is planned, until somebody does something', async () => {
    let runs = 0;
    const jobs = jobsHere();
    jobs.every('audit.chain', 5, async () => {
      runs += 1;
      return null;
    });
    jobs.start();
    await expect.poll(() => runs).toBe(1);
    await new Promise((done) => setTimeout(done, 300));
    expect(runs).toBe(1);
    jobs.wake();
    await expect.poll(() => runs).toBe(2);
    await jobs.stop();
  });

  it('does not rest when somebody did something while it ran', async () => {
    let runs = 0;
    const jobs = jobsHere();
    jobs.every('operator.send_webhooks', 5, async () => {
      runs += 1;
      if (runs === 1) jobs.wake();
      return null;
    });
    jobs.start();
    await expect.poll(() => runs).toBe(2);
    await jobs.stop();
  });

  it('rests until the time that it has planned', async () => {
    const at: number[] = [];
    const jobs = jobsHere();
    jobs.every('ipo.prices', 5, async () => {
      at.push(Date.now());
      return at.length === 1 ? new Date(Date.now() + 400) : null;
    });
    jobs.start();
    await expect.poll(() => at.length).toBe(2);
    await jobs.stop();
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(350);
  });

  it('that a crash left behind is taken over when its lease ends', async () => {
    const started = Date.now();
    await world.db.run(
      sql`insert into job (name, leased_until) values ('paper.tick', now() + interval '200 milliseconds')`,
    );
    let runs = 0;
    const jobs = jobsHere();
    jobs.every('paper.tick', 5, async () => void (runs += 1), 0.1);
    jobs.start();
    await expect.poll(() => runs).toBeGreaterThan(0);
    await jobs.stop();
    expect(Date.now() - started).toBeGreaterThan(100);
  });
});

function openJobsThatFail() {
  const jobs = jobsHere();
  jobs.every('wallets.purge_quotes', 1000, () => Promise.reject(new Error('no paper in the printer')));
  return jobs;
}
