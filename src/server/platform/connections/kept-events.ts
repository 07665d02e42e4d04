import type { Core } from '../core.ts';
import { sql } from '../db/sql.ts';
import { decryptBody } from './event-body.ts';

/** By our reference, or by the object at the provider. */
export type EventsAbout = { ref: string } | { subject: string };

/** More than any object has. */
const most = 1000;

/** What a connection's provider has signed and the inbox has kept about something, in the order in which it came. */
export async function readKeptEvents(
  { db, config }: Pick<Core, 'db' | 'config'>,
  connectionId: string,
  about: EventsAbout,
): Promise<Buffer[]> {
  const isAbout = 'ref' in about ? sql`e.ref = ${about.ref}` : sql`e.subject = ${about.subject}`;
  const rows = await db.rows<{ eventId: string; body: Buffer }>(sql`
    select e.event_id as "eventId", e.body from inbox_event e
    where e.connection_id = ${connectionId} and ${isAbout} order by e.id limit ${most}`);
  return rows.map(({ eventId, body }) => decryptBody({ config }, connectionId, eventId, body));
}
