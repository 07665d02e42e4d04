import { readerOf } from '#server/platform/http/reader.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statementLimits, type StatementFormat } from '#contract/wallets/names.ts';
import type { App } from '#server/platform/app.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { daysIn } from '#server/wallets/days.ts';
import { statementWords } from '#server/wallets/statement-words.ts';
import { readStatement } from './read.ts';
import { statementCsv, statementPdf } from './files.ts';

interface StatementCall {
  me: Person;
  query: { from: string; to: string; format: StatementFormat };
  request: Pick<FastifyRequest, 'language' | 'me'>;
  reply: FastifyReply;
}

/**
 * A statement over everything as a file, in the caller's language.
 * @throws Refusal on `to`: `wallets.period`
 */
export async function sendStatement(app: App, { me, query, request, reply }: StatementCall): Promise<string> {
  const { from, to, format } = query;
  const days = daysIn(from, to);
  if (days < 1 || days > statementLimits.days) throw refuseField('to', 'wallets.period', { max: statementLimits.days });
  const now = app.clock.now();
  const statement = await app.db.snapshot((tx) => readStatement(tx, me.id, { from, to, now }));
  const words = statementWords(app, readerOf(request));
  const name = `portfolio-${from}-${to}.${format}`;
  if (format === 'csv')
    return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content: statementCsv(statement, words) });
  const head = {
    language: request.language,
    issuer: await letterheadOf(app, me, request.language),
    client: me.fullName,
    issuedAt: now,
  };
  return sendFile(reply, {
    name,
    type: 'application/pdf',
    content: await renderPdf(statementPdf(statement, head, words)),
  });
}
