import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { connect, isLockTimeout, type Queries } from './database.ts';
import { join, sql, type Sql } from './sql.ts';

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

/** A value that the driver cannot write. */
function unwritable(tx: Queries): Promise<number> {
  const circle: { self?: object } = {};
  circle.self = circle;
  return tx.run(sql`select ${circle}::jsonb`);
}

const silent = { info() {}, warn() {}, error() {} };

test('a statement does not run where its transaction could not begin', async () => {
  const other = connect(url, silent, { connections: 1 });
  await other.run(sql`deallocate "begin"`);
  const insert = (id: number) => sql`insert into purse values (${id}, 1)`;
  await expect(other.tx((tx) => tx.run(insert(31)))).rejects.toThrow('does not exist');
  const swallowed = other.tx(async (tx) => {
    await tx.run(insert(32)).catch(() => {});
    await tx.run(insert(33));
  });
  await expect(swallowed).rejects.toThrow('has ended');
  expect(await db.rows(sql`select from purse where id > 30`)).toEqual([]);
  await other.close();
});

test('a transaction that runs no statement, or fails before one, leaves its connection as it was', async () => {
  const other = connect(url, silent, { connections: 1 });
  expect(await other.tx(async () => 'nothing')).toBe('nothing');
  await expect(other.tx(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await other.tx((tx) => tx.one(sql`select 1 as n`))).toEqual({ n: 1 });
  await other.close();
});

describe('a statement that travels with the commit', () => {
  const insert = (id: number, held: number) => sql`insert into purse values (${id}, ${held}) returning id`;
  const from = (id: number) => db.rows(sql`select id from purse where id >= ${id} and id < ${id + 10} order by id`);

  test('is committed with what was before it, and its rows are known', async () => {
    let rows: object[] = [];
    const order: string[] = [];
    await db.tx(async (tx) => {
      tx.atCommit(async (last) => void (rows = await last.rows(insert(41, 1))));
      tx.afterCommit(() => void order.push('after'));
      await tx.run(insert(42, 1));
      order.push('action');
    });
    expect([rows, order, await from(40)]).toEqual([[{ id: 41 }], ['action', 'after'], [{ id: 41 }, { id: 42 }]]);
  });

  test('may be the only one, and is an ordinary one where another follows', async () => {
    await db.tx(async (tx) => tx.atCommit(async (last) => void (await last.run(insert(50, 1)))));
    await db.tx(async (tx) => {
      tx.atCommit(async (last) => void (await last.run(insert(51, 1))));
      tx.beforeCommit(async () => void (await tx.run(insert(52, 1))));
      tx.atCommit(async () => {});
    });
    expect(await from(50)).toEqual([{ id: 50 }, { id: 51 }, { id: 52 }]);
  });

  test('leaves nothing when it fails, or when the commit does', async () => {
    await db.run(sql`
      create table later (purse int references purse (id) deferrable initially deferred)`);
    let isAfter = false;
    const failing = (statement: Sql) =>
      db.tx(async (tx) => {
        await tx.run(insert(60, 1));
        tx.atCommit(async (last) => void (await last.run(statement)));
        tx.afterCommit(() => void (isAfter = true));
      });
    await expect(failing(insert(61, -1))).rejects.toThrow('purse_held_check');
    await expect(failing(sql`insert into later values (999)`)).rejects.toThrow('later_purse_fkey');
    const swallowed = db.tx(async (tx) => {
      await tx.run(insert(60, 1));
      await tx.run(insert(60, 1)).catch(() => {});
      tx.atCommit(async (last) => void (await last.run(insert(61, 1)).catch(() => {})));
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect([isAfter, await from(60), await db.rows(sql`select from later`)]).toEqual([false, [], []]);
  });

  test('is the end: another after it is refused', async () => {
    const twice = db.tx(async (tx) =>
      tx.atCommit(async (last) => {
        await last.run(insert(80, 1));
        await last.run(insert(81, 1));
      }),
    );
    await expect(twice).rejects.toThrow('this transaction has ended');
  });
});

describe('statements that are asked for together', () => {
  const insert = (id: number, held: number) => sql`insert into purse values (${id}, ${held}) returning id`;
  const from = (id: number) => db.rows(sql`select id from purse where id >= ${id} and id < ${id + 10} order by id`);

  test('travel in one round trip, in their order, with the begin and with the commit', async () => {
    const other = connect(url, silent, { connections: 1 });
    await other.rows(sql`select 1`);
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const found = await other.tx(async (tx) => {
      tx.atCommit(async (last) => void (await last.run(insert(103, 1))));
      const lane = async () => [await tx.run(insert(101, 1)), await tx.rows(sql`select id from purse where id > 100`)];
      return Promise.all([tx.one(insert(102, 1)), lane(), tx.maybeOne(sql`select 1 as n where false`)]);
    });
    expect(sent).toHaveBeenCalledTimes(3);
    sent.mockRestore();
    expect(found).toEqual([{ id: 102 }, [1, [{ id: 102 }, { id: 101 }]], undefined]);
    expect(await from(100)).toEqual([{ id: 101 }, { id: 102 }, { id: 103 }]);
    await other.close();
  });

  test('fail as the first of them does, after what the caller makes of the results before it', async () => {
    const all = (tx: Queries, check: () => void) =>
      Promise.all([tx.one(insert(111, 1)).then(check), tx.run(insert(112, -1)), tx.run(sql`select 1 / 0`)]);
    await expect(db.tx((tx) => all(tx, () => {}))).rejects.toThrow('purse_held_check');
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(db.tx((tx) => all(tx, refuse))).rejects.toThrow('refused');
    await expect(db.tx((tx) => Promise.all([tx.run(insert(113, 1)), tx.run(sql`no statement`)]))).rejects.toThrow(
      'syntax',
    );
    await expect(db.tx((tx) => Promise.all([tx.run(insert(114, 1)), unwritable(tx)]))).rejects.toThrow('circular');
    expect(await from(110)).toEqual([]);
    expect(await db.tx((tx) => Promise.all([tx.one(insert(115, 1)), tx.one(insert(116, 1))]))).toHaveLength(2);
  });

  test('do not run where their transaction could not begin', async () => {
    const other = connect(url, silent, { connections: 1 });
    await other.run(sql`deallocate "begin"`);
    const lane = async (tx: Queries) => {
      await tx.run(sql`select 1`).catch(() => {});
      await tx.run(insert(122, 1));
    };
    await expect(other.tx((tx) => Promise.all([lane(tx), tx.run(insert(121, 1))]))).rejects.toThrow(
      /does not exist|has ended/,
    );
    expect(await from(120)).toEqual([]);
    await other.close();
  });

  test('may be no transaction', async () => {
    const [one, rows] = await db.together((on) =>
      Promise.all([on.one(sql`select 1 as n`), on.rows(sql`select 2 as n, pg_current_xact_id_if_assigned() as xid`)]),
    );
    expect([one, rows]).toEqual([{ n: 1 }, [{ n: 2, xid: null }]]);
    await expect(db.together((on) => Promise.all([on.run(insert(131, 1)), on.run(insert(131, 1))]))).rejects.toThrow(
      'purse_pkey',
    );
    expect(await db.together((on) => on.one(sql`select 3 as n`))).toEqual({ n: 3 });
  });
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

  const broken = other.tx(async (tx) => {
    await tx.rows(sql`select 1`);
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
