import type { Queries, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { refuse } from '../refusal.ts';
import { isGenuine, type Witness } from '../secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '../secrets/row-macs.ts';

/**
 * Whether a hit of the screening pauses the payments of a client. A decision that was written past the program does not
 * count.
 */
export async function arePaymentsPaused(world: Witness, db: Queries, clientId: string): Promise<boolean> {
  return (await pausedAmong(world, db, [clientId])).has(clientId);
}

/** The same for several. */
export async function pausedAmong(world: Witness, db: Queries, clientIds: readonly string[]): Promise<Set<string>> {
  const hits = await db.rows<RowMac & { id: string; clientId: string; stops: boolean }>(sql`
    select h.id, h.client_id as "clientId", screening_stops(h.client_id) as stops, ${macColumns('screening_hit')}
    from screening_hit h where h.client_id = any(${[...clientIds]}::uuid[])`);
  return new Set(
    hits.filter((hit) => hit.stops || !isGenuine(world, 'screening_hit', hit.id, hit)).map(({ clientId }) => clientId),
  );
}

/**
 * Money of a client stays where it is while this holds. The words say no more than that: a client who is compared with a
 * list must not learn of it.
 * @throws Refusal `payments.paused`
 */
export async function checkNotPaused(world: Witness, tx: Tx, clientId: string): Promise<void> {
  if (await arePaymentsPaused(world, tx, clientId)) throw refuse('payments.paused');
}
