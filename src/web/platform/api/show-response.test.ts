import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queries } from './query-client.ts';
import { showResponse } from './show-response.ts';

afterEach(() => queries.clear());

/** A query whose reads end, in turn, as the test lets them. */
function slowQuery() {
  const reads: ((state: string) => void)[] = [];
  const query = queryOptions({
    queryKey: ['slow'],
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
  });
  return { query, reads };
}

it('keeps what an action answered when a read that began before it ends after it, and reads again', async () => {
  const { query, reads } = slowQuery();
  queries.setQueryData(query.queryKey, 'open');
  const leave = new QueryObserver(queries, query).subscribe(() => undefined);
  void queries.invalidateQueries(query);
  await expect.poll(() => reads.length).toBe(1);

  showResponse(query.queryKey, 'mine');
  await expect.poll(() => reads.length).toBe(2);
  reads[0]?.('open');
  await Promise.resolve();
  expect(queries.getQueryData(query.queryKey)).toBe('mine');
  reads[1]?.('mine, and newer');
  await expect.poll(() => queries.getQueryData(query.queryKey)).toBe('mine, and newer');
  leave();
});

it('reads nothing where no read is under way', () => {
  const { query, reads } = slowQuery();
  queries.setQueryData(query.queryKey, 'open');
  showResponse(query.queryKey, (state) => `${state}, mine`);
  expect(queries.getQueryData(query.queryKey)).toBe('open, mine');
  expect(reads).toEqual([]);
});
