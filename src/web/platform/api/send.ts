import type { Route } from '#contract/api.ts';
import { stored, impersonationHeader } from '#contract/kernel/constants.ts';
import { ApiError } from './api-error.ts';
import { serverResponded, serverSilent } from '../realtime/connection.ts';
import { translate } from '../i18n/i18n.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { repeatedly } from './retry.ts';
import { followClock } from '../i18n/server-clock.ts';
import { restartPage, isOverruled, ownImpersonation } from '../session/own-session.ts';
import { isRenewed } from '../session/renewal.ts';
import { readCookie } from '../session/browser-storage.ts';
import { reportFailure, clearFailure } from './app-error.ts';

export interface CallOptions {
  /** False leaves the global loader alone. */
  loader?: boolean;
  signal?: AbortSignal;
  /** Makes a money-moving call repeatable without a second effect. */
  idempotencyKey?: string;
  /** Names the terminal's session, in place of the client's. */
  platformSession?: string;
  /** The way to the server, in place of one request for one call. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** The answer to the first may have been lost. */
export const maxRenewals = 2;

/** A request without its types: what goes into the path, behind the question mark, and into the body. */
export interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/**
 * Sends one request and reads its answer.
 * @throws ApiError for an answer outside 200–299, or none
 */
export async function send(route: Route, parts: Parts, options: CallOptions): Promise<unknown> {
  const sendOnce = () => responseTo(route, parts, options);
  const response = await (options.idempotencyKey ? repeatedly(sendOnce, options.signal) : sendOnce());
  // An answer may break off on its way, as when the person leaves the page: then there was none.
  return response.json().catch((error: unknown) => noResponse(error, options));
}

async function noResponse(error: unknown, { signal }: CallOptions): Promise<never> {
  if (signal?.aborted) throw error;
  await serverSilent();
  throw new ApiError(0, { code: 'network', message: translate('common.no_connection') });
}

/**
 * Sends one request; what the answer holds is still to be read.
 * @throws ApiError for an answer outside 200–299, or none
 */
export async function responseTo(
  route: Route,
  parts: Parts,
  options: CallOptions,
  renewalsLeft = maxRenewals,
): Promise<Response> {
  if (isOverruled()) return restartPage();
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await (options.fetch ?? fetch)(address(path, parts), {
    method,
    headers: headersFor(parts, options),
    credentials: 'same-origin',
    ...(parts.body ? { body: JSON.stringify(parts.body) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => noResponse(error, options));
  followClock(response);
  serverResponded();
  if (renewalsLeft > 0 && (await isRenewed(response))) return responseTo(route, parts, options, renewalsLeft - 1);
  if (!response.ok) return reportFailure(response, route);
  clearFailure(route);
  return response;
}

function address(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query).filter(([, value]) => value !== undefined);
  return search.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(search.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The headers of every request: language, session, anti-forgery, and the form of its body. */
export function headersFor(parts: Parts, options: CallOptions): Record<string, string> {
  const token = readCookie(stored.token);
  const antiForgery = readCookie(stored.antiForgeryCookie);
  const impersonation = ownImpersonation();
  return {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(parts.body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(impersonation ? { [impersonationHeader]: impersonation } : {}),
    ...(antiForgery ? { [stored.antiForgeryHeader]: antiForgery } : {}),
    ...(options.platformSession ? { 'x-platform-session': options.platformSession } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
  };
}
