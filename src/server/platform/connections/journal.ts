import type { Core } from '../core.ts';
import { sql } from '../db/sql.ts';
import type { JournalEntry } from './guarded-fetch.ts';

/** A call is made whether or not its row can be written: the provider may have done what was asked. */
export async function noteCall(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  connectionId: string,
  { purpose, ref, method, host, path, status, failure, durationMs }: JournalEntry,
): Promise<void> {
  try {
    await db.run(sql`
      insert into connection_call (connection_id, purpose, ref, method, host, path, status, failure, duration_ms, at)
      values (${connectionId}, ${purpose}, ${ref}, ${method}, ${host}, ${path}, ${status}, ${failure}, ${durationMs}, ${clock.now()})`);
  } catch (error) {
    log.error({ err: error, connection: connectionId }, 'a call to a provider was not noted');
  }
}
