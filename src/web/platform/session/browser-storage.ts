import { rememberDays, stored } from '#contract/kernel/constants.ts';

/** Cookies and storage of the browser, by the names that the product fixed. */

export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decoded(found.slice(name.length + 1));
}

/** A value that this page cannot have written counts as missing. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** @param days undefined for a cookie that ends with the browser */
export const writeCookie = (name: string, value: string, days?: number) =>
  writeCookieFor(name, value, days && days * 86_400);

export function writeCookieFor(name: string, value: string, seconds: number | undefined): void {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`;
}

export function removeCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

export const writeLastingCookie = (name: string, value: string) => writeCookie(name, value, rememberDays);

/** Articles are tiles unless the stored value says otherwise. */
export function readTileView(): boolean {
  return localStorage.getItem(stored.tileView) !== 'false';
}

export function writeTileView(isTileView: boolean): void {
  localStorage.setItem(stored.tileView, String(isTileView));
}
