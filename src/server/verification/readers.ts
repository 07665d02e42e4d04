import type { MayRead } from '#server/platform/files/files.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Reviewers see documents once they were sent or imported. */
export const documentReaders: MayRead = ({ roles }) =>
  roles.some((role) => role === 'compliance' || role === 'admin')
    ? sql`(exists (select from verification_file g where g.file_id = f.id)
           or exists (select from imported_document i where i.file_id = f.id))`
    : undefined;
