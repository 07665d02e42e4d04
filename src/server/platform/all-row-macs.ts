import type pg from 'pg';
import type { Queries, Tx } from './db/database.ts';
import { sql, type Sql } from './db/sql.ts';
import { from, isIntact, macColumns, secured, writeMacs, type FoundRow, type SecuredTable } from './row-macs.ts';
import type { Secrets } from './token.ts';

type Found = FoundRow & { key: string; clientId: string };
type Asks = Pick<Queries, 'rows' | 'run'>;

const tables = Object.keys(secured) as SecuredTable[];

/** A table's rows as they were at the beginning, by a cursor of the caller's transaction: one that is rewritten does not come again. */
async function* batchesOf(db: Asks, table: SecuredTable, where: Sql): AsyncGenerator<Found[]> {
  const { alias, key, owner } = secured[table];
  await db.run(sql`
    declare secured no scroll cursor for
    select ${alias}.ctid::text as place, ${key} as key, ${owner} as "clientId", ${macColumns(table)} from ${from(table)} where ${where}`);
  for (;;) {
    const rows = await db.rows<Found>(sql`fetch 5000 from secured`);
    if (rows.length === 0) break;
    yield rows;
  }
  await db.run(sql`close secured`);
}

/** The step of the migration that brought the MACs: what is there by then counts as written by the program. */
export async function sealAll(client: pg.ClientBase, secret: string): Promise<void> {
  const db: Asks = {
    rows: async (statement) => (await client.query(statement)).rows,
    run: async (statement) => (await client.query(statement)).rowCount ?? 0,
  };
  for (const table of tables) {
    for await (const rows of batchesOf(db, table, sql`true`)) await writeMacs(db, table, rows, secret);
  }
}

/**
 * Gives each row that is intact under the former secret a MAC under the present one. One that is not is left as it is.
 * @returns how many there were
 */
export async function resealRows(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  let count = 0;
  const accepted = { appSecret: formerSecret, formerSecret: undefined };
  for (const table of tables) {
    for await (const rows of batchesOf(tx, table, sql`true`)) {
      const intact = rows.filter((row) => isIntact(accepted, table, row));
      await writeMacs(tx, table, intact, secret);
      count += intact.length;
    }
  }
  return count;
}

/** A row that was changed past the program. */
export interface MacFinding {
  clientId: string;
  table: SecuredTable;
  key: string;
}

/** Names each open row whose MAC is wrong. Give it a snapshot. */
export async function verifyMacs(db: Queries, secrets: Secrets): Promise<MacFinding[]> {
  const findings: MacFinding[] = [];
  for (const table of tables) {
    for await (const rows of batchesOf(db, table, secured[table].open))
      for (const row of rows)
        if (!isIntact(secrets, table, row)) findings.push({ clientId: row.clientId, table, key: row.key });
  }
  return findings;
}
