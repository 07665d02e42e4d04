import { tierNames, type TierName } from '#contract/portfolio/tier-names.ts';

/**
 * The applications that take part, by number, the lowest first. One array per column, so that a thread takes them over
 * without copying. Counts are shares.
 */
export interface Book {
  numbers: BigInt64Array<ArrayBuffer>;
  /** Index in `tierNames`. */
  tiers: Uint8Array<ArrayBuffer>;
  /** Hundredths. */
  weights: Int32Array<ArrayBuffer>;
  requested: Int32Array<ArrayBuffer>;
  /** 1 where the final price is within the limit. */
  limitMet: Uint8Array<ArrayBuffer>;
  counted: Int32Array<ArrayBuffer>;
  /** 32 bytes each; empty where the draw is by application number. */
  secrets: Uint8Array<ArrayBuffer>;
}

/** One application of the book. */
export interface BookRow {
  number: bigint;
  tier: TierName;
  weight: number;
  requested: number;
  limitMet: boolean;
  counted: number;
}

export const secretBytes = 32;

export function emptyBook(applications: number, withSecrets = false): Book {
  return {
    numbers: new BigInt64Array(applications),
    tiers: new Uint8Array(applications),
    weights: new Int32Array(applications),
    requested: new Int32Array(applications),
    limitMet: new Uint8Array(applications),
    counted: new Int32Array(applications),
    secrets: new Uint8Array(withSecrets ? applications * secretBytes : 0),
  };
}

export function fillRow(book: Book, at: number, row: BookRow): void {
  book.numbers[at] = row.number;
  book.tiers[at] = tierNames.indexOf(row.tier);
  book.weights[at] = row.weight;
  book.requested[at] = row.requested;
  book.limitMet[at] = row.limitMet ? 1 : 0;
  book.counted[at] = row.counted;
}

/** The secret of the application at this index, in hex. */
export const secretAt = ({ secrets }: Book, at: number): string =>
  Buffer.from(secrets.buffer, at * secretBytes, secretBytes).toString('hex');

/** The tier of the application at this index. */
export const tierAt = ({ tiers }: Book, at: number): TierName => tierNames[tiers[at] ?? 0] ?? 'standard';
