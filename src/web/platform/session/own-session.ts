import type { User } from '#contract/auth/endpoints.ts';
import { rememberDays, stored } from '#contract/kernel/constants.ts';
import { readCookie, removeCookie, writeCookie } from './browser-storage.ts';

/**
 * The session that this tab works in. All tabs share the cookie: when another tab signs another person in, or out, this
 * value and the cookie belong to different sessions. Then nothing may be sent from here; the page starts again.
 */
let own = readCookie(stored.token);
/** The person is signing out: errors until then are not shown. */
let isLeaving = false;
const endedFirst = new Set<() => void>();

export function storeToken(token: string, remember: boolean): void {
  isLeaving = false;
  writeCookie(stored.token, token, remember ? rememberDays : undefined);
  own = token;
}

export function dropToken(): void {
  removeCookie(stored.token);
  own = undefined;
}

/** @param end what it stands for ends before the session does: code that only signed-in pages load registers itself */
export function endBeforeLeaving(end: () => void): void {
  endedFirst.add(end);
}

export function startLeaving(): void {
  isLeaving = true;
  for (const end of endedFirst) end();
}

/** Whether this tab works in a session that the person continues. */
export const isWorking = (): boolean => own !== undefined && !isLeaving;

/** Whether the cookie is no longer of the session that this tab started with. */
export const isOverruled = (): boolean => readCookie(stored.token) !== own;

/** Reloads the page; never settles, because the waiting code goes away with it. */
export function restartPage(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Notices the other person as soon as this tab is visible again. */
export function watchSession(): void {
  const check = () => {
    if (document.visibilityState === 'visible' && isOverruled()) void restartPage();
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  // The back cache restores a page of another person’s session as it was: it must not be shown.
  window.addEventListener('pageshow', ({ persisted }) => (persisted && isLeaving ? void restartPage() : check()));
}

/**
 * The watch of a client under which this page was loaded, once the server has said who is signed in: null without one.
 * Every call names it, so that nothing is done for the one person where the page shows another.
 */
let impersonation: { id: string; endsAt: number } | null | undefined;

export function storeImpersonation(current: User['impersonation'] | undefined): void {
  impersonation = current && { id: current.id, endsAt: performance.now() + current.seconds_left * 1000 };
}

export const ownImpersonation = (): string | undefined => impersonation?.id;

/** On the clock of `performance.now()`. */
export const impersonationEndsAt = (): number => impersonation?.endsAt ?? 0;

/**
 * Staff started or ended an impersonation in this session, here or in another tab: this page shows the wrong person.
 */
export function impersonationHasChanged(): void {
  if (impersonation !== undefined && !isLeaving) void restartPage();
}
