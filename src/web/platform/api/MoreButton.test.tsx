import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../i18n/i18n.tsx';
import { MoreButton } from './MoreButton.tsx';

beforeAll(() => switchLanguage('en'));

const queries = new QueryClient();
const input: number[] = [];
const responses: (() => void)[] = [];

function List() {
  const query = useInfiniteQuery({
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      input.push(pageParam);
      if (pageParam > 0) await new Promise<void>((resolve) => responses.push(resolve));
      return `page ${pageParam}`;
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < 2 ? pages.length : null),
  });
  return (
    <>
      <p>{query.data?.pages.join(', ')}</p>
      <MoreButton query={query} />
    </>
  );
}

it('loads the next page although the list changes in the meantime', async () => {
  render(
    <QueryClientProvider client={queries}>
      <List />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button'));
  await waitFor(() => expect(responses).toHaveLength(1));
  void queries.invalidateQueries();
  await waitFor(() => expect(input).toEqual([0, 1, 0, 1]));
  responses.forEach((response) => response());
  expect(await screen.findByText('page 0, page 1')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
