import { createHash, createHmac } from 'node:crypto';
import { equalSecrets } from '../secrets/token.ts';

/** Of one application of the protocol. The key is public, the secret never leaves the server. */
export interface Credentials {
  appId: string;
  key: string;
  secret: string;
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** The authorisation of a socket for a channel: `key:signature`. `data` identifies the person, where that matters. */
export function signChannel({ key, secret }: Credentials, socketId: string, channel: string, data?: string): string {
  return `${key}:${hmac(secret, [socketId, channel, ...(data === undefined ? [] : [data])].join(':'))}`;
}

/** What makes a socket a user's. */
export function signUser({ key, secret }: Credentials, socketId: string, userData: string): string {
  return `${key}:${hmac(secret, `${socketId}::user::${userData}`)}`;
}

/** A call of the HTTP API. `path` is without its query; the body's hash is added to the query when there is a body. */
export interface ApiCall {
  method: string;
  path: string;
  query: Record<string, string>;
  body: string;
}

/** The signature of a call whose query has everything else. */
export function signCall(secret: string, { method, path, query }: Omit<ApiCall, 'body'>): string {
  const sorted = Object.entries(query)
    .filter(([name]) => name !== 'auth_signature')
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return hmac(secret, [method.toUpperCase(), path, sorted.join('&')].join('\n'));
}

/** The query with all that signs the call. */
export function signedQuery({ key, secret }: Credentials, call: ApiCall, atS: number): Record<string, string> {
  const query = {
    ...call.query,
    auth_key: key,
    auth_timestamp: String(atS),
    auth_version: '1.0',
    ...(call.body === '' ? {} : { body_md5: md5(call.body) }),
  };
  return { ...query, auth_signature: signCall(secret, { ...call, query }) };
}

const leewayS = 600;

/** Why a call of the HTTP API is not believed; undefined when it is. */
export function objectionTo({ key, secret }: Credentials, call: ApiCall, atS: number): string | undefined {
  const { query, body } = call;
  if (!equalSecrets(query['auth_key'] ?? '', key)) return 'unknown auth_key';
  if (query['auth_version'] !== '1.0') return 'unknown auth_version';
  if (!/^\d{1,12}$/.test(query['auth_timestamp'] ?? '')) return 'malformed auth_timestamp';
  if (Math.abs(Number(query['auth_timestamp']) - atS) > leewayS) return 'auth_timestamp is too far from now';
  if (body !== '' && !equalSecrets(query['body_md5'] ?? '', md5(body))) return 'wrong body_md5';
  return equalSecrets(query['auth_signature'] ?? '', signCall(secret, call)) ? undefined : 'wrong auth_signature';
}
