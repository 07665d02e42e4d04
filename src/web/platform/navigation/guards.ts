import { redirect } from '@tanstack/react-router';
import { stored } from '#contract/kernel/constants.ts';
import type { User } from '#contract/auth/endpoints.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { isOnline } from '../realtime/connection.ts';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import type { Path } from './path.ts';
import { checkUser, currentUser, isAdmin } from '../session/session.ts';
import { readCookie, removeCookie, writeCookie } from '../session/browser-storage.ts';

/** Who may see a screen. The server decides again on every call; this only spares a person a useless page. */
export type Guard = 'anyone' | 'guest' | 'authenticated' | 'second-factor-due' | 'admin' | { roles: Role[] };

const goTo = (path: Path) => redirect({ to: pathIn(currentLanguage(), path) });

/** @throws a redirect when the person may not see the screen */
export async function enforce(guard: Guard, intendedPath: string): Promise<void> {
  if (guard === 'anyone') return;
  if (guard === 'guest') {
    const user = currentUser();
    if (user) throw goTo(homeOf(user));
    return;
  }
  // Without a network the page uses what it knows; without a known user it says that there is no network.
  const user = (isOnline() ? undefined : currentUser()) ?? (await checkUser());
  if (!user) {
    storeIntendedPath(intendedPath);
    throw goTo('/login');
  }
  if (user.second_factor_due !== (guard === 'second-factor-due')) {
    if (!user.second_factor_due) throw goTo(homeOf(user));
    storeIntendedPath(intendedPath);
    throw goTo('/second-factor');
  }
  if (guard === 'authenticated' || guard === 'second-factor-due') return;
  if (guard === 'admin') {
    if (!isAdmin(user)) throw goTo(homeOf(user));
    return;
  }
  if (!mayOpen(guard, user)) throw goTo('/unauthorized');
}

/** Whether a signed-in person who meets all requirements may open it. */
export function mayOpen(guard: Guard, user: User): boolean {
  if (typeof guard === 'object') return guard.roles.some((role) => user.roles.includes(role));
  return guard === 'anyone' || guard === 'authenticated' || (guard === 'admin' && isAdmin(user));
}

/** Remembers where to go on after signing in. */
export const storeIntendedPath = (path: string): void => writeCookie(stored.intendedPath, path);

/** Where a person begins: clients at home, staff at the list that is the work of their highest role. */
const homes: Record<Role, Path> = {
  client: '/home',
  support: '/chats',
  compliance: '/admin/verification',
  finance: '/admin/money',
  admin: '/admin',
};
export const homeOf = (user: User | null): Path => (user && !user.impersonation ? homes[user.role] : '/home');

/** The path from which a guest was redirected, once; home when there was none. Foreign addresses are never followed. */
export function takeIntendedPath(): string {
  const path = readCookie(stored.intendedPath) ?? '';
  removeCookie(stored.intendedPath);
  const isOurs = /^\/(?![/\\])/.test(path);
  return pathIn(currentLanguage(), isOurs ? path : homeOf(currentUser()));
}
