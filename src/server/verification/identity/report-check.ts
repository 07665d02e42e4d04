import type { IdentityReport } from '#contract/verification/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { dayOf } from '../document-row.ts';
import { describe, insertDocument } from '../send-document.ts';
import { settle } from '../settle.ts';

/**
 * Stores what a program found about the identity of a client, who is locked. A positive result becomes a document that
 * waits for staff, a negative one a problem that they look at: a program decides on neither.
 * @throws Refusal `http.idempotency_mismatch` for a reference that the key has used; `validation.required`,
 * `verification.document_expired`, and as `insertDocument`
 */
export async function reportCheck(
  app: App,
  tx: Tx,
  by: Actor,
  { clientId, ...report }: IdentityReport & { clientId: string },
): Promise<string> {
  const [id, at] = [newId(), app.clock.now()];
  const { reference, result, name, birth_on: birthOn = null, explanation } = report;
  const added = await tx.run(sql`
    insert into verification_check (id, client_id, key_id, applicant_id, state, problem, labels, person_name, birth_on,
                                    begun_at, changed_at, next_look_at)
    values (${id}, ${clientId}, ${by.program?.id ?? null}, ${reference}, ${result}, ${result === 'rejected' ? result : null},
            ${explanation ? [explanation] : []}, ${name}, ${birthOn}, ${at}, ${at}, ${at})
    on conflict (key_id, applicant_id) where key_id is not null do nothing`);
  if (added === 0) throw refuse('http.idempotency_mismatch');
  if (result === 'approved') await proposeDocument(tx, { id, clientId }, report, at);
  await settle(app, tx, clientId);
  const details = { kind: 'identity', result, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'verification.report_check', details });
  return id;
}

async function proposeDocument(
  tx: Tx,
  { id, clientId }: { id: string; clientId: string },
  { type, number, expires_on: expiresOn }: IdentityReport,
  at: Date,
): Promise<void> {
  const described = describe({ kind: 'identity', type, number, expires_on: expiresOn });
  if (expiresOn && expiresOn <= dayOf(at)) throw refuseField('expires_on', 'verification.document_expired');
  await insertDocument(tx, clientId, { kind: 'identity', type, ...described, checkId: id }, at);
}
