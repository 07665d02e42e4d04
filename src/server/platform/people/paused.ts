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
  const { stops } = await db.one<{ stops: boolean }>(sql`select screening_stops(${clientId}) as stops`);
  if (stops) return true;
  const decided = await db.rows<RowMac & { id: string }>(sql`
    select h.id, ${macColumns('screening_hit')} from screening_hit h where h.client_id = ${clientId}`);
  return decided.some((hit) => !isGenuine(world, 'screening_hit', hit.id, hit));
}

/**
 * Money of a client stays where it is while this holds. The words say no more than that: a client who is compared with a
 * list must not learn of it.
 * @throws Refusal `payments.paused`
 */
export async function checkNotPaused(world: Witness, tx: Tx, clientId: string): Promise<void> {
  if (await arePaymentsPaused(world, tx, clientId)) throw refuse('payments.paused');
}
