import { createHmac } from 'node:crypto';
import { equalSecrets, sha256 } from '#server/platform/secrets/token.ts';
import type { HookCall } from '#server/platform/connections/hooks.ts';

/** Base64 of HMAC-SHA1 over the public address and each parameter of the form, by name. */
export function twilioSignature(authToken: string, url: string, params: Iterable<readonly [string, string]>): string {
  const pairs = [...params].toSorted(([a, left], [b, right]) => compare(a, b) || compare(left, right));
  return createHmac('sha1', authToken)
    .update(`${url}${pairs.map(([name, value]) => name + value).join('')}`)
    .digest('base64');
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The address as Twilio may have signed it: proxies add and take away the usual port. */
function spellings(url: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const usual = protocol === 'https:' ? '443' : '80';
  return [`${protocol}//${hostname}${port ? `:${port}` : ''}${pathname}${search}`].concat(
    port === ''
      ? [`${protocol}//${hostname}:${usual}${pathname}${search}`]
      : [`${protocol}//${hostname}${pathname}${search}`],
  );
}

/** Of a form, or of a body whose SHA-256 is in the signed address. */
export function isSignedByTwilio(authToken: string, { headers, raw, url }: HookCall): boolean {
  const given = headers['x-twilio-signature'];
  if (given === undefined) return false;
  const bodyHash = new URL(url).searchParams.get('bodySHA256');
  if (bodyHash !== null && !equalSecrets(bodyHash.toLowerCase(), sha256(raw.toString('utf8')).toString('hex')))
    return false;
  const params = bodyHash === null ? [...new URLSearchParams(raw.toString('utf8'))] : [];
  return spellings(url).some((each) => equalSecrets(twilioSignature(authToken, each, params), given));
}
