import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import { ConsentField } from './ConsentField.tsx';
import { legalQuery } from './legal-queries.ts';

const queries = new QueryClient();
const unanswered: (() => void)[] = [];

beforeAll(async () => {
  // jsdom does not know how a dialog closes.
  Object.assign(HTMLDialogElement.prototype, { close() {} });
  // The server has not answered yet.
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((answer) => unanswered.push(() => answer(Response.json({ versions: [] })))),
  );
  await switchLanguage('en');
});
afterAll(async () => {
  // The count of requests under way is shared with the tests that follow.
  for (const answer of unanswered) answer();
  await vi.waitUntil(() => queries.isFetching() === 0);
  vi.unstubAllGlobals();
});

it('takes no consent before the documents are shown, also where there are none', async () => {
  render(
    <QueryClientProvider client={queries}>
      <ConsentField />
    </QueryClientProvider>,
  );
  const box = () => screen.getByRole<HTMLInputElement>('checkbox');
  expect(box().disabled).toBe(true);
  act(() => void queries.setQueryData(legalQuery('en').queryKey, []));
  await waitFor(() => expect(box().disabled).toBe(false));
});
