import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { movableClock } from '../clock.ts';
import { sql } from '../db/sql.ts';
import { openLog } from '../monitoring/log.ts';
import { openMetrics } from '../monitoring/metrics.ts';
import { findLateMs, readWaiting } from './waiting.ts';
import { openOutbox } from './outbox.ts';

let database: TestDatabase;
const clock = movableClock();

beforeEach(async () => void (database = await testDatabase()));
afterEach(() => database.drop());

const instance = () => openOutbox({ db: database.db, clock, log: openLog('silent'), metrics: openMetrics() });
const happen = (outbox: ReturnType<typeof instance>, email: string) =>
  database.db.tx((tx) => outbox.emit(tx, 'auth.verification_requested', { email }));
const states = () =>
  database.db.rows<{ attempts: number; state: string }>(sql`
    select attempts, case when delivered_at is not null then 'delivered' when given_up_at is not null then 'given up' else 'waiting' end as state
    from outbox order by id`);

describe('an event', () => {
  it('of a newer version waits for a process that knows it', async () => {
    await database.db.run(sql`
      insert into outbox (name, payload, next_attempt_at) values ('a.later_thing', '{}', ${clock.now()}), ('support.ticket_opened', '{}', ${clock.now()})`);
    await instance().drain();
    expect(await states()).toEqual([
      { attempts: 0, state: 'waiting' },
      { attempts: 1, state: 'delivered' },
    ]);
  });

  it('is delivered once by several instances, which share the events, however long a listener takes', async () => {
    const received: string[] = [];
    const instances = [instance(), instance()];
    for (const outbox of instances) {
      outbox.on('auth.verification_requested', async ({ email }) => {
        await new Promise((done) => setTimeout(done, 30));
        received.push(email);
      });
    }
    const [first, second] = instances as [ReturnType<typeof instance>, ReturnType<typeof instance>];
    for (let i = 0; i < 5; i++) await happen(first, `${i}`);
    await Promise.all([first.drain(), second.drain(), first.drain()]);
    expect(received.toSorted()).toEqual(['0', '1', '2', '3', '4']);
    expect((await states()).every(({ attempts, state }) => attempts === 1 && state === 'delivered')).toBe(true);
  });

  it('reaches every listener, although one before fails', async () => {
    const outbox = instance();
    const received: string[] = [];
    outbox.on('auth.verification_requested', () => Promise.reject(new Error('the post office is closed')));
    outbox.on('auth.verification_requested', async ({ email }) => void received.push(email));
    await happen(outbox, 'ida');
    await outbox.drain();
    expect(received).toEqual(['ida']);
    expect(await states()).toEqual([{ attempts: 1, state: 'waiting' }]);
  });

  it('is tried again later and later, and given up in the end; others go their way', async () => {
    const outbox = instance();
    const received: string[] = [];
    outbox.on('auth.verification_requested', async ({ email }) => {
      if (email === 'bad') throw new Error('the post office is closed');
      received.push(email);
    });
    await happen(outbox, 'bad');
    await happen(outbox, 'good');
    await outbox.drain();
    expect(received).toEqual(['good']);
    expect(await states()).toEqual([
      { attempts: 1, state: 'waiting' },
      { attempts: 1, state: 'delivered' },
    ]);
    await outbox.drain();
    expect((await states())[0]?.attempts).toBe(1);
    const began = (await readWaiting(database.db))[0]?.failing;
    for (let i = 1; i < 35; i++) {
      const waiting = await readWaiting(database.db);
      expect(waiting[0]?.failing).toEqual(began);
      clock.advance((waiting[0]?.next.getTime() ?? 0) - clock.now().getTime());
      await outbox.drain();
    }
    expect((await states())[0]).toEqual({ attempts: 35, state: 'given up' });
    expect(clock.now().getTime() - (began?.[0]?.getTime() ?? 0)).toBeGreaterThan(86_400_000);
  });

  it('is late when no one tries it, or ten fail; one that fails alone is not', async () => {
    const outbox = instance();
    outbox.on('auth.verification_requested', () => Promise.reject(new Error('no mail server')));
    const late = async () => findLateMs(await readWaiting(database.db), clock.now());
    for (let i = 0; i < 9; i++) await happen(outbox, `${i}@example.com`);
    clock.advance(5000);
    expect(await late()).toBe(5000);
    await outbox.drain();
    expect(await late()).toBe(0);
    await happen(outbox, 'tenth@example.com');
    await outbox.drain();
    clock.advance(1000);
    expect(await late()).toBe(1000);
  });

  it('whose instance died is delivered by another', async () => {
    const outbox = instance();
    const received: string[] = [];
    outbox.on('auth.verification_requested', async ({ email }) => void received.push(email));
    await happen(outbox, 'left behind');
    // As the claim of an instance that died leaves it.
    await database.db.run(
      sql`update outbox set attempts = 1, next_attempt_at = ${new Date(clock.now().getTime() + 120_000)}`,
    );
    await outbox.drain();
    expect(received).toEqual([]);
    clock.advance(120_000);
    await outbox.drain();
    expect(received).toEqual(['left behind']);
  });

  it('of the quick lane waits for no other, and leaves as soon as its transaction has committed', async () => {
    const outbox = instance();
    const received: string[] = [];
    let finish = () => {};
    const message = new Promise<void>((resolve) => (finish = resolve));
    outbox.on('auth.verification_requested', () => message);
    outbox.on('realtime.sent', async ({ event }) => void received.push(event), 'quick');
    const notify = (event: string) =>
      database.db.tx((tx) => outbox.emit(tx, 'realtime.sent', { channel: 'private-a', event, data: '{}' }));
    outbox.start();
    await happen(outbox, 'slow');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const slowestOfTen = async () => {
      const waits: number[] = [];
      for (let n = 0; n < 10; n++) {
        const began = performance.now();
        const before = received.length;
        await notify(`${before}`);
        while (received.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
        waits.push(performance.now() - began);
      }
      return Math.max(...waits);
    };
    // A poll every half second would be faster ten times in a row in one of a thousand runs; a busy machine is slow for
    // a while.
    await expect.poll(slowestOfTen, { timeout: 90_000 }).toBeLessThan(250);
    expect(received).toEqual(received.map((_, n) => `${n}`));
    finish();
    await outbox.stop();
  });

  it('of the quick lane is claimed as it is written, and many are noted as delivered together', async () => {
    const outbox = instance();
    const received: string[] = [];
    outbox.on('realtime.sent', async ({ event }) => void received.push(event), 'quick');
    outbox.start();
    await outbox.drain();
    const notify = (event: string) => ({ channel: 'private-a', event, data: '{}' });
    await database.db.tx(async (tx) => {
      await outbox.emit(tx, 'realtime.sent', notify('first'));
      await outbox.emit(tx, 'realtime.sent', notify('second'));
    });
    expect((await states()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await expect.poll(() => received).toEqual(['first', 'second']);
    await outbox.stop();
    const noted = await database.db.rows(sql`select from outbox group by xmin::text`);
    expect([noted.length, (await states()).map(({ state }) => state)]).toEqual([1, ['delivered', 'delivered']]);
  });

  it('that a person waits for does not wait for the others', async () => {
    const outbox = instance();
    const received: string[] = [];
    let finish = () => {};
    const emailToAll = new Promise<void>((resolve) => (finish = resolve));
    outbox.on('auth.verification_requested', () => emailToAll);
    outbox.on('auth.sign_in_code_requested', async ({ challengeId }) => void received.push(challengeId), 'awaited');
    await happen(outbox, 'one of thousands');
    outbox.start();
    await database.db.tx((tx) =>
      outbox.emit(tx, 'auth.sign_in_code_requested', { clientId: 'c', challengeId: 'his', address: 'a', at: 'now' }),
    );
    await expect.poll(() => received).toEqual(['his']);
    expect((await states())[0]?.state).not.toBe('delivered');
    finish();
    await outbox.stop();
  });

  it('of a transaction that failed was never written', async () => {
    const outbox = instance();
    const received: string[] = [];
    outbox.on('realtime.sent', async ({ event }) => void received.push(event), 'quick');
    const failing = database.db.tx(async (tx) => {
      await outbox.emit(tx, 'realtime.sent', { channel: 'private-a', event: 'never', data: '{}' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await outbox.drain();
    expect(received).toEqual([]);
    expect(await states()).toEqual([]);
  });

  it.each([
    ['before its commit', 0],
    ['between its commit and its delivery', 1],
    ['in the middle of its delivery', 1],
  ])('of an instance that was killed %s is delivered by another as often as it should be', async (moment, times) => {
    const killed = fork(resolve(import.meta.dirname, '../../../../test/dying-outbox.ts'), [database.url, moment], {
      execArgv: ['--import', 'tsx'],
    });
    expect((await once(killed, 'exit'))[1]).toBe('SIGKILL');
    const outbox = openOutbox({
      db: database.db,
      clock: movableClock(new Date(Date.now() + 16_000)),
      log: openLog('silent'),
      metrics: openMetrics(),
    });
    const received: string[] = [];
    outbox.on('realtime.sent', async ({ event }) => void received.push(event), 'quick');
    await outbox.drain();
    await outbox.drain();
    expect(received).toHaveLength(times);
  });
});
