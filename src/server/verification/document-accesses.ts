import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { ImportedKind } from '#contract/imports/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readFileAccesses } from '#server/platform/files/access-log.ts';

type DocumentAccess = VerificationShown['access_log'][number] & { fullName: string };

/** The staff who opened a document of a client, the latest first; the client reads first names, staff full ones. */
export async function readDocumentAccesses(db: Queries, clientId: string): Promise<DocumentAccess[]> {
  const accesses = await readFileAccesses(db, clientId, 'verification');
  const sent = await db.rows<{ fileId: string; kind: ImportedKind }>(sql`
    select file_id as "fileId", kind
    from (select g.file_id, d.kind from verification_file g join verification_document d on d.id = g.document_id
          union all select file_id, kind from imported_document) document
    where file_id = any(${accesses.map(({ fileId }) => fileId)}::uuid[])`);
  const kinds = new Map(sent.map(({ fileId, kind }) => [fileId, kind]));
  return accesses.flatMap(({ fileId, at, who, fullName, role }) => {
    const kind = kinds.get(fileId);
    return kind ? [{ at, who, fullName, role, kind }] : [];
  });
}
