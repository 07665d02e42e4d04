import { setImmediate as soon } from 'node:timers/promises';
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { openReplica, type Replica } from './replica.ts';

const maxLagMs = 5000;
let replica: Replica;
let atMs: number;
let isAway: boolean;
let primaryAt: number;
let standbyAt: number;
let logged: string[];

/** A standby that is as far as the test says, or away, and a clock that only the test moves. */
beforeEach(() => {
  [atMs, isAway, primaryAt, standbyAt, logged] = [0, false, 1, 1, []];
  const client = {
    query: async () => ({ rows: [{ isStandby: true, lsn: `0/${standbyAt.toString(16)}` }] }),
    on: () => {},
    off: () => {},
    release: () => {},
  };
  const pool = {
    options: { max: 1 },
    idleCount: 1,
    totalCount: 1,
    waitingCount: 0,
    async connect() {
      pool.waitingCount += 1;
      await soon();
      pool.waitingCount -= 1;
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return client;
    },
  };
  const note = (_fields: object, message: string) => void logged.push(message);
  replica = openReplica({
    pool: pool as unknown as pg.Pool,
    primaryLsn: async () => `0/${primaryAt.toString(16)}`,
    maxLagMs,
    answersWithinMs: 1000,
    log: { info: note, warn: note },
    now: () => atMs,
  });
});

const read = async (since: number) => (await replica.use(since, async () => 'read'))?.result;
/** Until it may be looked again how far the standby is. */
const rest = () => void (atMs += 300);

it('is not too far behind because it was late now and then', async () => {
  primaryAt = 2;
  expect(await read(atMs)).toBeUndefined();
  atMs += 10 * maxLagMs;
  [primaryAt, standbyAt] = [3, 2];
  expect(await read(atMs)).toBeUndefined();
  expect([replica.state().is, logged]).toEqual(['up', []]);
  atMs += maxLagMs + 1;
  expect(await read(atMs)).toBeUndefined();
  expect([replica.state().is, logged]).toEqual(['behind', ['reads go to the primary: the replica is too far behind']]);
});

it('serves again after it was away, also where it always stays some way behind', async () => {
  isAway = true;
  expect(await read(atMs)).toBeUndefined();
  expect(replica.state().is).toBe('away');
  isAway = false;
  atMs += 3000;
  primaryAt = 5;
  expect(await read(atMs - maxLagMs)).toBeUndefined();
  await expect.poll(() => replica.state().is).toBe('behind');
  rest();
  [primaryAt, standbyAt] = [9, 5];
  expect(await read(atMs - maxLagMs)).toBe('read');
  expect([replica.state().is, logged.at(-1)]).toEqual(['up', 'reads go to the replica again']);
});

it('leaves to the primary what would have to wait for a connection, however much comes at once', async () => {
  expect(await Promise.all([1, 2, 3].map(() => read(atMs)))).toEqual(['read', undefined, undefined]);
  expect(replica.state().reads).toMatchObject({ replica: 1, busy: 2 });
});
