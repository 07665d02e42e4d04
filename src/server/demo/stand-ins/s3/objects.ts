import { createHash } from 'node:crypto';

export interface StoredObject {
  body: Buffer;
  changedAt: Date;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

export const fault = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});

/** An object, or the part of it that `range` names. */
export function read({ body, changedAt }: StoredObject, range: string | undefined): Answer {
  const headers = { etag: etagOf(body), 'last-modified': changedAt.toUTCString(), 'accept-ranges': 'bytes' };
  const found = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!found) return { status: 200, headers, body };
  const from = Number(found[1]);
  const to = Math.min(found[2] ? Number(found[2]) : Infinity, body.length - 1);
  if (from > to) return fault(416, 'InvalidRange');
  const part = { ...headers, 'content-range': `bytes ${from}-${to}/${body.length}` };
  return { status: 206, headers: part, body: body.subarray(from, to + 1) };
}

interface Listing {
  /** The most names in one answer. */
  pageSize: number;
  lie: string | undefined;
}

/** A page of the list of objects, version 2. */
export function list(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  { pageSize, lie }: Listing,
): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const max = Math.min(Number(query.get('max-keys') ?? 1000), pageSize);
  const newest = lie === 'hides_newest' ? [...objects.keys()].findLast((key) => key.startsWith(prefix)) : undefined;
  const left = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after && key !== newest)
    .toSorted(([one], [two]) => (one < two ? -1 : 1));
  const page = left.slice(0, max);
  const named = lie === 'repeats' ? [...page, ...page] : page;
  const entries = named.map(
    ([key, { body, changedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><ETag>${etagOf(body).replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const more = left.length > page.length;
  const token = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${max}</MaxKeys><IsTruncated>${more}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`,
  };
}
