import { createHash } from 'node:crypto';
import { readBasisFile } from '#contract/ipo/allotment/basis-file.ts';
import { emptyBook, fillRow, secretBytes } from './book.ts';
import { decide } from './decide.ts';
import { checkOfRow } from './row-check.ts';

/** The result of recomputing: equal, or the first difference. */
export type Recomputed =
  | { equal: true; applications: number; allotted: number; byHand: boolean }
  | { equal: false; difference: string };

/**
 * Recomputes an allotment from its published file alone: the seed must match the commitment, and the published method
 * must give each application what the file says. An allotment by hand can only be checked against the quota and the
 * requests.
 * @throws Error when the file is no basis of allotment, or a row is not as it was published; the error names the row
 */
export function recompute(file: string): Recomputed {
  const { facts, rows } = readBasisFile(file, checkOfRow);
  const { method, quota, lotSize, finalPrice, seed, commitment, hasSecrets } = facts;
  const differ = (difference: string): Recomputed => ({ equal: false, difference });
  if (createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex') !== commitment)
    return differ('the seed is not the one whose hash was published before the book closed');
  const disorder = rows.find((row, n) => n > 0 && BigInt(rows[n - 1]?.number ?? 0) >= BigInt(row.number));
  if (disorder) return differ(`application ${disorder.number} stands twice, or not in its order`);

  const book = emptyBook(rows.length, hasSecrets);
  rows.forEach((row, n) => {
    fillRow(book, n, { ...row, number: BigInt(row.number), weight: facts.weights[row.tier] });
    if (row.secret !== null) book.secrets.set(Buffer.from(row.secret, 'hex'), n * secretBytes);
  });
  const byHand = rows.map(({ number, allotted }) => `${number},${allotted}`).join('\n');
  const decision = decide(method, { quota, lotSize, finalPrice, seed }, book, byHand);
  if (!decision) return differ(`${method} could not serve all that counted`);

  // First, because other inputs give another draw.
  if (decision.inputsSha256 !== facts.inputsSha256) return differ('the inputs are not those whose hash the file names');
  const wrong = rows.findIndex(({ allotted }, n) => allotted !== decision.allotted[n]);
  const row = rows[wrong];
  if (row)
    return differ(
      `application ${row.number} got ${row.allotted} by the file and ${decision.allotted[wrong]} by the method`,
    );
  if (decision.resultSha256 !== facts.resultSha256)
    return differ('the result is not the one whose hash the file names');
  const allotted = rows.reduce((sum, { allotted }) => sum + allotted, 0);
  return { equal: true, applications: rows.length, allotted, byHand: method === 'manual' };
}
