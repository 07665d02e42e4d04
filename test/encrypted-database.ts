import type { Db, Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import {
  from,
  macColumns,
  secured,
  sealNew,
  writeMacs,
  type FoundRow,
  type SecuredTable,
} from '#server/platform/row-macs.ts';
import type { Secrets } from '#server/platform/token.ts';

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
 * rows bear MACs gets them. A test that forges rows does it over a connection of its own (`test/forge.ts`).
 */
export function sealedDatabase(db: Db, secrets: Secrets): Db {
  const touched = ({ text }: Sql) => tables.filter((table) => written[table].test(text));
  const onTx = (tx: Tx): Tx => {
    let all: SecuredTable[] = [];
    const noting = <T>(act: (statement: Sql) => Promise<T>) => {
      return async (statement: Sql) => {
        const answer = await act(statement);
        if (all.length === 0 && touched(statement).length > 0) tx.beforeCommit(() => sealEach(tx, secrets, all));
        all = [...new Set([...all, ...touched(statement)])];
        return answer;
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
  const tx: Db['tx'] = (act) => db.tx((inner) => act(onTx(inner)));
  const alone = <T>(plain: (statement: Sql) => Promise<T>, sealed: (tx: Queries, statement: Sql) => Promise<T>) => {
    return (statement: Sql) =>
      touched(statement).length > 0 ? tx((inner) => sealed(inner, statement)) : plain(statement);
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
async function sealEach(tx: Tx, secrets: Secrets, all: readonly SecuredTable[]): Promise<void> {
  for (const table of all) {
    const { alias, open } = secured[table];
    if (table === 'client') await sealNew(tx, secrets, table, sql`true`);
    else {
      const rows = await tx.rows<FoundRow>(
        sql`select ${alias}.ctid::text as place, ${macColumns(table)} from ${from(table)} where ${open}`,
      );
      await writeMacs(tx, table, rows, secrets.appSecret);
    }
  }
}
