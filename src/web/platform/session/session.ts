import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResponseOf, RequestOf } from '#contract/api.ts';
import type { User } from '#contract/auth/endpoints.ts';
import { stored } from '#contract/kernel/constants.ts';
import { ApiError } from '../api/api-error.ts';
import { call, reportDevice } from '../api/api.ts';
import { read } from '../api/read.ts';
import { languageOffer, offerLanguage } from '../i18n/language-offer.ts';
import { setNumberStyle } from '../i18n/number-style.ts';
import { queries } from '../api/query-client.ts';
import { closeDialog } from '../navigation/dialogs.ts';
import {
  restartPage,
  startLeaving,
  dropToken,
  isOverruled,
  storeToken,
  storeImpersonation,
  impersonationHasChanged,
} from './own-session.ts';
import { readCookie, removeCookie } from './browser-storage.ts';
import { setTheme } from '../theme.ts';
import { invalidatedBy } from '../api/query-invalidation.ts';
import { clearDrafts, pauseDrafts, startDraftsOf } from './unsent-drafts.ts';

/**
 * Who is signed in. The token lives in a cookie that this page can read; the session is bound to a second cookie that
 * it cannot, so the token alone is worth nothing elsewhere.
 */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: fetchUser, staleTime: Infinity });
export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: () => read('POST /api/wallets', { body: {} }),
  meta: invalidatedBy('wallet.changed', 'payment.changed', 'application.changed'),
});
export const tradingAccountsQuery = queryOptions({
  queryKey: ['trading-accounts'],
  queryFn: () => read('POST /api/trading-account', { body: {} }),
  meta: invalidatedBy('account.changed'),
});

/**
 * Null when no one is signed in; a token without a user is dropped.
 * @throws ApiError when there was no response at all: a person who leaves the page during the call, or loses the
 * network, is not signed out by that
 */
async function fetchUser(): Promise<User | null> {
  if (!readCookie(stored.token)) return null;
  const response = await call('POST /api/client-info', { body: {} }).catch((error: unknown) => {
    console.error('Error fetching user', error);
    if (error instanceof ApiError && error.status === 0) throw error;
    return { status: 'failed' as const };
  });
  if (response.status === 'failed') {
    // Another tab may have signed another person in since: that token is not ours to drop.
    if (!isOverruled()) {
      dropToken();
      void leavePush();
    }
    pauseDrafts();
    return null;
  }
  // Staff started or ended an impersonation, or another person is signed in: this page is another person's.
  if ((currentUser()?.id ?? response.id) !== response.id) {
    startDraftsOf(response.id);
    return restartPage();
  }
  return welcome(response);
}

/**
 * Applies the person's theme and language as soon as they are known; a theme chosen on this device stays. Unsent drafts
 * of another person in this tab are gone by then, however this one signed in.
 */
function welcome(user: User): User {
  storeImpersonation(user.impersonation);
  startDraftsOf(user.id);
  setNumberStyle(user.number_style);
  if (user.theme && !user.impersonation && !readCookie(stored.theme)) setTheme(user.theme);
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

/** Whether the page is that of a member of staff, who does not view as a client. */
export const isStaff = (user: User | null): boolean =>
  user !== null && !user.impersonation && user.roles.some((role) => role !== 'client');

/** Fetches the signed-in person again. */
export async function refreshUser(): Promise<User | null> {
  await queries.invalidateQueries({ queryKey: userQuery.queryKey, refetchType: 'none' });
  return queries.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** When the check-auth step of this navigation fetched the user; undefined when it knew them. */
let loadedAt: number | undefined;
/** From the check-auth step of a navigation to its guard. */
const oneNavigationMs = 2000;

/** The user for the guard of a screen: fetched again with each navigation, unless its check-auth step has just done so. */
export function checkUser(): Promise<User | null> | User | null {
  const isFetched = loadedAt !== undefined && performance.now() - loadedAt < oneNavigationMs;
  loadedAt = undefined;
  return isFetched ? currentUser() : refreshUser();
}

/** The check-auth step: the user once there is a token, then wallets and accounts side by side, without waiting. */
export async function loadSession(): Promise<User | null> {
  let user = currentUser();
  if (!user && readCookie(stored.token)) {
    user = await queries.fetchQuery({ ...userQuery, staleTime: 0 });
    loadedAt = performance.now();
  }
  if (user && !user.second_factor_due && queries.getQueryData(walletsQuery.queryKey) === undefined) {
    void Promise.allSettled([queries.prefetchQuery(walletsQuery), queries.prefetchQuery(tradingAccountsQuery)]);
  }
  return user;
}

type SignIn =
  | 'POST /api/login'
  | 'POST /api/login/second-factor'
  | 'POST /api/login/passkey/verify'
  | 'POST /api/login/staff/finish'
  | 'POST /api/register'
  | 'GET /api/autologin/:token';

/** The response of a call that does not start a session yet. */
type SecondStep<R extends SignIn> = Exclude<ResponseOf<R>, { token: string }>;

/**
 * Signs in by one of the calls that answer with a token, keeps the token and then reports the device.
 * @returns what is to come first, if the call did not begin a session
 */
export async function startSession<R extends SignIn>(
  route: R,
  request: RequestOf<R>,
  remember: boolean,
): Promise<SecondStep<R> | undefined> {
  const response: ResponseOf<SignIn> = await call(route, request);
  if (!('token' in response)) return response as SecondStep<R>;
  queries.clear();
  storeToken(response.token, remember);
  queries.setQueryData(userQuery.queryKey, welcome(response.user));
  offerLanguage(response.user.language);
  reportDevice(route);
  return undefined;
}

/**
 * The session is over, whatever ended it. Unconfirmed messages of its person wait in this tab until they sign in again.
 */
export function endSession(): void {
  dropToken();
  void leavePush();
  removeCookie(stored.welcomeShown);
  closeDialog();
  languageOffer.set(null);
  queries.clear();
  queries.setQueryData(userQuery.queryKey, null);
  pauseDrafts();
}

/** Forgets the person on this device, with all their drafts. */
export function clearSession(): void {
  endSession();
  clearDrafts();
}

/** Push notifications to this device, or on its screen, are not for the next person. */
async function leavePush(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  await import('../realtime/push-device.ts')
    .then(({ clearDevice }) => clearDevice())
    .catch((error: unknown) => console.error('Error ending push', error));
}

/** Ends the session on the server as well; the device forgets it whatever the server says. */
export async function signOut(): Promise<void> {
  startLeaving();
  await leavePush();
  await call('POST /api/logout', { body: {} }).catch((error: unknown) => console.error('Error signing out', error));
  clearSession();
  notifyOtherTabs(stored.signedOut);
}

const channels = new Map<string, BroadcastChannel>();

/** The one channel of this page for a name: what is posted to it reaches every other channel of that name, also in this page. */
function channelOf(name: string): BroadcastChannel {
  const channel = channels.get(name) ?? new BroadcastChannel(name);
  channels.set(name, channel);
  return channel;
}

function notifyOtherTabs(name: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channelOf(name).postMessage(null);
}

/** Reloads the pages, here and in every tab, for the person of the changed session. */
export function goOnAs(path: string): void {
  startLeaving();
  notifyOtherTabs(stored.impersonationChanged);
  location.assign(path);
}

/** The person has signed out in another tab: none of their drafts stay in this one. */
export function watchLeaving(): void {
  channelOf(stored.signedOut).addEventListener('message', () => {
    queries.setQueryData(userQuery.queryKey, null);
    clearDrafts();
    void restartPage();
  });
  channelOf(stored.impersonationChanged).addEventListener('message', impersonationHasChanged);
}
