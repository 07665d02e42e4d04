import { readerOf } from '#server/platform/http/reader.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statementLimits, type StatementFormat } from '#contract/wallets/names.ts';
import type { App } from '#server/platform/app.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { statementWords } from '#server/wallets/statement-words.ts';
import { historyCsv, historyPdf } from './history-files.ts';
import { readLines, readTotals, type HistoryQuery } from './lines.ts';

interface HistoryCall {
  me: Person;
  body: HistoryQuery & { format: StatementFormat };
  request: Pick<FastifyRequest, 'language' | 'me'>;
  reply: FastifyReply;
}

/** More than any client's history has; only a bound. */
const csvRows = 100_000;

/** The history as a file, in the caller's language. @throws Refusal `ipo.history_length` for a PDF of too many lines */
export async function sendHistory(app: App, { me, body, request, reply }: HistoryCall): Promise<string> {
  const { format, ...query } = body;
  const max = format === 'pdf' ? statementLimits.pdfRows : csvRows;
  const { lines, totals } = await app.db.snapshot(async (tx) => ({
    lines: await readLines(tx, me.id, query, { limit: max + 1 }),
    totals: await readTotals(tx, me.id, query),
  }));
  if (lines.length > max) throw refuse('ipo.history_length', { max });
  const words = statementWords(app, readerOf(request));
  const issuedAt = app.clock.now();
  const name = `ipo-history-${issuedAt.toISOString().slice(0, 10)}.${format}`;
  if (format === 'csv')
    return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content: historyCsv(lines, words) });
  const head = {
    language: request.language,
    issuer: await letterheadOf(app, me, request.language),
    client: me.fullName,
    issuedAt,
    from: query.from,
    to: query.to,
  };
  const content = await renderPdf(historyPdf({ lines, totals }, head, words));
  return sendFile(reply, { name, type: 'application/pdf', content });
}
