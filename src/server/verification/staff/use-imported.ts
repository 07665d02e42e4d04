import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { ImportedKind } from '#contract/imports/names.ts';
import type { DocumentType } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { dayOf } from '../document-row.ts';
import { checkDays, describe, insertDocument, insertPages } from '../send-document.ts';
import { holdCase, officerAction, type Officer } from './officer-action.ts';

interface Use {
  client_id: string;
  imported_id: string;
  number?: string | undefined;
  issued_on?: string | undefined;
  expires_on?: string | undefined;
}

interface Imported {
  kind: ImportedKind;
  type: DocumentType;
  number: string | null;
  issuedOn: string | null;
  expiresOn: string | null;
  acceptedOn: string | null;
  fileId: string;
  run: string;
  isUsed: boolean;
}

/**
 * Makes an imported document a pending one of the client. What the import left out is what the officer reads on it. Like
 * a document that the client sends, it counts once it is approved.
 * @throws Refusal as `verification.use_imported` lists them
 */
export function useImported(app: App, officer: Officer, body: Use): Promise<VerificationCase> {
  const { client_id: clientId, imported_id: importedId } = body;
  return officerAction(app, officer, 'verification.use_imported', body, async (tx) => {
    const at = app.clock.now();
    const imported = await readImportedDocument(tx, body);
    // A paper of no kind proves nothing here.
    if (!imported || imported.kind === 'other') throw notFound();
    await holdCase(app, tx, clientId, officer.me.id);
    if (imported.isUsed) throw refuse('verification.decided');
    const { kind, type, number, issuedOn, expiresOn, acceptedOn, fileId, run } = imported;
    const described = describe({
      kind,
      type,
      number: number ?? body.number,
      issued_on: issuedOn ?? body.issued_on,
      expires_on: expiresOn ?? body.expires_on,
    });
    await checkDays(tx, kind, described, { today: dayOf(at), ...(acceptedOn !== null && { seenOn: acceptedOn }) });
    const documentId = await insertDocument(tx, clientId, { kind, type, ...described }, at);
    await insertPages(tx, { documentId, clientId, kind, files: [fileId] });
    await tx.run(sql`
      insert into verification_imported (imported_id, document_id) values (${importedId}, ${documentId})`);
    return { kind, import: run };
  });
}

const readImportedDocument = (tx: Tx, { client_id: clientId, imported_id: id }: Use): Promise<Imported | undefined> =>
  tx.maybeOne<Imported>(sql`
    select d.kind, d.type, d.number, d.issued_on::text as "issuedOn", d.expires_on::text as "expiresOn",
           d.accepted_on::text as "acceptedOn", d.file_id as "fileId", 'I-' || r.number as run,
           exists (select from verification_imported v where v.imported_id = d.id) as "isUsed"
    from imported_document d join import_run r on r.id = d.run_id
    where d.id = ${id} and d.client_id = ${clientId}`);
