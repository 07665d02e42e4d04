import type { Db, Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import {
  from,
  macColumns,
  secured,
  signNewRow,
  writeMacs,
  type FoundRow,
  type SecuredTable,
} from '#server/platform/secrets/row-macs.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';

const tables = Object.keys(secured) as SecuredTable[];

/** A key's own columns are in the MAC of its secrets. */
const written: Record<SecuredTable, RegExp> = Object.fromEntries(
  tables.map((table) => [
    table,
    table === 'operator_key_secret'
      ? /\b(update|into)\s+operator_key(_secret)?\b/
      : new RegExp(`\\b(update|into)\\s+${table}\\b`),
  ]),
) as never;

/**
 * The tests' own handle, which puts rows there that the product would have written: what a statement writes to a table whose
 * rows bear MACs gets them. A test that forges rows does it over a connection of its own (`test/database/forge.ts`).
 */
export function encryptedDatabase(db: Db, secrets: Secrets): Db {
  const touched = ({ text }: Sql) => tables.filter((table) => written[table].test(text));
  const onTx = (tx: Tx): Tx => {
    let all: SecuredTable[] = [];
    const noting = <T>(action: (statement: Sql) => Promise<T>) => {
      return async (statement: Sql) => {
        const response = await action(statement);
        if (all.length === 0 && touched(statement).length > 0) tx.beforeCommit(() => encryptEach(tx, secrets, all));
        all = [...new Set([...all, ...touched(statement)])];
        return response;
      };
    };
    return {
      ...tx,
      rows: noting(tx.rows) as Tx['rows'],
      one: noting(tx.one) as Tx['one'],
      maybeOne: noting(tx.maybeOne) as Tx['maybeOne'],
      run: noting(tx.run),
    };
  };
  const tx: Db['tx'] = (action) => db.tx((inner) => action(onTx(inner)));
  const alone = <T>(plain: (statement: Sql) => Promise<T>, encrypted: (tx: Queries, statement: Sql) => Promise<T>) => {
    return (statement: Sql) =>
      touched(statement).length > 0 ? tx((inner) => encrypted(inner, statement)) : plain(statement);
  };
  return {
    ...db,
    tx,
    rows: alone(db.rows, (inner, statement) => inner.rows(statement)) as Db['rows'],
    one: alone(db.one, (inner, statement) => inner.one(statement)) as Db['one'],
    maybeOne: alone(db.maybeOne, (inner, statement) => inner.maybeOne(statement)) as Db['maybeOne'],
    run: alone(db.run, (inner, statement) => inner.run(statement)),
  };
}

/** People whom the statement has changed have lost their MAC; of the other tables each open row gets one. */
async function encryptEach(tx: Tx, secrets: Secrets, all: readonly SecuredTable[]): Promise<void> {
  for (const table of all) {
    const { alias, open } = secured[table];
    if (table === 'person') await signNewRow(tx, secrets, table, sql`true`);
    else {
      const rows = await tx.rows<FoundRow>(
        sql`select ${alias}.ctid::text as "ctid", ${macColumns(table)} from ${from(table)} where ${open}`,
      );
      await writeMacs(tx, table, rows, secrets.appSecret);
    }
  }
}
