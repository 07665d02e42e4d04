import { describe, expect, it } from 'vitest';
import { openQueue } from './hash-queue.ts';

/** A queue whose work ends only when the test says so. */
function queueOf(limits = { atOnce: 1, waiting: 4, waitingOfOne: 3 }) {
  const enter = openQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const come = (key: string, isKnown = false) =>
    enter({ key, isKnown }, () => {
      started.push(key);
      return new Promise<string>((done) => ends.push(() => done(key)));
    });
  async function serveAll(): Promise<string[]> {
    for (let idle = 0; idle < 3; idle += 1) {
      const end = ends.shift();
      end?.();
      if (end) idle = 0;
      await new Promise(setImmediate);
    }
    return started;
  }
  return { come, serveAll };
}

describe('the queue of hashes', () => {
  it('serves networks in turn, however many waiters of one came first', async () => {
    const { come, serveAll } = queueOf();
    const all = [come('flood'), come('flood'), come('flood'), come('honest')];
    expect(await serveAll()).toEqual(['flood', 'flood', 'honest', 'flood']);
    expect(await Promise.all(all)).toEqual(['flood', 'flood', 'flood', 'honest'].map((done) => ({ done })));
  });

  it('limits the number of waiters of one network', async () => {
    const { come, serveAll } = queueOf();
    const all = Array.from({ length: 6 }, () => come('flood'));
    await serveAll();
    expect((await Promise.all(all)).filter((one) => one === undefined)).toHaveLength(2);
  });

  it('accepts a newcomer as long as another network has more waiters', async () => {
    const { come, serveAll } = queueOf();
    const flood = [come('a'), come('a'), come('a'), come('b'), come('b')];
    const honest = come('honest');
    await serveAll();
    expect(await honest).toEqual({ done: 'honest' });
    expect((await Promise.all(flood)).filter((one) => one === undefined)).toHaveLength(1);
  });

  it('serves known devices first, in their own lane', async () => {
    const { come, serveAll } = queueOf();
    const all = [...['a', 'b', 'c', 'd', 'e'].map((key) => come(key)), come('device', true)];
    expect((await serveAll()).slice(0, 2)).toEqual(['a', 'device']);
    expect(await Promise.all(all)).not.toContain(undefined);
  });

  it('frees its slot when work fails', async () => {
    const enter = openQueue({ atOnce: 1, waiting: 1, waitingOfOne: 1 });
    const failing = enter({ key: 'a', isKnown: false }, () => Promise.reject(new Error('no')));
    const after = enter({ key: 'b', isKnown: false }, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await after).toEqual({ done: 'done' });
  });
});
