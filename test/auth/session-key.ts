import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { sessionRenewal } from '#contract/kernel/constants.ts';
import type { Browser } from '../browser.ts';
import { goodPassword, type TestServer } from '../server.ts';

/** A signed-in browser with a key that renews its session. */
interface Keyed extends Browser {
  token: string;
  email: string;
  privateKey: KeyObject;
}

export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { point: point.toString('base64url'), privateKey };
}

/** As a thief has it who copied the cookies, but not the key. */
export const copyOf = <B extends Browser>(browser: B): B => ({ ...browser, cookies: new Map(browser.cookies) });

/** Browsers with keys at a server that is there once the test runs. */
export function keyedBrowsers(serverOf: () => TestServer) {
  /** A browser that registers a key as it signs in. */
  async function keyed(remember = true, person?: { email: string }): Promise<Keyed> {
    const server = serverOf();
    const { email } = person ?? (await server.register()).user;
    const { point, privateKey } = newKey();
    const as = server.browser();
    const body = { email, password: goodPassword, remember, session_key: point };
    const { body: response } = await server.call('POST /api/login', { as, body });
    if ('challenge' in response) throw new Error('not signed in');
    return Object.assign(as, { token: response.token, email, privateKey });
  }

  /** Of a session whose half is over. */
  async function challengeOf(as: Browser): Promise<string> {
    const { status, refusal } = await serverOf().call('POST /api/wallets', { as });
    if (status !== 401 || refusal.code !== 'auth.renewal_due') throw new Error(`no renewal is due, but ${status}`);
    return String(refusal.params?.['challenge']);
  }

  const signed = (challenge: string, privateKey: KeyObject) =>
    sign('sha256', Buffer.from(sessionRenewal + challenge), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    );

  const renew = (as: Keyed, challenge: string, privateKey = as.privateKey) =>
    serverOf().call('POST /api/session/renew', { as, body: { challenge, signature: signed(challenge, privateKey) } });

  return { keyed, challengeOf, renew };
}
