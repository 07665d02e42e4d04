import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockClient, settle } from '../settle.ts';
import { readCase } from './read-case.ts';

/** The person of compliance who acts. */
export interface Officer {
  me: Pick<Person, 'id'>;
  language: Language;
  key: string;
}

/** The audit details of an action. */
type Details = AuditDetails;

/**
 * Runs an action on a case: once per key, under the client’s lock, never on the actor’s own case, and with an audit
 * entry. Level and queue follow. Returns the case as it is now.
 * @param notified the event to emit, by whether the level changed
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `verification.own_case`, and what `run` throws
 */
export async function officerAction(
  app: App,
  { me, language, key }: Officer,
  action: AuditActionOf<'verification'>,
  body: { client_id: string },
  run: (tx: Tx) => Promise<Details>,
  notified?: (tx: Tx, changesLevel: boolean) => Promise<void>,
): Promise<VerificationCase> {
  const clientId = body.client_id;
  await app.db.tx(async (tx) => {
    const isThere = await lockClient(tx, clientId);
    await runIdempotent(app, tx, { ownerId: me.id, key, action, body }, async () => {
      if (!isThere) throw notFound();
      if (clientId === me.id) throw refuse('verification.own_case');
      const details = await run(tx);
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, action, details });
      const changesLevel = await settle(app, tx, clientId);
      await notified?.(tx, changesLevel);
      return clientId;
    });
  });
  return readCase(app, me, language, clientId);
}

/**
 * Checks that the case is assigned to the officer, and extends the assignment.
 * @throws Refusal `verification.not_assigned` when it is not, or no longer
 */
export async function holdCase({ clock }: Pick<App, 'clock'>, tx: Tx, clientId: string, meId: string): Promise<void> {
  const at = clock.now();
  const held = await tx.run(sql`
    update verification_case
    set reviewed_until = ${at}::timestamptz + make_interval(mins => (select lock_minutes from verification_setting))
    where client_id = ${clientId} and reviewer_id = ${meId} and reviewed_until > ${at}`);
  if (held === 0) throw refuse('verification.not_assigned');
}
