import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isWhole } from './checksum.ts';
import { etagOf, fault, list, read, type Answer, type StoredObject } from './objects.ts';
import { faultOf, type Keys } from './signature.ts';

/**
 * How a service may behave: fail, ask for patience, say nothing, break off with or without half of an answer, fall silent
 * within one, give other bytes or nothing, forget or shorten what it takes, keep what it should delete, ignore a range
 * or a condition, refuse conditions, and send its callers elsewhere.
 */
export type BucketLie =
  | 'failed'
  | 'slow_down'
  | 'silent'
  | 'reset'
  | 'cut_off'
  | 'stuck'
  | 'other_bytes'
  | 'missing'
  | 'forgets'
  | 'shortens'
  | 'keeps'
  | 'no_range'
  | 'no_condition'
  | 'refuses_condition'
  | 'elsewhere';

/** Lies that concern calls of one kind only, which others leave for the next. */
const liesOf: Partial<Record<BucketLie, string>> = {
  cut_off: 'GET',
  stuck: 'GET',
  other_bytes: 'GET',
  missing: 'GET',
  no_range: 'GET',
  forgets: 'PUT',
  shortens: 'PUT',
  no_condition: 'PUT',
  refuses_condition: 'PUT',
  keeps: 'DELETE',
};

export interface BucketStandIn {
  url: string;
  keys: Keys & { bucket: string };
  objects: Map<string, StoredObject>;
  /** What was called, as `PUT /bucket/key`. */
  calls: string[];
  /** Lies once for each, in their order, each at the first call that it concerns. */
  lie(...lies: BucketLie[]): void;
  /** Lies at every call until `beHonest`. */
  keepLying(lie: BucketLie): void;
  beHonest(): void;
  close(): Promise<void>;
}

/** A service with one bucket that exists on this machine alone. It checks each signature and each checksum. */
export async function openBucketStandIn({ port = 0, pageSize = 1000 } = {}): Promise<BucketStandIn> {
  const keys = { bucket: 'atrium-files', region: 'eu-test-1', accessKey: 'ATRIUMKEY', secretKey: 'a/secret+of=theirs' };
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  let planned: BucketLie[] = [];
  let lasting: BucketLie | undefined;

  function lieFor(method: string): BucketLie | undefined {
    if (lasting) return lasting;
    const at = planned.findIndex((lie) => (liesOf[lie] ?? method) === method);
    return at < 0 ? undefined : planned.splice(at, 1)[0];
  }

  function answer(request: IncomingMessage, body: Buffer, lie: BucketLie | undefined): Answer {
    const { method = 'GET', url = '/', headers } = request;
    const wrong = faultOf({ method, address: url, headers, body }, keys);
    if (wrong) return fault(wrong === 'AuthorizationHeaderMalformed' ? 400 : 403, wrong);
    if (lie === 'failed') return fault(500, 'InternalError');
    if (lie === 'slow_down') return fault(503, 'SlowDown');
    if (lie === 'elsewhere')
      return { ...fault(307, 'TemporaryRedirect'), headers: { location: 'http://127.0.0.1:9/' } };
    const { pathname, searchParams } = new URL(url, 'http://stand-in');
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
    if (bucket !== keys.bucket) return fault(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return method === 'GET' ? list(objects, searchParams, pageSize) : { status: 200 };
    const object = objects.get(key);
    switch (method) {
      case 'PUT':
        if (!isWhole(headers, body)) return fault(400, 'BadDigest');
        if (headers['if-none-match'] && lie === 'refuses_condition') return fault(501, 'NotImplemented');
        if (headers['if-none-match'] === '*' && object && lie !== 'no_condition')
          return fault(412, 'PreconditionFailed');
        if (lie !== 'forgets')
          objects.set(key, { body: lie === 'shortens' ? body.subarray(0, -1) : body, changedAt: new Date() });
        return { status: 200, headers: { etag: etagOf(body) } };
      case 'DELETE':
        if (lie !== 'keeps') objects.delete(key);
        return { status: 204 };
      default: {
        if (!object || lie === 'missing') return fault(404, 'NoSuchKey');
        const body = lie === 'other_bytes' ? Buffer.alloc(object.body.length, 7) : object.body;
        return read({ ...object, body }, lie === 'no_range' ? undefined : headers.range);
      }
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url } = request;
    const body = await buffer(request);
    calls.push(`${method} ${url}`);
    const lie = lieFor(url?.includes('list-type=') ? 'list' : method);
    if (lie === 'silent') return;
    if (lie === 'reset') return void request.socket.destroy();
    const { status, headers = {}, body: content = '' } = answer(request, body, lie);
    const bytes = Buffer.from(content);
    response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }) });
    if (method === 'HEAD') return void response.end();
    if ((lie !== 'cut_off' && lie !== 'stuck') || status >= 300) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => lie === 'cut_off' && request.socket.destroy());
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    objects,
    calls,
    lie: (...lies) => void planned.push(...lies),
    keepLying: (lie) => void (lasting = lie),
    beHonest() {
      planned = [];
      lasting = undefined;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
