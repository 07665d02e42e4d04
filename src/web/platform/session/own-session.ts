import type { User } from '#contract/auth.ts';
import { rememberDays, stored } from '#contract/constants.ts';
import { readCookie, removeCookie, writeCookie } from './browser-storage.ts';

/**
 * The session that this tab works in. All tabs share the cookie: when another tab signs somebody else in, or out, what
 * stands here is one person's and the cookie another's. Nothing may then be sent from here; the page begins afresh.
 */
let own = readCookie(stored.token);
/** The person is signing out: what is refused meanwhile is no news to him. */
let isLeaving = false;

export function keepToken(token: string, remember: boolean): void {
  isLeaving = false;
  writeCookie(stored.token, token, remember ? rememberDays : undefined);
  own = token;
}

export function dropToken(): void {
  removeCookie(stored.token);
  own = undefined;
}

export function beginLeaving(): void {
  isLeaving = true;
}

/** Whether this tab works in a session that the person means to go on with. */
export const isWorking = (): boolean => own !== undefined && !isLeaving;

/** Whether the cookie is no longer of the session that this tab began with. */
export const isOverruled = (): boolean => readCookie(stored.token) !== own;

/** Loads the page anew; never settles, for whoever waits goes away with it. */
export function beginAfresh(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Notices the other person as soon as this tab is looked at again. */
export function watchSession(): void {
  const look = () => {
    if (document.visibilityState === 'visible' && isOverruled()) void beginAfresh();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  // A page that was left for somebody else’s comes back as it was: it is not his any more.
  window.addEventListener('pageshow', ({ persisted }) => (persisted && isLeaving ? void beginAfresh() : look()));
}

/**
 * The watch of a client under which this page was loaded, once the server has said who is signed in: null without one.
 * Every call names it, so that nothing is done for the one person where the page shows another.
 */
let watch: { id: string; endsAt: number } | null | undefined;

export function keepWatch(told: User['watch'] | undefined): void {
  watch = told && { id: told.id, endsAt: performance.now() + told.seconds_left * 1000 };
}

export const ownWatch = (): string | undefined => watch?.id;

/** On the clock of `performance.now()`. */
export const watchEndsAt = (): number => watch?.endsAt ?? 0;

/** Staff began or ended to watch a client in this session, here or in another tab: whom this page shows is over. */
export function watchHasChanged(): void {
  if (watch !== undefined && !isLeaving) void beginAfresh();
}
