import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Codes of the currencies that have a rate, in their order. In another one nothing is kept: it could be neither valued nor limited. */
export async function currenciesInUse(db: Queries): Promise<string[]> {
  const currencies = await db.rows<{ code: string }>(sql`select code from currency order by code`);
  return currencies.map(({ code }) => code);
}
