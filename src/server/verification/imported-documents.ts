import type { ImportedDocument } from '#contract/verification/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';

interface Row extends FileRow, Omit<ImportedDocument, 'id' | 'type' | 'imported_at' | 'file'> {
  importedId: string;
  documentType: ImportedDocument['type'];
  importedAt: Date;
}

/** The documents of a client that came from another system, the latest import first. */
export async function readImported(db: Queries, clientId: string): Promise<ImportedDocument[]> {
  const rows = await db.rows<Row>(sql`
    select ${fileColumns}, d.id as "importedId", d.kind, d.type as "documentType", d.number, d.issued_on::text, d.expires_on::text,
           d.accepted_on::text, 'I-' || r.number as run, d.created_at as "importedAt", v.imported_id is not null as used
    from imported_document d join file f on f.id = d.file_id join import_run r on r.id = d.run_id
    left join verification_imported v on v.imported_id = d.id
    where d.client_id = ${clientId} order by d.created_at desc, d.row_number`);
  return rows.map((row) => ({
    id: row.importedId,
    kind: row.kind,
    type: row.documentType,
    number: row.number,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    accepted_on: row.accepted_on,
    run: row.run,
    imported_at: row.importedAt.toISOString(),
    file: showFile(row),
    used: row.used,
  }));
}
