import { expect, it } from 'vitest';
import { openThread } from './thread.ts';

it('ends what takes too long, and starts again with the next piece of work', async () => {
  const work = openThread<string>('../../test/endless-worker', 'ts', { maxMs: 5_000, heapMegabytes: 64 });
  const [first, endless, next] = await Promise.allSettled([
    work({ endless: false }),
    work({ endless: true }),
    work({ endless: false }),
  ]);
  expect(first).toEqual({ status: 'fulfilled', value: 'done' });
  expect(endless.status).toBe('rejected');
  expect(next).toEqual({ status: 'fulfilled', value: 'done' });
});
