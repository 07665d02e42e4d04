import type { Core } from '../core.ts';
import { sql } from '../db/sql.ts';
import type { JournalEntry } from './guarded-fetch.ts';

const daysKept = 30;

/** A call is made whether or not its row can be written: the provider may have done what was asked. */
export async function noteCall(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  connectionId: string,
  { purpose, ref, method, host, path, status, failure, expected, durationMs }: JournalEntry,
): Promise<void> {
  try {
    await db.run(sql`
      insert into connection_call (connection_id, purpose, ref, method, host, path, status, failure, expected, duration_ms, at)
      values (${connectionId}, ${purpose}, ${ref}, ${method}, ${host}, ${path}, ${status}, ${failure}, ${expected}, ${durationMs}, ${clock.now()})`);
  } catch (error) {
    log.error({ err: error, connection: connectionId }, 'a call to a provider was not noted');
  }
}

/** Deletes rows of the journal that are too old. */
export async function purgeCalls({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - daysKept * 86_400_000);
  await db.run(sql`delete from connection_call where at < ${oldest}`);
}
