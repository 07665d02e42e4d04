import { createHash } from 'node:crypto';
import { fileProblems, maxImportFiles, type FileProblem } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { receiveFile } from '#server/platform/files/upload-file.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hashed } from '#server/platform/files/handle-bytes.ts';
import { cleanName } from '../file/arriving.ts';
import { lockRun, type LockedRun } from '../run-row.ts';

const done = { status: 'ok' } as const;

/**
 * Takes a file that a row of an import names, or notes why it is refused. The same bytes under the same name are taken once. What
 * was checked before is to be checked again.
 * @throws Refusal as `imports.add_file` lists them
 */
export async function addFile(
  app: App,
  me: Person,
  { run_id: runId, name: given }: { run_id: string; name: string },
  content: AsyncIterable<Buffer>,
) {
  const name = cleanName(given);
  // Before the bytes are read; it is asked again with the run locked until the file is there.
  await app.db.tx((tx) => lockOpen(tx, runId));
  const hash = createHash('sha256');
  const sentHash = () => hash.copy().digest();
  try {
    const refer = async (tx: Tx, fileId: string) => {
      await lockOpen(tx, runId);
      await insertFile(tx, { runId, name, sha256: sentHash(), fileId });
    };
    await receiveFile(app, { ownerId: me.id, purpose: 'import', name }, hashed(content, hash), { refer });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'imports.file_exists' && (await isThere(app, runId, { name, sha256: sentHash() }))) return done;
    const problem = fileProblems.find((code) => code === error.code);
    if (problem) await noteProblem(app, { runId, name, problem, sha256: sentHash() });
    throw error;
  }
  return done;
}

async function lockOpen(tx: Tx, runId: string): Promise<LockedRun> {
  const run = await lockRun(tx, runId, ['uploaded', 'checked']);
  if (run.subject !== 'documents') throw refuse('imports.state');
  return run;
}

interface ArrivedFile {
  runId: string;
  name: string;
  sha256: Buffer;
  fileId: string;
}

async function insertFile(tx: Tx, { runId, name, sha256, fileId }: ArrivedFile): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from import_file where run_id = ${runId}`);
  if (count >= maxImportFiles) throw refuse('imports.too_many_files', { max: maxImportFiles });
  const stored = await tx.run(sql`
    insert into import_file as i (run_id, name, sha256, file_id) values (${runId}, ${name}, ${sha256}, ${fileId})
    on conflict (run_id, name) do update set sha256 = excluded.sha256, file_id = excluded.file_id, problem = null
      where i.file_id is null`);
  if (stored === 0) throw refuse('imports.file_exists');
  await tx.run(sql`update import_run set state = 'uploaded' where id = ${runId} and state = 'checked'`);
}

/** A later file of the same name may be a better one. */
async function noteProblem(
  app: App,
  { runId, name, problem, sha256 }: Pick<ArrivedFile, 'runId' | 'name' | 'sha256'> & { problem: FileProblem },
): Promise<void> {
  await app.db.tx(async (tx) => {
    await lockOpen(tx, runId);
    // A file that is too large was not read to its end.
    const whole = problem === 'files.too_large' ? null : sha256;
    await tx.run(sql`
      insert into import_file as i (run_id, name, sha256, problem) values (${runId}, ${name}, ${whole}, ${problem})
      on conflict (run_id, name) do update set sha256 = excluded.sha256, problem = excluded.problem where i.file_id is null`);
  });
}

async function isThere({ db }: App, runId: string, { name, sha256 }: Pick<ArrivedFile, 'name' | 'sha256'>) {
  const found = await db.rows(sql`
    select from import_file where run_id = ${runId} and name = ${name} and sha256 = ${sha256} and file_id is not null`);
  return found.length > 0;
}

/**
 * Which of these files are still to be sent: one that is there, or was refused, by its name and its bytes, is not.
 * @throws Refusal `http.not_found`, `imports.state`
 */
export async function missingFiles(
  app: App,
  { run_id: runId, files }: { run_id: string; files: readonly { name: string; sha256: string }[] },
): Promise<{ missing: number[] }> {
  await app.db.tx((tx) => lockOpen(tx, runId));
  const rows = await app.db.rows<{ place: number }>(sql`
    select place::int - 1 as place
    from unnest(${files.map(({ name }) => cleanName(name))}::text[], ${files.map(({ sha256 }) => sha256)}::text[])
      with ordinality as sent (name, sha256, place)
    where not exists (select from import_file i where i.run_id = ${runId} and i.name = sent.name and i.sha256 = decode(sent.sha256, 'hex'))
    order by place`);
  return { missing: rows.map(({ place }) => place) };
}
