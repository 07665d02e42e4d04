import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Strike } from '../strike.ts';
import { isWhole } from './checksum.ts';
import { etagOf, fault, list, read, type Answer, type StoredObject } from './objects.ts';
import { faultOf, type Keys } from './signature.ts';

/**
 * How a service may behave: fail before or after its work, ask for patience, know our key no more, say nothing, break off with or
 * without half of an answer, after its work or without it, fall silent within an answer, send a page for people, give other bytes or
 * nothing, forget or shorten what it takes, keep what it should delete, ignore a range or a condition, refuse conditions, leave the
 * newest object out of a list, name each twice, and send its callers elsewhere.
 */
export type BucketLie =
  | 'failed'
  | 'fails_after'
  | 'slow_down'
  | 'refuses_key'
  | 'silent'
  | 'reset'
  | 'loses_answer'
  | 'cut_off'
  | 'stuck'
  | 'html'
  | 'other_bytes'
  | 'missing'
  | 'forgets'
  | 'shortens'
  | 'keeps'
  | 'no_range'
  | 'no_condition'
  | 'refuses_condition'
  | 'hides_newest'
  | 'repeats'
  | 'elsewhere';

/** A call by what it does, and the object or, of a list, the beginning of the names. */
export interface BucketCall {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD' | 'LIST';
  path: RegExp;
}

/** Lies that concern calls of one kind only, which others leave for the next. */
const liesOf: Partial<Record<BucketLie, BucketCall['method']>> = {
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
  hides_newest: 'LIST',
  repeats: 'LIST',
};

interface Planned {
  lie: BucketLie;
  method?: string | undefined;
  path?: RegExp;
}

interface Options {
  port?: number;
  pageSize?: number;
  bucket?: string;
  /** Something was stored. */
  onArrival?: () => Promise<void>;
}

export interface BucketStandIn {
  url: string;
  keys: Keys & { bucket: string };
  objects: Map<string, StoredObject>;
  /** What was called, as `PUT /bucket/key`. */
  calls: string[];
  /** Lies once for each, in their order, each at the first call that it concerns. */
  lie(...lies: BucketLie[]): void;
  /** Lies once at a call of this kind. */
  lieAt(call: BucketCall, lie: BucketLie): void;
  /** Whether a lie is still to come. */
  isPlanned(): boolean;
  /** Lies at every call until `beHonest`. */
  keepLying(lie: BucketLie): void;
  /** Runs at three moments of each call. */
  onStrike(strike: Strike): void;
  beHonest(): void;
  close(): Promise<void>;
}

/** A service with one bucket that exists on this machine alone. It checks each signature and each checksum. */
export async function openBucketStandIn({
  port = 0,
  pageSize = 1000,
  bucket = 'atrium-files',
  onArrival = async () => {},
}: Options = {}): Promise<BucketStandIn> {
  const keys = { bucket, region: 'eu-test-1', accessKey: 'ATRIUMKEY', secretKey: 'a/secret+of=theirs' };
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  let planned: Planned[] = [];
  let lasting: BucketLie | undefined;
  let strike: Strike = () => {};

  function lieFor(method: string, path: string): BucketLie | undefined {
    if (lasting) return lasting;
    const at = planned.findIndex((each) => (each.method ?? method) === method && (each.path?.test(path) ?? true));
    return at < 0 ? undefined : planned.splice(at, 1)[0]?.lie;
  }

  async function answer(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    { named, key, query }: Place,
    body: Buffer,
    lie: BucketLie | undefined,
  ): Promise<Answer> {
    const wrong = faultOf({ method, address: url, headers, body }, keys);
    if (wrong) return fault(wrong === 'AuthorizationHeaderMalformed' ? 400 : 403, wrong);
    if (lie === 'refuses_key') return fault(403, 'InvalidAccessKeyId');
    if (lie === 'failed') return fault(500, 'InternalError');
    if (lie === 'slow_down') return fault(503, 'SlowDown');
    if (lie === 'elsewhere')
      return { ...fault(307, 'TemporaryRedirect'), headers: { location: 'http://127.0.0.1:9/' } };
    if (lie === 'html')
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' };
    if (named !== keys.bucket) return fault(404, 'NoSuchBucket');
    if (key === '') return method === 'GET' ? list(objects, query, { pageSize, lie }) : { status: 200 };
    const object = objects.get(key);
    switch (method) {
      case 'PUT':
        if (!isWhole(headers, body)) return fault(400, 'BadDigest');
        if (headers['if-none-match'] && lie === 'refuses_condition') return fault(501, 'NotImplemented');
        if (headers['if-none-match'] === '*' && object && lie !== 'no_condition')
          return fault(412, 'PreconditionFailed');
        if (lie !== 'forgets') {
          objects.set(key, {
            body: lie === 'shortens' ? body.subarray(0, body.length / 2) : body,
            changedAt: new Date(),
          });
          await onArrival();
        }
        if (lie === 'fails_after') return fault(500, 'InternalError');
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
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    calls.push(`${method} ${url}`);
    const place = placeOf(url);
    const call = place.query.has('list-type')
      ? { method: 'LIST', path: place.query.get('prefix') ?? '' }
      : { method, path: place.key };
    if ((await strike('before', call.path, call.method)) === 'lost') return void request.socket.destroy();
    const lie = lieFor(call.method, call.path);
    if (lie === 'silent') return;
    if (lie === 'reset') return void request.socket.destroy();
    const { status, headers = {}, body: content = '' } = await answer(request, place, body, lie);
    await strike('done', call.path, call.method);
    if (lie === 'loses_answer') return void request.socket.destroy();
    response.on('finish', () => strike('answered', call.path, call.method));
    const bytes = Buffer.from(content);
    response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }) });
    if (method === 'HEAD') return void response.end();
    if ((lie !== 'cut_off' && lie !== 'stuck') || status >= 300) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => lie === 'cut_off' && request.socket.destroy());
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    objects,
    calls,
    lie: (...lies) => void planned.push(...lies.map((lie) => ({ lie, method: liesOf[lie] }))),
    lieAt: (call, lie) => void planned.push({ ...call, lie }),
    isPlanned: () => planned.length > 0,
    onStrike: (given) => void (strike = given),
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

/** Where a call goes. */
interface Place {
  /** The bucket that it names. */
  named: string | undefined;
  key: string;
  query: URLSearchParams;
}

function placeOf(url: string): Place {
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  const [, named, ...rest] = pathname.split('/').map(decodeURIComponent);
  return { named, key: rest.join('/'), query: searchParams };
}
