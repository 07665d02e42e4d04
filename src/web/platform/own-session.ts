import { rememberDays, stored } from '#contract/constants.ts';
import { readCookie, removeCookie, writeCookie } from './stored.ts';

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
  window.addEventListener('pageshow', look);
}
