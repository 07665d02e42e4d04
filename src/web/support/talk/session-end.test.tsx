import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import { dropToken, storeToken } from '#web/platform/session/own-session.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { startSession, endSession, refreshUser, signOut } from '#web/platform/session/session.ts';
import { leaveTalk, ownTalk, takeTalk } from './own-talks.ts';
import { draftIn, useUnsent } from './unsent-messages.ts';
import { useUnsentMessages } from '../use-unsent-messages.ts';

/** Whom the server finds in the next session, and what it makes of messages. */
let person: string;
let isSignedIn: boolean;
let sent: string[];
const userOf = (id: string) => ({
  id,
  roles: ['client', 'support'],
  number_style: 'english',
  second_factor_due: false,
});

beforeAll(() => switchLanguage('en'));
beforeEach(() => {
  sessionStorage.clear();
  queries.clear();
  person = 'ida';
  isSignedIn = true;
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === '/api/login') {
      isSignedIn = true;
      return Response.json({ token: `of ${person}`, user: userOf(person) });
    }
    if (!isSignedIn) return Response.json({ code: 'http.unauthenticated' }, { status: 401 });
    if (path === '/api/client-info') return Response.json(userOf(person));
    if (!path.endsWith('/messages')) return Response.json({});
    const { id, message } = JSON.parse(body as string) as { id: string; message: string };
    sent.push(`${person}: ${message}`);
    return Response.json({ chatMessage: { id, chat_room_id: 'here', seq: sent.length, from: 'support', message } });
  });
});
afterEach(() => {
  endSession();
  dropToken();
  vi.unstubAllGlobals();
});

const signIn = () => startSession('POST /api/login', { body: { email: 'x', password: 'y' } }, false);
const saved = () => sessionStorage.getItem(stored.unsent) ?? '';
const draft = { text: 'Half a sentence', files: [], internal: false };
const settle = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 30)));
/** Whatever screen there is: all that counts is who is signed in. */
const openPage = () =>
  renderHook(() => {
    useUnsentMessages();
    return useUnsent();
  });

/** Ida says something in a session that has ended, and leaves a draft. */
async function speakInVain() {
  await signIn();
  const talk = ownTalk('here', 'support');
  takeTalk('here', talk);
  draftIn('here', 'ida').store(draft);
  isSignedIn = false;
  await talk.send({ text: 'Hello' });
  return talk;
}

it('keeps what a session’s end has held up, and sends it once when the same person is back', async () => {
  const talk = await speakInVain();
  expect(talk.store.get().outgoing).toMatchObject([{ text: 'Hello', state: 'unconfirmed' }]);
  endSession();
  leaveTalk('here', talk);
  expect(saved()).toContain('Hello');

  const page = openPage();
  await settle();
  expect([sent, page.result.current]).toEqual([[], []]);
  await act(signIn);
  await vi.waitFor(() => expect(sent).toHaveLength(1), 20_000);
  await settle();
  expect([sent, page.result.current]).toEqual([['ida: Hello'], []]);
  expect(draftIn('here', 'ida').read()).toEqual(draft);
  page.unmount();
});

it('shows the author the messages that still wait, on any page', async () => {
  const talk = await speakInVain();
  leaveTalk('here', talk);
  const page = openPage();
  expect(page.result.current).toEqual([{ roomId: 'here', count: 1 }]);
  page.unmount();
});

it.each(['before the page is left', 'after it'])(
  'shows and sends nothing of one person to another who signs in, and leaves nothing in the storage: %s',
  async (when) => {
    const talk = await speakInVain();
    if (when === 'after it') leaveTalk('here', talk);
    endSession();
    if (when !== 'after it') leaveTalk('here', talk);
    person = 'anna';
    const page = openPage();
    await act(signIn);
    await settle();
    expect([sent, saved(), page.result.current]).toEqual([[], '', []]);
    person = 'ida';
    await act(signIn);
    talk.sendOn();
    await settle();
    expect([sent, saved()]).toEqual([[], '']);
    page.unmount();
  },
);

it('leaves nothing in the storage when only the cookies have changed', async () => {
  await speakInVain();
  person = 'anna';
  isSignedIn = true;
  storeToken('of anna', false);
  // The page reloads for her, so this does not settle before the end of the test.
  refreshUser().catch(() => undefined);
  await vi.waitFor(() => expect(saved()).toBe(''), 20_000);
});

it('forgets all of it when the person signs out, for themselves too', async () => {
  const talk = await speakInVain();
  await signOut();
  leaveTalk('here', talk);
  expect(saved()).toBe('');
  const page = openPage();
  await act(signIn);
  await settle();
  expect([sent, saved(), draftIn('here', 'ida').read().text]).toEqual([[], '', '']);
  page.unmount();
});
