import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { officerAction, type Officer } from './officer-action.ts';

/**
 * Assigns a case to the officer, or extends the assignment; from a colleague who still has it only with a note, which
 * the audit log stores.
 * @throws Refusal as `verification.assign` lists them
 */
export function assignCase(
  app: App,
  officer: Officer,
  body: { client_id: string; note?: string | undefined },
): Promise<VerificationCase> {
  const { me } = officer;
  return officerAction(app, officer, 'verification.assign', body, async (tx) => {
    const at = app.clock.now();
    const other = await tx.maybeOne<{ name: string }>(sql`
      select r.full_name as name from verification_case k join person r on r.id = k.reviewer_id
      where k.client_id = ${body.client_id} and k.reviewer_id <> ${me.id} and k.reviewed_until > ${at}`);
    if (other && !body.note) throw refuse('verification.assigned_to_other', { name: other.name });
    await tx.run(sql`
      insert into verification_case as k (client_id, reviewer_id, reviewed_until)
      select ${body.client_id}, ${me.id}, ${at}::timestamptz + make_interval(mins => lock_minutes) from verification_setting
      on conflict (client_id) do update set reviewer_id = excluded.reviewer_id, reviewed_until = excluded.reviewed_until`);
    const details: AuditDetails = other ? { from: other.name, note: body.note ?? '' } : {};
    return details;
  });
}
