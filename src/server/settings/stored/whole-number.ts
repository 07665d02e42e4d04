import type { Sql } from '#server/platform/db/sql.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { SettingStore } from './setting-store.ts';

/** A number in the one row of a table of settings. */
export function wholeNumberIn(table: Sql, column: Sql): SettingStore<number> {
  return {
    async read(db) {
      const { value } = await db.one<{ value: number }>(sql`select ${column} as value from ${table}`);
      return value;
    },
    write: async (tx, value) => void (await tx.run(sql`update ${table} set ${column} = ${value}`)),
  };
}
