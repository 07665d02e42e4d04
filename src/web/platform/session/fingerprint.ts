import type { ResponseOf, RequestOf, Route } from '#contract/api.ts';
import { send, type Parts } from '../api/send.ts';
import { createStore } from '../store.ts';

type Kind = RequestOf<'POST /api/fingerprint'>['body']['type'];

/** The calls that start a session, and the word under which the device is reported after each. */
const kinds: Partial<Record<Route, Kind>> = {
  'POST /api/login': 'login',
  'POST /api/login/second-factor': 'login',
  'POST /api/login/passkey/verify': 'login',
  'POST /api/login/staff/finish': 'login',
  'POST /api/register': 'register',
  'POST /api/trading-account/autologin': 'trading_account_autologin',
  'GET /api/autologin/:token': 'autologin',
};

export const startsSession = (route: Route): boolean => kinds[route] !== undefined;

interface Fingerprint {
  visitorId: string;
  timezone: string;
  platform: string;
  userAgent: string;
}

let fingerprint: Promise<Fingerprint | undefined> | undefined;

/** Reads the device once, from a library that loads when first needed. A browser that refuses gives none. */
function readFingerprint(): Promise<Fingerprint | undefined> {
  fingerprint ??= import('@fingerprintjs/fingerprintjs')
    .then(async ({ hashComponents, loadSources, prepareForSources, sources }) => {
      await prepareForSources();
      // This source writes markup into a frame, which Trusted Types refuse; the others distinguish devices without it.
      return {
        visitorId: hashComponents(await loadSources(sources, { cache: {}, debug: false }, ['fontPreferences'])()),
      };
    })
    .then(({ visitorId }) => ({
      visitorId,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      platform: navigator.platform.slice(0, 64),
      userAgent: navigator.userAgent.slice(0, 512),
    }))
    .catch((error: unknown) => {
      console.error('Error reading fingerprint', error);
      return undefined;
    });
  return fingerprint;
}

/** The public key that is to renew the session, where one of ours starts. */
async function readKey(route: Route): Promise<{ session_key?: string }> {
  if (kinds[route] === 'trading_account_autologin') return {};
  const key = await import('./session-key.ts')
    .then(({ publicKey }) => publicKey())
    .catch((error: unknown) => console.error('Error reading the session key', error));
  return key ? { session_key: key } : {};
}

/** The request with the fields of device and key in its body, or in the query of a GET. */
export async function mergeFingerprint(route: Route, parts: Parts): Promise<Parts> {
  const [device, key] = await Promise.all([readFingerprint(), readKey(route)]);
  const payload = { ...device, ...key };
  return route.startsWith('GET')
    ? { ...parts, query: { ...parts.query, ...payload } }
    : { ...parts, body: { ...parts.body, ...payload } };
}

type Reported = ResponseOf<'POST /api/fingerprint'>;

/** The server's response to the last report of this device; null before. */
export const fingerprintStatus = createStore<Reported | null>(null);

/**
 * Reports the device after a session started, and stores the response. @returns the response, if there was something to
 * report
 */
export async function sendFingerprint(route: Route): Promise<Reported | null> {
  const device = await readFingerprint();
  const type = kinds[route];
  if (!device || !type) return null;
  const reported = (await send('POST /api/fingerprint', { body: { ...device, type } }, {})) as Reported;
  fingerprintStatus.set(reported);
  return reported;
}
