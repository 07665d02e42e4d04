import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { holdToFacts } from '../facts.ts';
import { holdCase, officerAction, type Officer } from './officer-action.ts';

/**
 * Records that the client was reached under the number that the officer saw.
 * @throws Refusal as `verification.confirm_phone` lists them
 */
export function confirmPhone(
  app: App,
  officer: Officer,
  body: { client_id: string; facts_version: string; how: string },
): Promise<VerificationCase> {
  const { me } = officer;
  return officerAction(app, officer, 'verification.confirm_phone', body, async (tx) => {
    await holdCase(app, tx, body.client_id, me.id);
    await holdToFacts(tx, body.client_id, body.facts_version);
    const confirmed = await tx.run(sql`
      insert into verification_phone (id, client_id, phone, how, confirmed_by, at)
      select ${newId()}, id, phone, ${body.how}, ${me.id}, ${app.clock.now()} from person
      where id = ${body.client_id} and coalesce(phone, '') <> ''`);
    if (confirmed === 0) throw refuse('verification.no_phone');
    return { how: body.how };
  });
}

/**
 * Requests a further document from a client; an approved one stays.
 * @throws Refusal as `verification.request_document` lists them
 */
export function requestDocument(
  app: App,
  officer: Officer,
  body: { client_id: string; kind: DocumentKind; comment: string },
): Promise<VerificationCase> {
  const { me } = officer;
  return officerAction(app, officer, 'verification.request_document', body, async (tx) => {
    await holdCase(app, tx, body.client_id, me.id);
    const requestId = newId();
    await tx.run(sql`
      insert into verification_request (id, client_id, kind, comment, requested_by, at)
      values (${requestId}, ${body.client_id}, ${body.kind}, ${body.comment}, ${me.id}, ${app.clock.now()})`);
    await app.outbox.emit(tx, 'verification.document_requested', { clientId: body.client_id, requestId });
    return { kind: body.kind };
  });
}
