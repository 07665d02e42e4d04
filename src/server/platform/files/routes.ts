import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../refusal.ts';
import type { FileRow } from './file-row.ts';
import { openFile } from './open-file.ts';
import { filesData } from './own-data.ts';
import { removeFile, sweepFiles } from './remove-file.ts';
import { uploadFile } from './upload-file.ts';

/** Upload and download of files, for every module. */
export function serveFiles(app: App): void {
  // A body that is a file is not parsed, and only here is such a body accepted.
  void app.http.register(async (http) => {
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('application/octet-stream', (_request, _content, done) => done(null));
    handle({ ...app, http }, 'files.upload', async ({ me, query, request }) =>
      uploadFile(app, { ownerId: me.id, ...query }, contentOf(request)),
    );
  });
  handle(app, 'files.open', async ({ me, params, reply }) => {
    const { file, content } = await openFile(app, me, params.id);
    describeFile(reply, file);
    // The contract knows no stream, only what arrives.
    return content as unknown as string;
  });
  handle(app, 'files.remove', async ({ me, body }) => {
    await removeFile(app, me.id, body.id);
    return { status: 'ok' } as const;
  });
  app.personalData.add('files', filesData);
  app.jobs.every('platform.sweep_files', 3_600_000, () => sweepFiles(app), 1800);
}

/**
 * The bytes as they come. The connection stays whole when they are refused half-way, so that the refusal arrives.
 * @throws Refusal `http.malformed` when they end before they are all there
 */
async function* contentOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    for await (const part of raw.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } catch {
    throw refuse('http.malformed');
  }
}

/** Pictures are redrawn by us and may be shown; a document is only ever saved. Neither may be active. */
function describeFile(reply: FastifyReply, { name, type, size }: FileRow): void {
  const kind = type.startsWith('image/') ? 'inline' : 'attachment';
  const plain = name.replaceAll(/[^\w. -]/g, '_');
  reply
    .header('content-type', type)
    .header('content-length', String(size))
    .header('content-disposition', `${kind}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cache-control', 'private, no-store');
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
