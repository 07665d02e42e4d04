import { batchesOf } from '#server/platform/secrets/batches.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isAsChecked, macOfRow, rowText } from './row-mac.ts';

interface CheckedRow {
  runId: string;
  checkedAt: Date;
  number: number;
  content: object;
  mac: Buffer;
}

const checkOf = ({ runId, checkedAt }: CheckedRow) => ({ runId, at: checkedAt.toISOString() });

/** Gives each checked row of an open import that is intact under the former secret a MAC under the present one. */
export async function renewRowMacs(tx: Tx, former: string, present: string): Promise<void> {
  const select = sql`
    select r.run_id as "runId", i.checked_at as "checkedAt", r.number, r.content, r.content_mac as mac
    from import_row r join import_run i on i.id = r.run_id
    where i.state in ('checking', 'checked', 'importing') and i.checked_at is not null and r.content_mac is not null and r.content is not null`;
  for await (const rows of batchesOf<CheckedRow>(tx, select)) {
    const intact = rows.filter((row) => isAsChecked({ appSecret: former }, checkOf(row), row));
    const macs = intact.map((row) => macOfRow({ appSecret: present }, checkOf(row), row.number, rowText(row.content)));
    await tx.run(sql`
      update import_row r set content_mac = renewed.mac
      from unnest(${intact.map(({ runId }) => runId)}::uuid[], ${intact.map(({ number }) => number)}::int[], ${macs}::bytea[])
        as renewed (run_id, number, mac)
      where r.run_id = renewed.run_id and r.number = renewed.number`);
  }
}
