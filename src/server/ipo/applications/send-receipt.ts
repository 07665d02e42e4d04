import { readerOf } from '#server/platform/http/reader.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApplicationState } from '#contract/ipo/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Letterhead, PdfDocument, PdfFact } from '#server/platform/pdf/document.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import type { Person } from '#server/platform/session/session.ts';
import { statementWords, type StatementWords } from '#server/wallets/statement-words.ts';
import { numberOf, type Applied } from './application-row.ts';
import { findApplied } from './own-application.ts';
import { percentOf } from '../percent.ts';

interface ReceiptCall {
  me: Person;
  body: { application_id: string };
  request: Pick<FastifyRequest, 'language' | 'me'>;
  reply: FastifyReply;
}

interface StatusChange {
  state: ApplicationState;
  quantity: number;
  byKind: 'client' | 'staff' | 'system';
  at: Date;
}

/**
 * The receipt of the caller's application, in their language: the request, what was shown and agreed to, and what has
 * happened.
 * @throws Refusal `http.not_found`
 */
export async function sendReceipt(app: App, { me, body, request, reply }: ReceiptCall): Promise<string> {
  const { applied, steps } = await app.db.snapshot(async (tx) => {
    const applied = await findApplied(tx, me, body.application_id);
    const steps = await tx.rows<StatusChange>(sql`
      select state, quantity, by_kind as "byKind", at from ipo_application_status_history
      where application_id = ${applied.applicationId} order by at, id`);
    return { applied, steps };
  });
  const words = statementWords(app, readerOf(request));
  const head = {
    language: request.language,
    issuer: await letterheadOf(app, me, request.language),
    client: me.fullName,
    issuedAt: app.clock.now(),
  };
  const content = await renderPdf(receiptPdf(applied, steps, head, words));
  return sendFile(reply, { name: `${numberOf(applied.number)}.pdf`, type: 'application/pdf', content });
}

interface ReceiptHead {
  language: Language;
  issuer: Letterhead;
  client: string;
  issuedAt: Date;
}

function receiptPdf(
  applied: Applied,
  steps: readonly StatusChange[],
  head: ReceiptHead,
  words: StatementWords,
): PdfDocument {
  const { text, time, number } = words;
  return {
    language: head.language,
    issuer: head.issuer,
    title: text('ipo.receipt_title', { number: numberOf(applied.number) }),
    facts: [
      { term: text('wallets.statement_client'), details: head.client },
      { term: text('wallets.statement_issued'), details: time(head.issuedAt) },
      ...factsOfRequest(applied, words),
      ...factsOfAgreement(applied, words),
      ...factsOfSettlement(applied, words),
    ],
    tables: [
      {
        columns: [
          { header: text('wallets.statement_time_utc'), width: 30 },
          { header: text('ipo.state'), width: 30 },
          { header: text('ipo.by_whom'), width: 25 },
          { header: text('ipo.number_of_shares'), width: 15, numeric: true },
        ],
        rows: steps.map(({ state, quantity, byKind, at }) => ({
          cells: [time(at), text(`ipo.application_${state}`), text(`ipo.by_${byKind}`), number(quantity)].map(
            (text) => ({
              text,
            }),
          ),
        })),
      },
    ],
    notes: [text('ipo.consent_unrestricted'), text('ipo.receipt_note')],
  };
}

function factsOfRequest(applied: Applied, { text, time, money, number }: StatementWords): PdfFact[] {
  const { issuer, ticker, isin, exchange, limitPriceMinor: limit, createdAt, quantity } = applied;
  const price = limit === null ? text('ipo.price_any') : text('ipo.max', { price: money(limit, applied.currency) });
  return [
    { term: text('ipo.offering'), details: text('ipo.issuer_named', { issuer, ticker }) },
    { term: text('ipo.exchange'), details: exchange },
    ...(isin === null ? [] : [{ term: text('ipo.isin'), details: isin }]),
    { term: text('ipo.applied_at'), details: time(createdAt) },
    { term: text('ipo.number_of_shares'), details: number(quantity) },
    { term: text('ipo.price_type'), details: price },
  ];
}

function factsOfAgreement(applied: Applied, { text, percent, money }: StatementWords): PdfFact[] {
  const amount = (minor: bigint) => money(minor, applied.currency);
  const [low, high] = [amount(applied.priceLowSeenMinor), amount(applied.priceHighSeenMinor)];
  const version = (version: number) => text('ipo.version', { version: String(version) });
  return [
    { term: text('ipo.range_seen'), details: low === high ? low : text('ipo.range', { low, high }) },
    ...(applied.prospectusVersion > 0
      ? [{ term: text('ipo.prospectus'), details: version(applied.prospectusVersion) }]
      : []),
    { term: text('ipo.risk_disclosure'), details: version(applied.agreedDisclosureVersion) },
    { term: text('ipo.fee_in'), details: percent(percentOf(applied.ownFeeInBps)) },
    { term: text('ipo.input_feeInMinimum'), details: amount(applied.ownFeeInMinMinor) },
    { term: text('ipo.input_feeInFixed'), details: amount(applied.ownFeeFixedMinor) },
    { term: text('ipo.held'), details: amount(applied.heldMinor) },
    ...(applied.drawCommitment === null
      ? []
      : [{ term: text('ipo.draw_commitment'), details: applied.drawCommitment }]),
  ];
}

/** Nothing before it is settled or has ended. */
function factsOfSettlement(applied: Applied, { text, money, number }: StatementWords): PdfFact[] {
  const amount = (minor: bigint) => money(minor, applied.currency);
  const { allottedQuantity, costMinor, feeMinor, releasedMinor } = applied;
  return [
    ...(allottedQuantity === null ? [] : [{ term: text('ipo.allotted'), details: number(allottedQuantity) }]),
    ...(costMinor === null ? [] : [{ term: text('ipo.cost'), details: amount(costMinor) }]),
    ...(feeMinor === null ? [] : [{ term: text('ipo.fees'), details: amount(feeMinor) }]),
    ...(releasedMinor === null ? [] : [{ term: text('ipo.refund'), details: amount(releasedMinor) }]),
  ];
}
