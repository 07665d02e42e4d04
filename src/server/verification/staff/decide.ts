import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { chooseReasons } from '#server/platform/reasons/choose-reason.ts';
import { approveDocument } from '../approve-document.ts';
import { dayOf, readDocuments, type DocumentRow } from '../document-row.ts';
import { holdToFacts } from '../facts.ts';
import { holdCase, officerAction, type Officer } from './officer-action.ts';

interface Decision {
  client_id: string;
  document_id: string;
  facts_version: string;
  decision: 'approve' | 'reject';
  reasons: string[];
  final: boolean;
  expires_on?: string | undefined;
  comment?: string | undefined;
  private_comment?: string | undefined;
}

/**
 * Decides on a pending document, by the facts that the officer saw. An approved document replaces the former one; for a
 * rejected one its owner is notified why and what they can do.
 * @throws Refusal as `verification.decide` lists them
 */
export function decideDocument(app: App, officer: Officer, body: Decision): Promise<VerificationCase> {
  const { me } = officer;
  const { client_id: clientId, document_id: documentId } = body;
  const notifyAccepted = async (tx: Tx, changesLevel: boolean) => {
    if (body.decision === 'approve')
      await app.outbox.emit(tx, 'verification.document_accepted', { clientId, documentId, changesLevel });
  };
  const decide = async (tx: Tx) => {
    const at = app.clock.now();
    const [document] = await readDocuments(tx, sql`d.id = ${body.document_id} and d.client_id = ${body.client_id}`);
    if (!document) throw notFound();
    await holdCase(app, tx, body.client_id, me.id);
    if (document.state !== 'pending') throw refuse('verification.decided');
    if (body.decision === 'approve' && (await isReportedBy(tx, document, me.id)))
      throw refuse('verification.own_report');
    await holdToFacts(tx, clientId, body.facts_version);
    const action = { by: me.id, at };
    const codes = body.decision === 'reject' ? await reject(app, tx, document, body, action) : undefined;
    if (!codes) await approve(tx, document, body, action);
    return {
      kind: document.kind,
      attempt: String(document.attempt),
      decision: body.decision,
      ...(codes && { codes: codes.join(', ') }),
    };
  };
  return officerAction(app, officer, 'verification.decide', body, decide, notifyAccepted);
}

/** Whether a key that this person made, or has a secret of, reported the check from which the document follows. */
async function isReportedBy(tx: Tx, { id }: DocumentRow, personId: string): Promise<boolean> {
  const reported = await tx.maybeOne(sql`
    select from verification_document d
    join verification_check c on c.id = d.check_id
    where d.id = ${id} and answers_for_key(c.key_id, ${personId})`);
  return reported !== undefined;
}

interface By {
  by: string;
  at: Date;
}

async function approve(tx: Tx, document: DocumentRow, body: Decision, { by, at }: By): Promise<void> {
  const expiresOn = document.kind === 'identity' ? (body.expires_on ?? document.expiresOn) : null;
  if (expiresOn && expiresOn <= dayOf(at)) throw refuseField('expires_on', 'verification.document_expired');
  const { comment, private_comment: privateComment } = body;
  await approveDocument(tx, document, { by, at, expiresOn, comment, privateComment });
}

/** Returns the reasons as they are stored. */
async function reject(app: App, tx: Tx, document: DocumentRow, body: Decision, { by, at }: By): Promise<string[]> {
  if (body.reasons.length === 0) throw refuseField('reasons', 'validation.required');
  const reasons = await chooseReasons(tx, 'document', body.reasons, 'reasons');
  await tx.run(sql`
    update verification_document
    set state = 'rejected', facts = verification_facts(client_id), reasons = ${reasons}, final = ${body.final}, comment = ${body.comment || null},
        private_comment = ${body.private_comment || null}, decided_by = ${by}, decided_at = ${at}
    where id = ${document.id} and state = 'pending'`);
  const { clientId, id: documentId } = document;
  await app.outbox.emit(tx, 'verification.document_rejected', { clientId, documentId });
  return reasons;
}
