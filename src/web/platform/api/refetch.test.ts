import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queries } from './query-client.ts';
import { refetch } from './refetch.ts';

const queryKey = ['refetch'];
afterEach(() => queries.removeQueries({ queryKey }));

it('fetches a list again only after the further page that it loads', async () => {
  const input: number[] = [];
  let arrive = () => {};
  const list = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      input.push(pageParam);
      if (input.length === 2) await new Promise<void>((resolve) => (arrive = resolve));
      return pageParam;
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
  });
  const end = list.subscribe(() => {});
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual([0]));

  const more = list.fetchNextPage();
  for (let notices = 0; notices < 3; notices += 1) refetch((query) => query.queryKey === queryKey);
  expect(input).toEqual([0, 1]);
  arrive();
  expect((await more).data?.pages).toEqual([0, 1]);
  await vi.waitFor(() => expect(input).toEqual([0, 1, 0, 1]));
  await vi.waitFor(() => expect(list.getCurrentResult().isFetching).toBe(false));
  expect(input).toHaveLength(4);

  // One that loads no page is fetched at once.
  refetch((query) => query.queryKey === queryKey);
  await vi.waitFor(() => expect(input).toHaveLength(6));
  await vi.waitFor(() => expect(list.getCurrentResult().isFetching).toBe(false));
  end();
});
