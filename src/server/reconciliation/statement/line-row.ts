import { sql } from '#server/platform/db/sql.ts';
import { isMacOf, macOf, type Secrets } from '#server/platform/secrets/token.ts';

/** What a file says of one booked entry. `amountMinor` is negative for money that went out. */
export interface StatementEntry {
  number: number;
  /** Of what identifies the entry, so that another file with it is noticed. */
  key: Buffer;
  /** As `2026-03-02`. */
  on: string;
  currency: string;
  amountMinor: bigint;
  /** The operator's own account; empty where the file has none. */
  account: string;
  /** The account on which it arrived, where the bank states one for the entry. */
  receiver: string | null;
  reference: string;
  endToEndId: string | null;
  name: string | null;
  /** Of the payer, where the file names it. */
  payerAccount: string | null;
  bankReference: string | null;
  isReversal: boolean;
  isReturned: boolean;
}

/** In whose name a statement was uploaded, and whether its lines may be credited in it. */
export interface StatementTerms {
  runId: string;
  uploaderId: string;
  credits: boolean;
}

/** A line decides about money, so it counts only as the file had it and with the terms of its upload. */
const covered = ({ runId, uploaderId, credits }: StatementTerms, line: StatementEntry): string =>
  JSON.stringify([
    runId,
    uploaderId,
    credits,
    line.number,
    line.key.toString('hex'),
    line.on,
    line.currency,
    String(line.amountMinor),
    line.account,
    line.reference,
    line.endToEndId,
    line.name,
    line.bankReference,
    line.isReversal,
    line.isReturned,
    ...(line.receiver === null ? [] : [line.receiver]),
    ...(line.payerAccount === null ? [] : [{ payer: line.payerAccount }]),
  ]);

export const macOfLine = ({ appSecret }: Secrets, terms: StatementTerms, line: StatementEntry): Buffer =>
  macOf(appSecret, 'statement_line', covered(terms, line));

export const isAsRead = (secrets: Secrets, terms: StatementTerms, line: StatementEntry & { mac: Buffer }): boolean =>
  isMacOf(secrets, 'statement_line', covered(terms, line), line.mac);

/** Whether a line stands for payment `p`. */
export const isTaken = sql`
  exists (select from statement_line t where t.payment_id = p.id and t.result in ('credited', 'waiting', 'matched'))`;

/** Staff book some days before or after the bank does. */
export const daysApart = 10;
