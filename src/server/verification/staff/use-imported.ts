import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { dayOf } from '../document-row.ts';
import { readImported } from '../imported-documents.ts';
import { checkDays, describe, insertDocument, insertPages } from '../send-document.ts';
import { holdCase, officerAction, type Officer } from './officer-action.ts';

interface Use {
  client_id: string;
  imported_id: string;
  number?: string | undefined;
  issued_on?: string | undefined;
  expires_on?: string | undefined;
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
    const imported = (await readImported(tx, clientId)).find(({ id }) => id === importedId);
    // A paper of no kind proves nothing here.
    if (!imported || imported.kind === 'other' || imported.type === 'other') throw notFound();
    await holdCase(app, tx, clientId, officer.me.id);
    if (imported.used) throw refuse('verification.decided');
    const { kind, type, accepted_on: seenOn, file, run } = imported;
    const described = describe({
      kind,
      type,
      number: imported.number ?? body.number,
      issued_on: imported.issued_on ?? body.issued_on,
      expires_on: imported.expires_on ?? body.expires_on,
    });
    await checkDays(tx, kind, described, { today: dayOf(at), ...(seenOn !== null && { seenOn }) });
    const documentId = await insertDocument(tx, clientId, { kind, type, ...described }, at);
    await insertPages(tx, { documentId, clientId, kind, files: [file.id] });
    await tx.run(sql`
      insert into verification_imported (imported_id, document_id) values (${importedId}, ${documentId})`);
    return { kind, import: run };
  });
}
