import type { EarlierMovement } from '#contract/imports/endpoints.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

const pageLength = 50;

/** What a client did in another system before coming here, the latest first. A cursor of another client's has no page after it. */
export async function readEarlier({ db }: App, clientId: string, { cursor }: { cursor?: string | undefined }) {
  const after =
    cursor === undefined
      ? sql``
      : sql`and (day, id) < (select day, id from imported_movement where id = ${cursor} and client_id = ${clientId})`;
  const found = await db.rows<Omit<EarlierMovement, 'amount'> & { amount: bigint }>(sql`
    select id, day::text as day, kind, currency, amount, outside_id as number, account_number, details
    from imported_movement where client_id = ${clientId} ${after} order by day desc, id desc limit ${pageLength + 1}`);
  const rows = found
    .slice(0, pageLength)
    .map(({ amount, ...row }): EarlierMovement => ({ ...row, amount: toDecimal(amount, row.currency) }));
  return { rows, next_cursor: found.length > pageLength ? (rows.at(-1)?.id ?? null) : null };
}
