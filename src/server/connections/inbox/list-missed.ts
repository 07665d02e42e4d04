import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type { Changes } from '#server/platform/connections/ports/payments.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { StoreEvents } from './store-events.ts';

const pauseMs = 3_600_000;
/** After an attempt that failed; each further one doubles it. */
const retryMs = 60_000;
const longestRetryMs = 6 * 3_600_000;
/** While a list is under way, no other instance begins the same. It also is the wait after a process has died. */
const leaseMs = 600_000;
/** Turns of one connection in a run, so that none holds up the others, whatever it says; the rest follows after a pause. */
const turnsAtOnce = 40;
const restMs = 60_000;
/** What one statement stores. */
const batch = 500;

interface Turn {
  cursor: string | null;
  failures: number;
}

/**
 * Asks providers once an hour what happened, also those that are turned off: what was paid there may be disputed for months. An
 * event whose call was lost is handled as any other; one that came is there already. What was missed for longer is listed
 * in parts, each as a turn of its own.
 */
export async function listMissed(app: App, store: StoreEvents): Promise<void> {
  const failures: unknown[] = [];
  for (const connection of await app.connections.openUsed('payments')) {
    if (!connection.port.changes) continue;
    for (let left = turnsAtOnce - 1; left >= 0; left -= 1) {
      const turn = await claim(app, connection);
      if (!turn) break;
      await list(app, store, connection, turn, left > 0 ? 0 : restMs).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Takes the turn to list, so that two at once do not. */
function claim({ db, clock }: App, { id }: OpenConnection): Promise<Turn | undefined> {
  const at = clock.now();
  const next = new Date(at.getTime() + leaseMs);
  return db.maybeOne<Turn>(sql`
    insert into provider_sweep (connection_id, next_at) values (${id}, ${next})
    on conflict (connection_id) do update set next_at = excluded.next_at where provider_sweep.next_at <= ${at}
    returning cursor, failures`);
}

/** @param moreMs until the next turn, when there is more */
async function list(
  app: App,
  store: StoreEvents,
  connection: OpenConnection<'payments'>,
  turn: Turn,
  moreMs: number,
): Promise<void> {
  const { db, clock, log } = app;
  const { id, port } = connection;
  const listed: Outcome<Changes> | undefined = await port.changes?.(turn.cursor);
  const at = clock.now();
  const later = (ms: number) => new Date(at.getTime() + ms);
  if (listed?.kind !== 'done') {
    log.warn(
      { connection: id, outcome: listed, failures: turn.failures + 1 },
      'the events of a provider were not listed',
    );
    const next = later(Math.min(retryMs * 2 ** turn.failures, longestRetryMs));
    const failure = (listed?.kind === 'refused' ? listed.code : (listed?.detail ?? '')).slice(0, 200);
    await db.run(sql`
      update provider_sweep set next_at = ${next}, failures = failures + 1,
        failing_since = coalesce(failing_since, ${at}), failed_at = ${at}, failure = ${failure}
      where connection_id = ${id}`);
    return;
  }
  const { events, cursor, hasMore } = listed.value;
  for (let start = 0; start < events.length; start += batch)
    await store({
      connectionId: id,
      signature: 'listed',
      headers: {},
      raw: Buffer.alloc(0),
      events: events.slice(start, start + batch),
    });
  await db.run(sql`
    update provider_sweep set cursor = ${cursor}, swept_at = ${at}, next_at = ${later(hasMore ? moreMs : pauseMs)},
      failures = 0, failing_since = null, failed_at = null, failure = null
    where connection_id = ${id}`);
}
