import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { StoredFile } from '#contract/kernel/files.ts';
import { headersOf, type Browser } from '../browser.ts';
import type { RefusalBody, TestServer } from '../server.ts';

interface UploadOptions {
  name?: string;
  purpose?: string;
  headers?: Record<string, string>;
}

/** Sends bytes as a file, as the upload control does. */
export async function upload(
  server: TestServer,
  as: Browser,
  content: Uint8Array,
  { name = 'receipt', purpose = 'payment_proof', headers = {} }: UploadOptions = {},
): Promise<{ status: number; file: StoredFile; refusal: RefusalBody }> {
  const path = `/api/files?${new URLSearchParams({ purpose, name }).toString()}`;
  const { status, body, refusal } = await sendBytes(server, as, path, content, headers);
  return { status, file: body as StoredFile, refusal };
}

/** Sends bytes as the whole body of a call. */
export async function sendBytes(
  server: TestServer,
  as: Browser,
  path: string,
  content: Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; refusal: RefusalBody }> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { ...headersOf(as), 'content-type': 'application/octet-stream', ...headers },
    body: content as Uint8Array<ArrayBuffer>,
  });
  const body: unknown = await response.json();
  return { status: response.status, body, refusal: body as RefusalBody };
}

/** Reads a file back as its bytes; `content` is the refusal's when there is one. */
export async function openedBy(
  server: Pick<TestServer, 'url'>,
  as: Browser,
  id: string,
): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(`${server.url}/api/files/${id}`, { headers: headersOf(as) });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** Every file that lies in the installation's folder, whole or not. */
export async function storedOnDisk({ config }: TestServer): Promise<string[]> {
  const found = await readdir(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A picture that is easy to distinguish from another. */
export function picture(width = 40, height = 30): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

export const png = (): Promise<Buffer> => picture().png().toBuffer();

/** A small PDF of one empty page. `objects` are written into it as they stand, `catalog` into its root. */
export function pdf({ objects = '', catalog = '', trailer = '', version = '1.7' } = {}): Buffer {
  const body = [
    `%PDF-${version}\n%âãÏÓ\n`,
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>\nendobj\n',
    objects,
  ].join('');
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 4 /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
