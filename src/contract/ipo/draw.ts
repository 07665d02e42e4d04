import type { AllotmentMethod } from './names.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';

// What is hashed for an allotment, as text. The server, the command line and the browser bring their own SHA-256 and HMAC.
// docs/ipo.md spells out each line.

/** The inputs of an allotment besides its book. */
export interface AllotmentTerms {
  /** Shares. */
  quota: number;
  lotSize: number;
  /** A decimal, as it is published. */
  finalPrice: string;
}

/** One application of the frozen book, in shares; the weight in hundredths. */
export interface InputRow {
  number: bigint | string;
  tier: TierName;
  weight: number;
  requested: number;
  limitMet: boolean;
  counted: number;
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Its SHA-256 identifies the frozen book. It holds no secret, so it may be known before the draw. */
export function inputsText({ quota, lotSize, finalPrice }: AllotmentTerms, rows: readonly InputRow[]): string {
  const lines = rows.map(({ number, tier, weight, requested, limitMet, counted }) =>
    [number, tier, weight, requested, limitMet ? 'yes' : 'no', counted].join(','),
  );
  return textOf([`${quota},${lotSize},${finalPrice}`, ...lines]);
}

/** Its SHA-256 holds the secrets of all applicants: one of them that is unknown makes the whole draw unknown. */
export const secretsText = (rows: readonly { number: bigint | string; secret: string }[]): string =>
  textOf(rows.map(({ number, secret }) => `${number},${secret}`));

/** The HMAC of it under the seed gives an applicant's position in the draw. */
export const drawText = (inputsSha256: string, secretsSha256: string, secret: string): string =>
  `${inputsSha256},${secretsSha256},${secret}`;

/** Its SHA-256 identifies the result. */
export const resultText = (
  method: AllotmentMethod,
  seed: string,
  rows: readonly { number: bigint | string; allotted: number }[],
): string => textOf([`${method},${seed}`, ...rows.map(({ number, allotted }) => `${number},${allotted}`)]);

/** The places of draws in hex, from 0 on: the lowest first, equal ones in the order of the book. */
export function ranksOf(draws: readonly string[]): Int32Array {
  const order = draws.map((draw, at) => ({ draw, at }));
  order.sort((a, b) => (a.draw === b.draw ? a.at - b.at : a.draw < b.draw ? -1 : 1));
  const ranks = new Int32Array(draws.length);
  order.forEach(({ at }, rank) => (ranks[at] = rank));
  return ranks;
}
