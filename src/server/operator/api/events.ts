import type { PublicEvent } from '#contract/operator/event-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { mayBeGone, refuseGonePlace } from '#server/platform/lists/place.ts';
import { showEvent, type EventRow } from '../webhooks/event-row.ts';

interface Query {
  after: string;
  limit: number;
  type?: PublicEvent | undefined;
}

/** @throws Refusal `operator.place_ahead` where the event at this place is gone */
export const refuseGoneEvent = ({ db }: App, place: string): Promise<void> =>
  refuseGonePlace(db, place, {
    table: sql`operator_event`,
    number: sql`seq`,
    last: sql`pg_sequence_last_value('operator_event_seq_seq')`,
  });

/**
 * What happened after a place in the list, in its order. The cursor of an empty page is the one that was sent.
 * @throws Refusal `operator.place_ahead` after an event that is gone
 */
export async function readEvents(app: App, { after, limit, type }: Query) {
  const rows = await app.db.rows<EventRow>(sql`
    select seq, id, type, data, at from operator_event
    where seq > ${after}::bigint and not is_test and (${type ?? null}::text is null or type = ${type ?? null})
    order by seq limit ${limit}`);
  if (mayBeGone(after, rows[0]?.seq)) await refuseGoneEvent(app, after);
  return { data: rows.map(showEvent), next_cursor: String(rows.at(-1)?.seq ?? after) };
}
