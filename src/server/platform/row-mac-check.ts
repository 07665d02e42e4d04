import type { App } from './app.ts';
import type { Tx } from './db/database.ts';
import { sql } from './db/sql.ts';
import { isIntact, macColumns, personFoundIntact, type RowMac, type SecuredTable, type TwoMacs } from './row-macs.ts';

/** What was told of already. Bounded: an attacker who forges more than this is told of anew. */
const told = new WeakMap<App['metrics'], Set<string>>();
const toldAtMost = 10_000;

export type Witness = Pick<App, 'config' | 'log' | 'metrics'>;

/**
 * Whether a row is as the program wrote it. One that is not is counted each time, and logged once in the life of the server.
 * @param key names the row in the log; no secret
 */
export function isGenuine({ config, log, metrics }: Witness, table: SecuredTable, key: string, row: RowMac): boolean {
  if (isIntact(config, table, row)) return true;
  tellForged({ log, metrics }, table, key);
  return false;
}

/** Counts a row that is refused each time it is met, and logs it once in the life of the server. */
export function tellForged({ log, metrics }: Omit<Witness, 'config'>, table: string, key: string): void {
  metrics.forgedRows.inc({ table });
  const known = told.get(metrics) ?? new Set<string>();
  told.set(metrics, known);
  const name = `${table} ${key}`;
  if (known.has(name)) return;
  if (known.size >= toldAtMost) known.clear();
  known.add(name);
  log.error({ table, key }, 'a row was changed past the program and is refused: run bin/verify people');
}

/** A row, by its table and by what names it in the log. */
type Named = readonly [table: SecuredTable, key: string];

/** The same of two rows that one query has joined. */
export const areGenuine = (world: Witness, row: TwoMacs, [table, key]: Named, [joined, joinedKey]: Named): boolean =>
  isGenuine(world, table, key, row) &&
  isGenuine(world, joined, joinedKey, { content: row.joinedContent, mac: row.joinedMac });

/** The same of a person, also amid a transaction that has changed them: then it says what was found before. */
export async function isGenuinePerson(tx: Tx, world: Witness, clientId: string): Promise<boolean> {
  const before = personFoundIntact(tx, clientId);
  if (before !== undefined) return before;
  const row = await tx.one<RowMac>(sql`select ${macColumns('client')} from client c where c.id = ${clientId}`);
  return isGenuine(world, 'client', clientId, row);
}
