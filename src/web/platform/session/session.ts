import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '#contract/api.ts';
import type { User } from '#contract/auth.ts';
import { stored } from '#contract/constants.ts';
import { ApiError } from '../api/api-error.ts';
import { call, reportDevice } from '../api/api.ts';
import { languageOffer, offerLanguage } from '../i18n/language-offer.ts';
import { setNumberStyle } from '../i18n/number-style.ts';
import { queries } from '../api/query-client.ts';
import { closeDialog } from '../navigation/dialogs.ts';
import {
  beginAfresh,
  beginLeaving,
  dropToken,
  isOverruled,
  keepToken,
  keepWatch,
  watchHasChanged,
} from './own-session.ts';
import { readCookie, removeCookie } from './browser-storage.ts';
import { setTheme } from '../theme.ts';
import { toldBy } from '../api/query-invalidation.ts';
import { forgetWritten, keepWritten, keepWrittenOf } from './unsent-drafts.ts';

/**
 * Who is signed in. The token lives in a cookie that this page can read; the session is bound to a second cookie that
 * it cannot, so the token alone is worth nothing elsewhere.
 */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: fetchUser, staleTime: Infinity });
export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: () => call('POST /api/wallets', { body: {} }),
  meta: toldBy('wallet.changed', 'payment.changed', 'application.changed'),
});
export const tradingAccountsQuery = queryOptions({
  queryKey: ['trading-accounts'],
  queryFn: () => call('POST /api/trading-account', { body: {} }),
  meta: toldBy('account.changed'),
});

/**
 * Null when nobody is signed in; a token that leads to nobody is thrown away.
 * @throws ApiError when there was no answer at all: a person who leaves the page while it is asked for, or loses the
 * network, is not signed out by that
 */
async function fetchUser(): Promise<User | null> {
  if (!readCookie(stored.token)) return null;
  const answer = await call('POST /api/client-info', { body: {} }).catch((error: unknown) => {
    console.error('Error fetching user', error);
    if (error instanceof ApiError && error.status === 0) throw error;
    return { status: 'failed' as const };
  });
  if (answer.status === 'failed') {
    // Another tab may have signed somebody else in meanwhile: that token is not ours to drop.
    if (!isOverruled()) {
      dropToken();
      void leavePush();
    }
    keepWritten();
    return null;
  }
  // Staff began or ended to watch a client, or somebody else is signed in: this page is another person's.
  if ((currentUser()?.id ?? answer.id) !== answer.id) {
    keepWrittenOf(answer.id);
    return beginAfresh();
  }
  return welcome(answer);
}

/**
 * The pages look as the person wishes, from the moment that he is known; a theme chosen on this device stands. What another
 * has left unsaid in this tab is gone by then, whichever way this one came.
 */
function welcome(user: User): User {
  keepWatch(user.watch);
  keepWrittenOf(user.id);
  setNumberStyle(user.number_style);
  if (user.theme && !user.watch && !readCookie(stored.theme)) setTheme(user.theme);
  return user;
}

export const currentUser = (): User | null => queries.getQueryData(userQuery.queryKey) ?? null;
export const useUser = (): User | null => useQuery(userQuery).data ?? null;

/** For screens behind the authenticated-only guard. */
export function useSignedIn(): User {
  const user = useUser();
  if (!user) throw new Error('this screen needs a signed-in user');
  return user;
}

export const isAdmin = (user: User | null): boolean => user?.roles.includes('admin') ?? false;

/** Asks the server again who is signed in. */
export async function refreshUser(): Promise<User | null> {
  await queries.invalidateQueries({ queryKey: userQuery.queryKey, refetchType: 'none' });
  return queries.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** The check-auth step: the user once there is a token, then wallets and accounts side by side, without waiting. */
export async function loadSession(): Promise<User | null> {
  const user =
    currentUser() ?? (readCookie(stored.token) ? await queries.fetchQuery({ ...userQuery, staleTime: 0 }) : null);
  if (user && !user.second_factor_due && queries.getQueryData(walletsQuery.queryKey) === undefined) {
    void Promise.allSettled([queries.prefetchQuery(walletsQuery), queries.prefetchQuery(tradingAccountsQuery)]);
  }
  return user;
}

type SignIn =
  | 'POST /api/login'
  | 'POST /api/login/second-factor'
  | 'POST /api/login/passkey/answer'
  | 'POST /api/register'
  | 'GET /api/autologin/:token';

/** What a call answers that begins no session yet. */
type Asked<R extends SignIn> = Exclude<AnswerOf<R>, { token: string }>;

/**
 * Signs in by one of the calls that answer with a token, keeps the token and then reports the device.
 * @returns what is to come first, if the call did not begin a session
 */
export async function beginSession<R extends SignIn>(
  route: R,
  request: RequestOf<R>,
  remember: boolean,
): Promise<Asked<R> | undefined> {
  const answer: AnswerOf<SignIn> = await call(route, request);
  if (!('token' in answer)) return answer as Asked<R>;
  queries.clear();
  keepToken(answer.token, remember);
  queries.setQueryData(userQuery.queryKey, welcome(answer.user));
  offerLanguage(answer.user.language);
  reportDevice(route);
  return undefined;
}

/**
 * The session is over, whoever ended it and from wherever. What its person has written and nobody has confirmed waits in
 * this tab until he signs in again.
 */
export function endSession(): void {
  dropToken();
  void leavePush();
  removeCookie(stored.welcomeShown);
  closeDialog();
  languageOffer.set(null);
  queries.clear();
  queries.setQueryData(userQuery.queryKey, null);
  keepWritten();
}

/** Forgets the person on this device, with all that he has written. */
export function forgetSession(): void {
  endSession();
  forgetWritten();
}

/** What is on its way to this device, or stands on its screen, is not for whoever comes next. */
async function leavePush(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  await import('../realtime/push-device.ts')
    .then(({ clearDevice }) => clearDevice())
    .catch((error: unknown) => console.error('Error ending push', error));
}

/** Ends the session on the server as well; the device forgets it whatever the server says. */
export async function signOut(): Promise<void> {
  beginLeaving();
  await leavePush();
  await call('POST /api/logout', { body: {} }).catch((error: unknown) => console.error('Error signing out', error));
  forgetSession();
  tellOtherTabs(stored.signedOut);
}

const channels = new Map<string, BroadcastChannel>();

/** The one channel of this page for a name: what is posted to it reaches every other channel of that name, also in this page. */
function channelOf(name: string): BroadcastChannel {
  const channel = channels.get(name) ?? new BroadcastChannel(name);
  channels.set(name, channel);
  return channel;
}

function tellOtherTabs(name: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channelOf(name).postMessage(null);
}

/** Loads the pages anew, here and in every tab, for whom the session shows from now on. */
export function goOnAs(path: string): void {
  beginLeaving();
  tellOtherTabs(stored.watchChanged);
  location.assign(path);
}

/** The person has left in another tab: nothing that he wrote stays in this one. */
export function watchLeaving(): void {
  channelOf(stored.signedOut).addEventListener('message', () => {
    queries.setQueryData(userQuery.queryKey, null);
    forgetWritten();
    void beginAfresh();
  });
  channelOf(stored.watchChanged).addEventListener('message', watchHasChanged);
}
