import { batchesOf } from './batches.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { from, isIntact, macColumns, secured, writeMacs, type FoundRow, type SecuredTable } from './row-macs.ts';
import type { Secrets } from './token.ts';

type Found = FoundRow & { key: string; clientId: string };
type Needs = Pick<Queries, 'rows' | 'run'>;

const tables = Object.keys(secured) as SecuredTable[];

/** The open rows of a table, or those of a condition. */
function rowsIn(db: Needs, table: SecuredTable, where?: Sql): AsyncGenerator<Found[]> {
  const { alias, key, owner, content, open } = secured[table];
  return batchesOf<Found>(
    db,
    sql`
      select ${alias}.ctid::text as "ctid", ${key} as key, ${owner} as "clientId", ${content} as content, ${alias}.security_mac as mac
      from ${from(table)} where ${where ?? open}`,
  );
}

/** Changes secured columns of many rows: those that were intact get the MAC of what they are then, the others stay refused. */
export async function changeRows(
  tx: Tx,
  secrets: Secrets,
  table: SecuredTable,
  where: Sql,
  change: () => Promise<unknown>,
): Promise<void> {
  const { alias, key } = secured[table];
  const read = (which: Sql) =>
    tx.rows<FoundRow & { key: string }>(sql`
      select ${alias}.ctid::text as "ctid", ${key} as key, ${macColumns(table)} from ${from(table)} where ${which}`);
  const intact = (await read(sql`${where} for no key update of ${alias}`)).filter((row) =>
    isIntact(secrets, table, row),
  );
  await change();
  await writeMacs(tx, table, await read(sql`${key} = any(${intact.map((row) => row.key)}::text[])`), secrets.appSecret);
}

/**
 * Gives each open row that is intact under the former secret a MAC under the present one. Other rows stay as they are.
 * @returns how many there were
 */
export async function recomputeMacs(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  let count = 0;
  const accepted = { appSecret: formerSecret, formerSecret: undefined };
  for (const table of tables) {
    for await (const rows of rowsIn(tx, table)) {
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

/** Names each open row of a table, or each of a condition, whose MAC is wrong. Give it a snapshot. */
export async function verifyMacsOf(
  db: Queries,
  secrets: Secrets,
  table: SecuredTable,
  where?: Sql,
): Promise<MacFinding[]> {
  const findings: MacFinding[] = [];
  for await (const rows of rowsIn(db, table, where))
    for (const row of rows)
      if (!isIntact(secrets, table, row)) findings.push({ clientId: row.clientId, table, key: row.key });
  return findings;
}

/** The same of every table. */
export async function verifyMacs(db: Queries, secrets: Secrets): Promise<MacFinding[]> {
  const findings: MacFinding[] = [];
  for (const table of tables) findings.push(...(await verifyMacsOf(db, secrets, table)));
  return findings;
}
