import pg from 'pg';
import { secured } from '#server/platform/secrets/row-macs.ts';
import type { Sql } from '#server/platform/db/sql.ts';

/** The columns of a key are in the MAC of its secrets. */
const guarded = ['payout_file', 'payout_file_delivery', 'statement_line', ...Object.keys(secured), 'operator_key'];

/** Changes rows as an attacker who owns the database and does not have APP_SECRET: no trigger of ours stops them. */
export async function forge(ownerUrl: string, ...statements: Sql[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const table of guarded) await client.query(`alter table ${table} disable trigger user`);
    for (const { text, values } of statements) await client.query(text, values);
    for (const table of guarded) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
