import type { Core } from '../core.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { isIntact, macColumns, personFoundIntact, type RowMac, type SecuredTable, type TwoMacs } from './row-macs.ts';

/** What was reported already. Bounded: if an attacker forges more than this, rows are reported again. */
const reported = new WeakMap<Core['metrics'], Set<string>>();
const maxReported = 10_000;

/** Rows that were found intact, by their MAC: one that is read again as it was costs a comparison instead of an HMAC. */
const intact = new WeakMap<Core['config'], Map<string, string>>();
const maxIntact = 10_000;

export type Witness = Pick<Core, 'config' | 'log' | 'metrics'>;

/**
 * Whether a row is as the program wrote it. A changed one is counted each time, and logged once per run of the server.
 * @param key names the row in the log; no secret
 */
export function isGenuine({ config, log, metrics }: Witness, table: SecuredTable, key: string, row: RowMac): boolean {
  if (wasIntact(config, table, row)) return true;
  reportForged({ log, metrics }, table, key);
  return false;
}

function wasIntact(config: Core['config'], table: SecuredTable, row: RowMac): boolean {
  const known = intact.get(config) ?? new Map<string, string>();
  intact.set(config, known);
  const name = `${table} ${row.mac?.toString('latin1')}`;
  if (known.get(name) === row.content) return true;
  if (!isIntact(config, table, row)) return false;
  const [oldest] = known.keys();
  if (known.size >= maxIntact && oldest !== undefined) known.delete(oldest);
  known.set(name, row.content);
  return true;
}

/** Counts a forged row each time it is read, and logs it once per run of the server. */
export function reportForged({ log, metrics }: Omit<Witness, 'config'>, table: string, key: string): void {
  metrics.forgedRows.inc({ table });
  const known = reported.get(metrics) ?? new Set<string>();
  reported.set(metrics, known);
  const name = `${table} ${key}`;
  if (known.has(name)) return;
  if (known.size >= maxReported) known.clear();
  known.add(name);
  log.error({ table, key }, 'a row was changed outside Atrium and is refused: run bin/verify people');
}

/** A row, by its table and by what names it in the log. */
type Named = readonly [table: SecuredTable, key: string];

/** The same of two rows that one query has joined. */
export const areGenuine = (world: Witness, row: TwoMacs, [table, key]: Named, [joined, joinedKey]: Named): boolean =>
  isGenuine(world, table, key, row) &&
  isGenuine(world, joined, joinedKey, { content: row.joinedContent, mac: row.joinedMac });

/** The same for a person, also within a transaction that has changed them: then it returns the result from before. */
export async function isGenuinePerson(tx: Tx, world: Witness, clientId: string): Promise<boolean> {
  const before = personFoundIntact(tx, clientId);
  if (before !== undefined) return before;
  const row = await tx.one<RowMac>(sql`select ${macColumns('person')} from person c where c.id = ${clientId}`);
  return isGenuine(world, 'person', clientId, row);
}
