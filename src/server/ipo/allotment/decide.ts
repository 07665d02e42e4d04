import { createHash, createHmac } from 'node:crypto';
import { allot } from '#contract/ipo-allotment.ts';
import { readManualAllotment } from '#contract/ipo-manual-allotment.ts';
import type { AllotmentMethod } from '#contract/ipo-names.ts';
import { tierAt, type Book } from './book.ts';

/** What an allotment rests on besides its book. */
export interface Terms {
  /** Shares. */
  quota: number;
  lotSize: number;
  /** A decimal, as it is published. */
  finalPrice: string;
  /** 32 bytes in hex. */
  seed: string;
}

/** What each application got, in shares and in the order of the book, with the hashes that are published. */
export interface Decision {
  allotted: Int32Array<ArrayBuffer>;
  inputsSha256: string;
  resultSha256: string;
}

/**
 * Shares out the quota: the same terms and book give the same decision on any machine. Pure reckoning of about a second
 * for 100,000 applications.
 * @param manualCsv the decision of somebody else, for the method `manual`
 * @returns null where the method cannot serve all that it promises to
 */
export function decide(method: AllotmentMethod, terms: Terms, book: Book, manualCsv = ''): Decision | null {
  const allotted = method === 'manual' ? byHand(manualCsv, terms, book) : byMethod(method, terms, book);
  if (!allotted) return null;
  const { numbers } = book;
  return {
    allotted,
    inputsSha256: hashOfInputs(terms, book),
    resultSha256: hashOf([
      `${method},${terms.seed}`,
      ...Array.from(allotted, (shares, at) => `${numbers[at]},${shares}`),
    ]),
  };
}

function byMethod(
  method: Exclude<AllotmentMethod, 'manual'>,
  { quota, lotSize, seed }: Terms,
  book: Book,
): Int32Array<ArrayBuffer> | null {
  const places = placesInDraw(seed, book.numbers);
  const requests = Array.from(book.counted, (shares, at) => ({
    lots: Math.floor(shares / lotSize),
    weight: book.weights[at] ?? 0,
    place: places[at] ?? 0,
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
 * The draw: applications by HMAC-SHA-256 of their number under the seed, the lowest first. Whoever knows the seed can draw
 * again; who did not know it could not foresee where a number would stand.
 */
export function placesInDraw(seed: string, numbers: BigInt64Array): Int32Array {
  const key = Buffer.from(seed, 'hex');
  const draws = Array.from(numbers, (number, at) => ({
    at,
    draw: createHmac('sha256', key).update(String(number)).digest('hex'),
  }));
  draws.sort((a, b) => (a.draw < b.draw ? -1 : 1));
  const places = new Int32Array(numbers.length);
  draws.forEach(({ at }, place) => (places[at] = place));
  return places;
}

/** Says of which book something was reckoned; docs/ipo.md spells it. The seed is no part of it: it is not yet told. */
export function hashOfInputs({ quota, lotSize, finalPrice }: Terms, book: Book): string {
  const { numbers, weights, requested, limitMet, counted } = book;
  const rows = Array.from(numbers, (number, at) =>
    [number, tierAt(book, at), weights[at], requested[at], limitMet[at] ? 'yes' : 'no', counted[at]].join(','),
  );
  return hashOf([`${quota},${lotSize},${finalPrice}`, ...rows]);
}

const hashOf = (lines: string[]) =>
  createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
