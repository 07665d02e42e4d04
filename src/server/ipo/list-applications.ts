import type { IpoApplication } from '#contract/ipo-records.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { readApplied, showApplication } from './application-row.ts';

const pageSize = 100;

/** The own applications, the latest first. */
export async function listApplications({ db, clock }: App, me: Client): Promise<IpoApplication[]> {
  const now = clock.now();
  const rows = await readApplied(
    db,
    sql`a.client_id = ${me.id} order by a.created_at desc, a.id desc limit ${pageSize}`,
  );
  return rows.map((row) => showApplication(row, now));
}
