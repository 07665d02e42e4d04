import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { holdCase, officerAction, type Officer } from '../staff/officer-action.ts';

interface Noted {
  client_id: string;
  check_id: string;
  note: string;
}

/**
 * Staff have looked at a check with a problem.
 * @throws Refusal as `verification.note_check` lists them
 */
export function noteCheck(app: App, officer: Officer, body: Noted): Promise<VerificationCase> {
  const { client_id: clientId, check_id: id, note } = body;
  return officerAction(app, officer, 'verification.note_check', body, async (tx) => {
    const check = await tx.maybeOne<{ problem: string | null; isNoted: boolean }>(sql`
      select problem, noted_at is not null as "isNoted" from verification_check
      where id = ${id} and client_id = ${clientId} for update`);
    if (!check) throw notFound();
    await holdCase(app, tx, clientId, officer.me.id);
    if (check.problem === null || check.isNoted) throw refuse('verification.decided');
    await tx.run(sql`
      update verification_check set note = ${note}, noted_by = ${officer.me.id}, noted_at = ${app.clock.now()} where id = ${id}`);
    return { kind: 'identity', note };
  });
}
