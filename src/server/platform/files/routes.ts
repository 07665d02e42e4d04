import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { handle } from '../http/handle.ts';
import { handleBytes } from './handle-bytes.ts';
import type { FileRow } from './file-row.ts';
import { openFile } from './open-file.ts';
import { filesData } from './own-data.ts';
import { requireOwnBucket } from './storage/own-bucket.ts';
import { removeFile, sweepFiles, sweepStore } from './remove-file.ts';
import { uploadFile } from './upload-file.ts';

/** Upload and download of files, for every module. */
export function serveFiles(app: App): void {
  handleBytes(app, 'files.upload', ({ me, query }, content) => uploadFile(app, { ownerId: me.id, ...query }, content));
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
  openBucket(app);
  app.jobs.every('platform.sweep_files', 3_600_000, () => sweepFiles(app), 1800);
}

/**
 * A bucket that cannot be used is said at once, but the rest of the product does not wait for it. Next to a bucket each
 * instance may have a disk of its own, where a crash leaves uploads that no other instance sees.
 */
function openBucket(app: App): void {
  const { db, http, log } = app;
  const { bucket, incoming, present } = app.files;
  if (!bucket) return;
  http.addHook('onListen', async () => {
    const failed = (error: Error) =>
      log.error({ reason: error.message }, 'the bucket of uploaded files cannot be used');
    const notOurs = (error: Error) =>
      log.error({ reason: error.message }, 'nothing is removed from the bucket of uploaded files');
    void bucket.check().then(() => requireOwnBucket(db, bucket).catch(notOurs), failed);
    if (present === bucket)
      void sweepStore(app, incoming).catch((error: Error) => log.warn({ reason: error.message }, 'old uploads stay'));
  });
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
