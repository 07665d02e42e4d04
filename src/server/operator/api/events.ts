import type { PublicEvent } from '#contract/operator/event-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { showEvent, type EventRow } from '../webhooks/event-row.ts';

interface Query {
  after: string;
  limit: number;
  type?: PublicEvent | undefined;
}

/** What happened after a place in the list, in its order. The cursor of an empty page is the one that was sent. */
export async function readEvents({ db }: App, { after, limit, type }: Query) {
  const rows = await db.rows<EventRow>(sql`
    select seq, id, type, data, at from operator_event
    where seq > ${after}::bigint and not is_test and (${type ?? null}::text is null or type = ${type ?? null})
    order by seq limit ${limit}`);
  return { data: rows.map(showEvent), next_cursor: String(rows.at(-1)?.seq ?? after) };
}
