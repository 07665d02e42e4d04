import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a signature covers, as it arrived. */
export interface Signed {
  method: string;
  /** As in the first line of the request, still encoded. */
  address: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Keys {
  region: string;
  accessKey: string;
  secretKey: string;
}

const maxSkewMs = 15 * 60_000;
const hex = (algorithm: string, text: string | Buffer) => createHash(algorithm).update(text).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The code of the error that a service answers to a wrong signature (AWS Signature Version 4); nothing to a right one. */
export function faultOf(request: Signed, keys: Keys, now = Date.now()): string | undefined {
  const { headers, body } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, accessKey, day = '', region, names = '', signature = ''] = found;
  const moment = String(headers['x-amz-date']);
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  if (!moment.startsWith(day) || Math.abs(timeOf(moment) - now) > maxSkewMs) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const mustBe = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBe.some((name) => !signed.includes(name))) return 'AccessDenied';
  const payload = String(headers['x-amz-content-sha256']);
  const due = signatureOf(request, { ...keys, day, moment, signed, payload });
  if (!timingSafeEqual(Buffer.from(due), Buffer.from(signature))) return 'SignatureDoesNotMatch';
  return payload === 'UNSIGNED-PAYLOAD' || payload === hex('sha256', body) ? undefined : 'XAmzContentSHA256Mismatch';
}

interface Scope {
  region: string;
  secretKey: string;
  day: string;
  moment: string;
  signed: string[];
  payload: string;
}

export function signatureOf({ method, address, headers }: Omit<Signed, 'body'>, scope: Scope): string {
  const [path = '', query = ''] = address.split('?');
  const lines = scope.signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`).join('');
  const request = [method, path, inOrder(query), lines, scope.signed.join(';'), scope.payload].join('\n');
  const what = `${scope.day}/${scope.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', scope.moment, what, hex('sha256', request)].join('\n');
  const key = [scope.day, scope.region, 's3', 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${scope.secretKey}`);
  return mac(key, text).toString('hex');
}

const inOrder = (query: string) =>
  query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .toSorted()
    .join('&');

/** Of `20130524T000000Z`. */
const timeOf = (moment: string) =>
  Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
