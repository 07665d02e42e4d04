import { readerOf } from '#server/platform/http/reader.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statementLimits, type StatementFormat } from '#contract/wallets/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { daysIn } from '../days.ts';
import { ownWallet } from '../own-wallet.ts';
import { readStatement } from './read.ts';
import { statementCsv } from './csv.ts';
import { statementPdf } from './pdf.ts';
import { statementWords } from '../statement-words.ts';
import { readWallets } from '../wallets.ts';

interface StatementCall {
  me: Person;
  params: { wallet_id: string };
  query: { from: string; to: string; format: StatementFormat };
  request: Pick<FastifyRequest, 'language' | 'me'>;
  reply: FastifyReply;
}

/**
 * A statement as a file, in the language of the asker.
 * @throws Refusal `http.not_found`; on `to`: `wallets.period`; `wallets.statement_length` for a PDF of too many rows
 */
export async function sendStatement(app: App, { me, params, query, request, reply }: StatementCall): Promise<string> {
  const { from, to, format } = query;
  const statement = await app.db.snapshot(async (tx) => {
    const wallet = await ownWallet(tx, me.id, params.wallet_id);
    const days = daysIn(from, to);
    if (days < 1 || days > statementLimits.days)
      throw refuseField('to', 'wallets.period', { max: statementLimits.days });
    return readStatement(tx, wallet, from, to);
  });
  const words = statementWords(app, readerOf(request));
  const name = `statement-${statement.wallet.currency}-${from}-${to}.${format}`;
  if (format === 'csv') {
    return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content: statementCsv(statement, words) });
  }
  const max = statementLimits.pdfRows;
  if (statement.rows.length > max) throw refuse('wallets.statement_length', { max });
  const [wallet] = await readWallets(app, request.language, sql`w.id = ${statement.wallet.id}`);
  const head = {
    language: request.language,
    issuer: await letterheadOf(app, me, request.language),
    client: me.fullName,
    walletName: wallet?.name ?? '',
    issuedAt: app.clock.now(),
  };
  const content = await renderPdf(statementPdf(statement, head, words));
  return sendFile(reply, { name, type: 'application/pdf', content });
}
