import { readerOf } from '#server/platform/http/reader.ts';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportFormat } from '#contract/clients/own-data-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runQueued } from '#server/platform/files/work-queue.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { dataPdf } from './data-pdf.ts';
import { writeJson } from './write-json.ts';

interface DataCall {
  me: Person;
  id: string;
  format: ExportFormat;
  request: Pick<FastifyRequest, 'language' | 'me'>;
  reply: FastifyReply;
}

/**
 * Sends the export to the session that requested it, until it expires.
 * @throws Refusal `http.not_found`, `clients.data_over`
 */
export async function sendData(app: App, { me, id, format, request, reply }: DataCall): Promise<string> {
  const exportRequest = await app.db.maybeOne<{ expiresAt: Date }>(sql`
    select expires_at as "expiresAt" from data_export
    where id = ${id} and client_id = ${me.id} and session_id = ${me.sessionId}`);
  if (!exportRequest) throw notFound();
  if (exportRequest.expiresAt <= app.clock.now()) throw refuse('clients.data_over');
  await app.db.tx((tx) =>
    writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId: me.id,
      action: 'clients.download_data_export',
      details: { format },
    }),
  );
  const name = `data-${app.clock.now().toISOString().slice(0, 10)}.${format}`;
  if (format === 'pdf') {
    const content = await renderPdf(await dataPdf(app, me, readerOf(request)));
    return sendFile(reply, { name, type: 'application/pdf', content });
  }
  const packed = await runQueued(() => writeJson(app, me));
  sendFile(reply, { name, type: 'application/json; charset=utf-8', content: '' });
  // The contract describes the received body, not a stream.
  return Readable.from([packed]).pipe(createGunzip()) as unknown as string;
}
