import { dealingCoolingOffDays } from '#contract/staff/dealing-names.ts';
import type { StaffDealing } from '#contract/staff/dealing.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Exception {
  id: string;
  isForAccounts: boolean;
  offeringId: string | null;
  offering: string | null;
  until: string;
  reason: string;
  proposedBy: string;
  approvedBy: string;
  beganAt: Date;
}

/** Whether a person sees offerings, and the exceptions that apply at a time. */
export async function readDealing(db: Queries, clientId: string, at: Date): Promise<StaffDealing> {
  const { restricted, leftAt } = await db.one<{ restricted: boolean; leftAt: Date | null }>(sql`
    select sees_offerings(c, ${at}) as restricted, case when not c.roles && roles_that_see_offerings() then c.left_staff_at end as "leftAt"
    from person c where c.id = ${clientId}`);
  const exceptions = await db.rows<Exception>(sql`
    select e.id, e.scope = 'accounts' as "isForAccounts", o.id as "offeringId", o.issuer || ' (' || o.ticker || ')' as offering,
           e.until::text as until, p.reason, a.full_name as "proposedBy",
           b.full_name as "approvedBy", e.started_at as "beganAt"
    from dealing_exception e join approval_request p on p.id = e.approval_request_id join person a on a.id = p.author_id
    join person b on b.id = p.decided_by left join ipo_offering o on o.id = e.offering_id
    where e.client_id = ${clientId} and e.ended_at is null and e.until >= (${at}::timestamptz at time zone 'UTC')::date order by e.id`);
  const coolingOffEnds = leftAt && new Date(leftAt.getTime() + dealingCoolingOffDays * 86_400_000);
  return {
    restricted,
    restricted_until: restricted ? (coolingOffEnds?.toISOString() ?? null) : null,
    exceptions: exceptions.map(({ id, isForAccounts, offeringId, offering, until, reason, ...by }) => ({
      id,
      scope: isForAccounts ? 'accounts' : 'offerings',
      offering: offeringId === null ? null : { id: offeringId, name: offering ?? '' },
      until,
      reason,
      proposed_by: by.proposedBy,
      approved_by: by.approvedBy,
      at: by.beganAt.toISOString(),
    })),
  };
}
