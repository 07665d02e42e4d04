import { createHash, createHmac } from 'node:crypto';
import { allot } from '#contract/ipo/allotment.ts';
import {
  drawText,
  inputsText,
  ranksOf,
  resultText,
  secretsText,
  type AllotmentTerms,
  type InputRow,
} from '#contract/ipo/draw.ts';
import { readManualAllotment } from '#contract/ipo/allotment/manual-allotment.ts';
import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { secretAt, tierAt, type Book } from './book.ts';

/** The terms with the seed of the draw. */
export interface Terms extends AllotmentTerms {
  /** 32 bytes in hex. */
  seed: string;
}

/** What each application got, in shares and in the order of the book, with the published hashes. */
export interface Decision {
  allotted: Int32Array<ArrayBuffer>;
  inputsSha256: string;
  resultSha256: string;
}

/**
 * Distributes the quota: the same terms and book give the same decision on any machine. A pure computation of about a
 * second for 100,000 applications.
 * @param manualCsv the allotment by hand, for the method `manual`
 * @returns null where the method cannot serve all applications that it has to
 */
export function decide(method: AllotmentMethod, terms: Terms, book: Book, manualCsv = ''): Decision | null {
  const inputsSha256 = hashOfInputs(terms, book);
  const allotted = method === 'manual' ? byHand(manualCsv, terms, book) : byMethod(method, terms, book, inputsSha256);
  if (!allotted) return null;
  const rows = Array.from(book.numbers, (number, at) => ({ number, allotted: allotted[at] ?? 0 }));
  return { allotted, inputsSha256, resultSha256: sha256(resultText(method, terms.seed, rows)) };
}

function byMethod(
  method: Exclude<AllotmentMethod, 'manual'>,
  { quota, lotSize, seed }: Terms,
  book: Book,
  inputsSha256: string,
): Int32Array<ArrayBuffer> | null {
  const ranks = ranksInDraw(seed, book, inputsSha256);
  const requests = Array.from(book.counted, (shares, at) => ({
    lots: Math.floor(shares / lotSize),
    weight: book.weights[at] ?? 0,
    rank: ranks[at] ?? 0,
  }));
  const lots = allot(method, Math.floor(quota / lotSize), requests);
  return lots && Int32Array.from(lots, (each) => each * lotSize);
}

function byHand(csv: string, { quota, lotSize }: Terms, book: Book): Int32Array<ArrayBuffer> {
  const counted = new Map(Array.from(book.numbers, (number, at) => [String(number), book.counted[at] ?? 0]));
  const read = readManualAllotment(csv, { quota, lotSize, counted });
  if (!(read instanceof Map)) throw new Error(`the allotment by hand is wrong in line ${read.line}: ${read.fault}`);
  return Int32Array.from(book.numbers, (number) => read.get(String(number)) ?? 0);
}

/**
 * The draw: applicants by an HMAC-SHA-256 under the seed, the lowest first. It covers the frozen book and the secrets
 * of all applicants, so the order is unknown as long as the seed or one secret is. A book without secrets is drawn by
 * application number, which was the rule for offerings announced earlier.
 */
export function ranksInDraw(seed: string, book: Book, inputsSha256: string): Int32Array {
  const key = Buffer.from(seed, 'hex');
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  if (book.secrets.length === 0) return ranksOf(Array.from(book.numbers, (number) => hmac(String(number))));
  const rows = Array.from(book.numbers, (number, at) => ({ number, secret: secretAt(book, at) }));
  const secretsSha256 = sha256(secretsText(rows));
  return ranksOf(rows.map(({ secret }) => hmac(drawText(inputsSha256, secretsSha256, secret))));
}

/** The hash of the inputs of a computation; docs/ipo.md defines it. Seed and secrets are no part of it. */
export function hashOfInputs(terms: AllotmentTerms, book: Book): string {
  const { numbers, weights, requested, limitMet, counted } = book;
  const rows = Array.from(numbers, (number, at): InputRow => ({
    number,
    tier: tierAt(book, at),
    weight: weights[at] ?? 0,
    requested: requested[at] ?? 0,
    limitMet: limitMet[at] === 1,
    counted: counted[at] ?? 0,
  }));
  return sha256(inputsText(terms, rows));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
