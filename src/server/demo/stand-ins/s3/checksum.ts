import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';

const digest = (algorithm: string) => (body: Buffer) => createHash(algorithm).update(body).digest();

const checks: Record<string, (body: Buffer) => Buffer> = {
  'content-md5': digest('md5'),
  'x-amz-checksum-sha256': digest('sha256'),
  'x-amz-checksum-sha1': digest('sha1'),
  'x-amz-checksum-crc32'(body) {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return sum;
  },
};

/** Whether every checksum that came with a body is that of the body. */
export const isWhole = (headers: IncomingHttpHeaders, body: Buffer): boolean =>
  Object.entries(checks).every(([name, sum]) => {
    const sent = headers[name];
    return sent === undefined || sent === sum(body).toString('base64');
  });
