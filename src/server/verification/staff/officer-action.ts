import type { AuditDetails } from '#contract/audit-details.ts';
import type { AuditActOf } from '#contract/audit-names.ts';
import type { VerificationCase } from '#contract/verification-staff.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { once } from '#server/platform/idempotency.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { lockClient, settle } from '../settle.ts';
import { readCase } from './read-case.ts';

/** One of compliance at the desk. */
export interface Officer {
  me: Pick<Client, 'id'>;
  language: Language;
  key: string;
}

/** What an act leaves in the audit log. */
type Details = AuditDetails;

/**
 * Does an act on a case: once per key, under the client’s lock, never on the actor’s own case, and written down. Level
 * and queue follow. Answers with the case as it is now.
 * @param told what is to be told, by whether the level is another one now
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `verification.own_case`, and what `run` throws
 */
export async function officerAct(
  app: App,
  { me, language, key }: Officer,
  act: AuditActOf<'verification'>,
  body: { client_id: string },
  run: (tx: Tx) => Promise<Details>,
  told?: (tx: Tx, changesLevel: boolean) => Promise<void>,
): Promise<VerificationCase> {
  const clientId = body.client_id;
  await app.db.tx(async (tx) => {
    const isThere = await lockClient(tx, clientId);
    await once(app, tx, { ownerId: me.id, key, act, body }, async () => {
      if (!isThere) throw notFound();
      if (clientId === me.id) throw refuse('verification.own_case');
      const details = await run(tx);
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, act, details });
      const changesLevel = await settle(app, tx, clientId);
      await told?.(tx, changesLevel);
      return clientId;
    });
  });
  return readCase(app, me, language, clientId);
}

/**
 * Goes on with a case that is the officer’s, which makes it his for longer.
 * @throws Refusal `verification.not_taken` when it is not, or not any more
 */
export async function holdCase({ clock }: Pick<App, 'clock'>, tx: Tx, clientId: string, meId: string): Promise<void> {
  const at = clock.now();
  const held = await tx.run(sql`
    update verification_case
    set reviewed_until = ${at}::timestamptz + make_interval(mins => (select lock_minutes from verification_setting))
    where client_id = ${clientId} and reviewer_id = ${meId} and reviewed_until > ${at}`);
  if (held === 0) throw refuse('verification.not_taken');
}
