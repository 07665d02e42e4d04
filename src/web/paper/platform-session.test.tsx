import { QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useParams,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { queries } from '#web/platform/api/query-client.ts';
import { spentToken, usePlatformSession } from './platform-session.ts';

const ask = vi.fn<typeof fetch>(async () => Response.json({ holder: 'Ida Berg' }));
vi.stubGlobal('fetch', ask);

function Probe() {
  const { token = spentToken } = useParams({ strict: false });
  return <p>{usePlatformSession(token).data?.holder ?? token}</p>;
}

function open(path: string) {
  const root = createRootRoute();
  const terminal = createRoute({ getParentRoute: () => root, path: '/$lang/terminal/$token', component: Probe });
  const history = createMemoryHistory({ initialEntries: ['/en/trading-account', path] });
  const router = createRouter({ routeTree: root.addChildren([terminal]), history });
  render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return history;
}

test('a token is exchanged once, even where effects run twice, and leaves no trace in the history', async () => {
  const history = open('/en/terminal/one-time');
  expect(await screen.findByText('Ida Berg')).toBeInstanceOf(HTMLElement);
  await vi.waitFor(() => expect(history.location.pathname).toMatch(/\/terminal\/-$/), 20_000);
  expect(history.length).toBe(2);
  expect(await screen.findByText('Ida Berg')).toBeInstanceOf(HTMLElement);
  expect(ask).toHaveBeenCalledTimes(1);
});
