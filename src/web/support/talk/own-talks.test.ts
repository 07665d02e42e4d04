import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queries } from '#web/platform/api/query-client.ts';
import { leaveTalk, ownTalk, takeTalk } from './own-talks.ts';

const signIn = (id: string) => queries.setQueryData(['user'], { id });
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push((JSON.parse(body as string) as { message: string }).message);
    throw new TypeError('no network');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('sends pending messages from one place, and never in the session of another', async () => {
  signIn('ida');
  const talk = ownTalk('here', 'client');
  takeTalk('here', talk);
  await talk.send({ text: 'hello' });
  leaveTalk('here', talk);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['hello', 'hello']);

  const again = ownTalk('here', 'client');
  takeTalk('here', again);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(4);

  leaveTalk('here', again);
  signIn('anna');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(4);
});
