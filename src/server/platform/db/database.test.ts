import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { connect, isLockTimeout } from './database.ts';
import { join, sql } from './sql.ts';

const { db, url, drop } = await testDatabase();
afterAll(drop);
await db.run(sql`create table purse (id int primary key, held bigint not null check (held >= 0))`);

test('values arrive in types that lose nothing', async () => {
  const row = await db.one(sql`
    select 9007199254740993 as big, 0.10::numeric as rate, date '2024-02-29' as day, timestamptz '2024-02-29 12:00+02' as at,
           array[9007199254740993, null] as bigs, array[0.10::numeric] as rates, array[date '2024-02-29'] as days,
           null::bigint as nothing, '{"a": 1}'::jsonb as json, 7::int as small`);
  expect(row).toEqual({
    big: 9007199254740993n,
    rate: '0.10',
    day: '2024-02-29',
    at: new Date('2024-02-29T10:00:00Z'),
    bigs: [9007199254740993n, null],
    rates: ['0.10'],
    days: ['2024-02-29'],
    nothing: null,
    json: { a: 1 },
    small: 7,
  });
});

test('values leave as parameters, also hostile ones', async () => {
  const hostile = "'); drop table purse; --";
  expect(await db.one(sql`select ${hostile} as text, ${5n}::bigint as big`)).toEqual({ text: hostile, big: 5n });
  expect(await db.rows(sql`select n from generate_series(1, 5) n where n in (${join([2, 4])})`)).toEqual([
    { n: 2 },
    { n: 4 },
  ]);
});

test('one and maybeOne insist on their numbers', async () => {
  expect(await db.maybeOne(sql`select 1 where false`)).toBeUndefined();
  await expect(db.one(sql`select 1 where false`)).rejects.toThrow(
    'expected exactly one row from: select 1 where false',
  );
  await expect(db.one(sql`select generate_series(1, 2)`)).rejects.toThrow('exactly one');
  await expect(db.maybeOne(sql`select generate_series(1, 2)`)).rejects.toThrow('at most one');
});

test('a transaction commits when its function returns', async () => {
  const response = await db.tx(async (tx) => {
    expect(await tx.run(sql`insert into purse values (1, 10), (2, 20)`)).toBe(2);
    return 'done';
  });
  expect(response).toBe('done');
  expect(await db.rows(sql`select id, held from purse where id < 3 order by id`)).toEqual([
    { id: 1, held: 10n },
    { id: 2, held: 20n },
  ]);
});

test('a transaction that throws leaves nothing, and its connection is as good as new', async () => {
  const failed = db.tx(async (tx) => {
    await tx.run(sql`insert into purse values (11, 1)`);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  const refused = db.tx(async (tx) => {
    await tx.run(sql`insert into purse values (11, 1)`);
    await tx.run(sql`insert into purse values (12, -1)`);
  });
  await expect(refused).rejects.toThrow('purse_held_check');
  expect(await db.rows(sql`select from purse where id > 10`)).toEqual([]);
});

test('a swallowed error does not pass for a commit', async () => {
  const swallowed = db.tx(async (tx) => {
    await tx.run(sql`insert into purse values (21, 1)`);
    await tx.run(sql`insert into purse values (22, -1)`).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow('rolled back');
  expect(await db.rows(sql`select from purse where id > 20`)).toEqual([]);
});

test('a statement after the end of its transaction is refused', async () => {
  const escaped = await db.tx(async (tx) => ({ tx }));
  await expect(escaped.tx.rows(sql`select 1`)).rejects.toThrow('this transaction has ended');
});

test('a transaction is read committed', async () => {
  const level = await db.tx((tx) => tx.one(sql`select current_setting('transaction_isolation') as level`));
  expect(level).toEqual({ level: 'read committed' });
});

test('a lost connection is logged and replaced, in the pool and inside a transaction', async () => {
  const lost: object[] = [];
  const log = { info() {}, warn: (fields: object) => lost.push(fields), error() {} };
  const other = connect(url, log, { connections: 1, applicationName: 'victim' });
  const killVictim = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`;
  await other.rows(sql`select 1`);
  await db.rows(killVictim);
  await expect.poll(() => lost.length).toBe(1);
  expect(Object.keys(lost[0]!)).toEqual(['reason']);
  expect(await other.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);

  const broken = other.tx(async () => {
    await db.rows(killVictim);
    await expect.poll(() => lost.length).toBeGreaterThan(1);
  });
  await expect(broken).rejects.toThrow(/connection/i);
  expect(await other.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await other.close();
});

test('a statement that takes too long is stopped', async () => {
  const hasty = connect(url, { info() {}, warn() {}, error() {} }, { statementTimeoutMs: 50 });
  await expect(hasty.rows(sql`select pg_sleep(5)`)).rejects.toThrow('statement timeout');
  await hasty.close();
});

test('a lock of another transaction is not waited for without end', async () => {
  expect(await db.one(sql`show lock_timeout`)).toEqual({ lock_timeout: '10s' });
  await db.run(sql`insert into purse values (70, 1)`);
  const hasty = connect(url, { info() {}, warn() {}, error() {} }, { lockTimeoutMs: 50 });
  await db.tx(async (tx) => {
    await tx.run(sql`update purse set held = 2 where id = 70`);
    const failed = await hasty.run(sql`update purse set held = 3 where id = 70`).catch((error: Error) => error);
    expect(failed instanceof Error && isLockTimeout(failed)).toBe(true);
  });
  expect(await hasty.run(sql`update purse set held = 3 where id = 70`)).toBe(1);
  await hasty.close();
});
