import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { shownFiles, type FileProblem } from '#contract/imports/names.ts';
import { fileLimits, inMegabytes, maxPixels } from '#contract/kernel/file-rules.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { refusalText } from '#contract/refusals.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deleteFiles } from '#server/platform/files/remove-file.ts';
import type { MayRead } from '#server/platform/files/files.ts';

/** Those who decide on an import see what it brings. */
export const importFileReaders: MayRead = ({ roles }) =>
  roles.some((role) => role === 'compliance' || role === 'admin')
    ? sql`exists (select from import_file i where i.file_id = f.id)`
    : undefined;

/** Why a file was refused, in the words of the refusal. */
const whyOf = (app: App, language: Language, problem: FileProblem): string =>
  app.text(language, refusalText(problem), {
    megabytes: inMegabytes(fileLimits.import.maxBytes),
    megapixels: maxPixels / 1_000_000,
  });

/** The files of an import of documents: how many, which were refused, and which no row names; null for other imports. */
export async function readFiles(app: App, language: Language, runId: string): Promise<ImportDetails['files']> {
  const { db } = app;
  const { isOfDocuments, stored, refused, unused } = await db.one<{
    isOfDocuments: boolean;
    stored: number;
    refused: number;
    unused: number;
  }>(sql`
    select r.subject = 'documents' as "isOfDocuments", (count(i.file_id))::int as stored, (count(i.problem))::int as refused,
           (count(*) filter (where i.name is not null and not ${isNamed}))::int as unused
    from import_run r left join import_file i on i.run_id = r.id where r.id = ${runId} group by 1`);
  if (!isOfDocuments) return null;
  const problems = await db.rows<{ name: string; problem: FileProblem }>(sql`
    select name, problem from import_file where run_id = ${runId} and problem is not null order by name limit ${shownFiles}`);
  return {
    stored,
    refused,
    unused,
    problems: problems.map(({ name, problem }) => ({ name, why: whyOf(app, language, problem) })),
    unused_names: (await readUnused(db, runId)).slice(0, shownFiles),
  };
}

/** Whether a row names the file `i`. */
const isNamed = sql`exists (select from import_row n where n.run_id = i.run_id and n.outside_id = i.name)`;

/** Files that no row names, once rows were checked. */
export async function readUnused(db: Queries, runId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from import_file i where run_id = ${runId} and not ${isNamed} order by name`);
  return rows.map(({ name }) => name);
}

/** Deletes the files of a run that have not become clients', and what it says of files. */
export async function forgetFiles(tx: Tx, runId: string, at: Date): Promise<void> {
  await deleteFiles(
    tx,
    sql`purpose = 'import' and id in (select file_id from import_file where run_id = ${runId})`,
    at,
  );
  await tx.run(sql`delete from import_file where run_id = ${runId}`);
}

/** How many new documents of each type a checked run has, and those that it has imported. */
export const readDocumentTypes = (db: Queries, runId: string): Promise<ImportDetails['document_types']> =>
  db.rows<ImportDetails['document_types'][number]>(sql`
    select type, count(*)::int as count
    from (select content ->> 'document_type' as type from import_row
          where run_id = ${runId} and outcome = 'new' and content ? 'document_type'
          union all
          select type from imported_document where run_id = ${runId}) document
    group by 1 order by 2 desc, 1`);
