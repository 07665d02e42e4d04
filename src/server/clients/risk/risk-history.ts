import type { ResponseOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';

type Rating = ResponseOf<'POST /api/staff/clients/risk/history'>[number];

const latest = 50;

/** How a client's risk was rated, the latest first; nothing of the person who asks. */
export async function readRiskHistory({ db }: App, me: Person, clientId: string): Promise<Rating[]> {
  const rows = await db.rows<Omit<Rating, 'at'> & { at: Date }>(sql`
    select k.id, k.was, k.rating, k.reason, b.full_name as by, a.full_name as approved_by, k.at
    from client_risk k join person b on b.id = k.set_by
    left join approval_request r on r.id = k.approval_request_id left join person a on a.id = r.decided_by
    where k.client_id = ${clientId} and k.client_id <> ${me.id} order by k.id desc limit ${latest}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
