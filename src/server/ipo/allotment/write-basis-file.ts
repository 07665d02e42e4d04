import { basisHead, basisLines, type BasisRow } from '#contract/ipo/allotment/basis-file.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readPublished } from './read-basis.ts';
import { checkOfRow } from './row-check.ts';

/** Read in pages, and the server handles other requests between them. */
const pageSize = 5_000;

/**
 * The published file of an allotment: inputs and result by application number, from which it can be recomputed.
 * @throws Refusal `http.not_found`
 */
export async function writeBasisFile({ db }: Pick<App, 'db'>, offeringId: string): Promise<FileResponse> {
  const of = await readPublished(db, offeringId);
  const pages = [
    basisHead({
      ...of,
      quota: Number(of.quota),
      finalPrice: toDecimal(of.finalPriceMinor, of.currency),
      commitment: of.commitment.toString('hex'),
      seed: of.seed.toString('hex'),
      inputsSha256: of.inputsSha256.toString('hex'),
      resultSha256: of.resultSha256.toString('hex'),
    }),
  ];
  for (let after = '0'; ;) {
    const rows = await db.rows<BasisRow>(sql`
      select number::text, tier, requested, limit_met as "limitMet", counted, allotted, encode(secret, 'hex') as secret from ipo_allotment_entry
      where offering_id = ${offeringId} and number > ${after} order by ipo_allotment_entry.number limit ${pageSize}`);
    const last = rows.at(-1);
    if (!last) break;
    pages.push(basisLines(rows, checkOfRow));
    after = last.number;
  }
  return { name: `basis-${of.ticker.toLowerCase()}.csv`, type: 'text/csv; charset=utf-8', content: pages.join('') };
}
