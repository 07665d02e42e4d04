import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  debianBin,
  debianVersions,
  startServerOf,
  startStandbyOf,
  type DebianServer,
} from '#test/database/debian-postgres.ts';
import { on, pauseReplay } from '#test/database/replicated.ts';
import type { Db } from '../database.ts';
import { accountFor } from '../embedded/account.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { sql } from '../sql.ts';
import { connectWithReplica } from './connect.ts';
import { checkReplica } from './check-replica.ts';

const own = dirname(findBinaries(accountFor(undefined)).postgres);
/** Longer than any pause of a busy machine. */
const longMs = 60_000;
const shortMs = 1000;

/** Debian's oldest beside our own; only our own where Debian's are missing. */
const servers: [string, string][] = [
  ['of our own', own],
  ...debianVersions()
    .slice(0, 1)
    .map((version): [string, string] => [`of Debian, version ${version}`, debianBin(version)]),
];

describe.each(servers)('a standby %s', (_, bin) => {
  let primary: DebianServer;
  let standby: DebianServer;
  let db: Db;
  const logged: string[] = [];

  beforeAll(async () => {
    primary = await startServerOf(bin, { wal_keep_size: '64MB', autovacuum: 'off' });
    await on(primary, 'create table purse (id int primary key); insert into purse values (0)');
    standby = await startStandbyOf(bin, primary);
    db = connectTo(standby);
  });
  afterAll(async () => {
    await db.close();
    await standby.stop();
    await primary.stop();
  });

  const connectTo = (replica: DebianServer, connections = 4, maxLagMs = longMs) => {
    const log = { info: note, warn: note, error: note };
    const found = { url: replica.address('postgres'), maxLagMs, answersWithinMs: longMs };
    return connectWithReplica(primary.address('postgres'), log, { connections, statementTimeoutMs: 0 }, found);
  };
  const note = (_fields: object, message: string) => void logged.push(message);
  const where = sql`select pg_is_in_recovery() as "isStandby", coalesce(max(id), 0) as newest from purse`;
  type Where = { isStandby: boolean; newest: number };
  const read = async (isFresh = false, of = db) =>
    (await of.replica!.reading(isFresh, () => of.one<Where>(where))).result;
  const reading = async <T>(isFresh: boolean, work: () => Promise<T>) => db.replica!.reading(isFresh, work);
  const untilItServes = async (of = db) => {
    await expect.poll(() => read(false, of), { timeout: longMs }).toMatchObject({ isStandby: true });
  };

  it('serves what may be some seconds old, and nothing else', async () => {
    await untilItServes();
    expect(await db.one(where)).toMatchObject({ isStandby: false });
    const { result } = await reading(false, () => db.snapshot((tx) => tx.one<Where>(where)));
    expect(result).toMatchObject({ isStandby: true });
    const writing = await reading(false, () =>
      db.tx(async (tx) => [await tx.one<Where>(where), await db.one<Where>(where)]),
    );
    expect(writing).toEqual({
      result: [expect.objectContaining({ isStandby: false }), expect.objectContaining({ isStandby: false })],
      hasWritten: true,
    });
  });

  it('is sent no write, and refuses one', async () => {
    const insert = sql`insert into purse values (1) returning id`;
    await untilItServes();
    await expect(reading(false, () => db.rows(insert))).rejects.toThrow('read-only transaction');
    const { result: session } = await reading(false, () => db.one(sql`show default_transaction_read_only`));
    expect(session).toEqual({ default_transaction_read_only: 'on' });
    expect((await read(true)).newest).toBe(0);
    const { result, hasWritten } = await reading(false, async () => {
      await db.run(insert);
      return db.one<Where>(where);
    });
    expect([result.newest, hasWritten]).toEqual([1, true]);
  });

  it('serves no read that would not show what was written before', async () => {
    for (let id = 10; id < 60; id += 1) {
      await db.run(sql`insert into purse values (${id})`);
      expect((await read(true)).newest).toBe(id);
    }
  });

  it('is used while it is behind, but never further than the bound', async () => {
    const bounded = connectTo(standby, 4, shortMs);
    await untilItServes(bounded);
    await pauseReplay(standby);
    const writes: { id: number; at: number }[] = [{ id: 0, at: -Infinity }];
    let isStandby = true;
    for (let id = 100; isStandby || bounded.replica!.state().is !== 'behind'; id += 1) {
      await db.run(sql`insert into purse values (${id})`);
      writes.push({ id, at: performance.now() });
      const old = performance.now() - shortMs;
      const found = await read(false, bounded);
      ({ isStandby } = found);
      expect(found.newest).toBeGreaterThanOrEqual(writes.findLast(({ at }) => at < old)!.id);
      expect((await read(true, bounded)).newest).toBe(id);
    }
    expect(logged).toContain('reads go to the primary: the replica is too far behind');
    await on(standby, 'select pg_wal_replay_resume()');
    await untilItServes(bounded);
    expect(bounded.replica!.state().is).toBe('up');
    await bounded.close();
  });

  it('leaves a read that it cannot serve to the primary', async () => {
    await pauseReplay(standby);
    await on(primary, 'insert into purse values (5000)');
    const found = reading(false, () => db.one(sql`select id from purse where id = 5000`));
    expect((await found).result).toEqual({ id: 5000 });
    await expect(reading(false, () => db.one(sql`select id from purse where id = 5001`))).rejects.toThrow(
      'exactly one row',
    );
    await on(standby, 'select pg_wal_replay_resume()');
    await untilItServes();
    const single = connectTo(standby, 1);
    const slow = sql`select pg_is_in_recovery() as "isStandby", pg_sleep(0.3)`;
    const both = async () => {
      const found = await Promise.all([1, 2].map(() => single.replica!.reading(false, () => single.one<Where>(slow))));
      return found.map(({ result }) => result.isStandby);
    };
    await untilItServes(single);
    expect(await both()).toEqual([true, false]);
    expect(single.replica!.state().reads.busy).toBe(1);
    await single.close();
  });

  it('fails no read when it dies, and used again when it is back', async () => {
    await untilItServes();
    const underWay = reading(false, () =>
      db.one<Where>(sql`
        select pg_is_in_recovery() as "isStandby", case when pg_is_in_recovery() then pg_sleep(100) end as slept`),
    );
    const asleep = "select from pg_stat_activity where query like '%pg_sleep(100)%' and pid <> pg_backend_pid()";
    await expect.poll(() => on(standby, asleep), { timeout: longMs }).toHaveLength(1);
    await standby.kill();
    expect((await underWay).result.isStandby).toBe(false);
    for (let times = 0; times < 20; times += 1)
      expect(await read(times % 2 === 0)).toMatchObject({ isStandby: false, newest: 5000 });
    expect(db.replica!.state().is).toBe('away');
    await standby.startAgain();
    await untilItServes();
    expect(logged).toEqual(
      expect.arrayContaining(['reads go to the primary: the replica cannot be used', 'reads go to the replica again']),
    );
  });

  it('is checked at the start', async () => {
    const lines: string[] = [];
    const keep = (_fields: object, message: string) => void lines.push(message);
    const check = (url: string) =>
      checkReplica(primary.address('postgres'), url, { info: keep, warn: keep, error: keep });
    await check(standby.address('postgres'));
    expect(lines).toEqual([]);
    await expect(check(standby.address('template1'))).rejects.toThrow('leads to another database');
    await check('postgresql://postgres@/postgres?host=/nowhere');
    await check(primary.address('postgres'));
    expect(lines).toEqual([
      'the standby of DATABASE_READ_URL cannot be reached: reads go to the primary',
      'DATABASE_READ_URL leads to a server that accepts writes, not to a standby: reads go to DATABASE_URL',
    ]);
  });

  it('is no longer used once it was promoted', async () => {
    await untilItServes();
    await on(standby, 'select pg_promote()');
    await on(standby, 'insert into purse values (9000)');
    await expect
      .poll(async () => [(await read(true)).isStandby, db.replica!.state().is], { timeout: longMs })
      .toEqual([false, 'not_a_standby']);
    for (let times = 0; times < 5; times += 1) expect((await read()).newest).toBe(5000);
  });
});
