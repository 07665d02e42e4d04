import type { VerificationShown } from '#contract/verification.ts';
import type { DocumentKind } from '#contract/verification-names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readLooks } from '#server/platform/files/access-log.ts';

type Look = VerificationShown['looks'][number] & { fullName: string };

/** Who of the house opened a document of a client, the latest first; the client reads first names, staff whole ones. */
export async function looksAtDocuments(db: Queries, clientId: string): Promise<Look[]> {
  const looks = await readLooks(db, clientId, 'verification');
  const sent = await db.rows<{ fileId: string; kind: DocumentKind }>(sql`
    select g.file_id as "fileId", d.kind from verification_file g join verification_document d on d.id = g.document_id
    where g.file_id = any(${looks.map(({ fileId }) => fileId)}::uuid[])`);
  const kinds = new Map(sent.map(({ fileId, kind }) => [fileId, kind]));
  return looks.flatMap(({ fileId, at, who, fullName, role }) => {
    const kind = kinds.get(fileId);
    return kind ? [{ at, who, fullName, role, kind }] : [];
  });
}
