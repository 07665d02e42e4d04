import type pg from 'pg';
import { queriesOn, type Queries, type Tx } from './db/database.ts';
import { sql, type Sql } from './db/sql.ts';
import { from, isIntact, macColumns, secured, writeMacs, type FoundRow, type SecuredTable } from './row-macs.ts';
import type { Secrets } from './token.ts';

type Found = FoundRow & { key: string; clientId: string };
type Asks = Pick<Queries, 'rows' | 'run'>;

const tables = Object.keys(secured) as SecuredTable[];

/** A table's rows as they were at the beginning, by a cursor of the caller's transaction: one that is rewritten does not come again. */
async function* batchesOf<More = object>(
  db: Asks,
  table: SecuredTable,
  where: Sql,
  { content = secured[table].content, more = sql`` }: { content?: Sql; more?: Sql } = {},
): AsyncGenerator<(Found & More)[]> {
  const { alias, key, owner } = secured[table];
  await db.run(sql`
    declare secured no scroll cursor for
    select ${alias}.ctid::text as place, ${key} as key, ${owner} as "clientId", ${content} as content, ${alias}.security_mac as mac ${more}
    from ${from(table)} where ${where}`);
  for (;;) {
    const rows = await db.rows<Found & More>(sql`fetch 5000 from secured`);
    if (rows.length === 0) break;
    yield rows;
  }
  await db.run(sql`close secured`);
}

/** A table that is given MACs: all of its rows, or those that are not over, which may be fixed for good. */
export interface Sealing {
  table: SecuredTable;
  rows: 'all' | 'open';
  /** What the MAC covered then, where it covers columns by now that came later. */
  content?: Sql;
}

/** The step of a migration that brings MACs to tables: what is there by then counts as written by the program. */
export async function sealAll(client: pg.ClientBase, secret: string, of: readonly Sealing[]): Promise<void> {
  const db = queriesOn(client);
  for (const { table, rows: which, content = secured[table].content } of of) {
    const where = which === 'all' ? sql`true` : secured[table].open;
    for await (const rows of batchesOf(db, table, where, { content })) await writeMacs(db, table, rows, secret);
  }
}

/**
 * The step of a migration by which the MAC of a table covers other columns. A row that was not intact as the MAC covered it until
 * then is left as it is, so that no upgrade makes a forged row good.
 */
export async function coverAnew(
  client: pg.ClientBase,
  secrets: Secrets,
  table: SecuredTable,
  former: Sql,
): Promise<void> {
  const db = queriesOn(client);
  const more = sql`, ${secured[table].content} as present`;
  for await (const rows of batchesOf<{ present: string }>(db, table, sql`true`, { content: former, more })) {
    const intact = rows.filter((row) => isIntact(secrets, table, row));
    const renewed = intact.map(({ present: content, ...row }) => ({ ...row, content }));
    await writeMacs(db, table, renewed, secrets.appSecret);
  }
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
      select ${alias}.ctid::text as place, ${key} as key, ${macColumns(table)} from ${from(table)} where ${which}`);
  const intact = (await read(sql`${where} for no key update of ${alias}`)).filter((row) =>
    isIntact(secrets, table, row),
  );
  await change();
  await writeMacs(tx, table, await read(sql`${key} = any(${intact.map((row) => row.key)}::text[])`), secrets.appSecret);
}

/**
 * Gives each open row that is intact under the former secret a MAC under the present one. One that is not is left as it is.
 * @returns how many there were
 */
export async function resealRows(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  let count = 0;
  const accepted = { appSecret: formerSecret, formerSecret: undefined };
  for (const table of tables) {
    for await (const rows of batchesOf(tx, table, secured[table].open)) {
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
