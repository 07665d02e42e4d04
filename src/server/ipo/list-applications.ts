import type { IpoApplication } from '#contract/ipo.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

const pageSize = 100;

type ApplicationRow = Omit<IpoApplication, 'at'> & { at: Date };

/** The own applications, the latest first. */
export async function listApplications(app: App, me: Client): Promise<IpoApplication[]> {
  const rows = await app.db.rows<ApplicationRow>(sql`
    select a.id, o.id as stock_id, o.issuer, o.ticker, o.currency, a.quantity, a.allotted_quantity, a.state,
           a.created_at as at
    from ipo_application a join ipo_offering o on o.id = a.offering_id
    where a.client_id = ${me.id}
    order by a.created_at desc, a.id desc limit ${pageSize}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
