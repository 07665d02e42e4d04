import { importedTypes } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAuditEach } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handOverFiles } from '#server/platform/files/hand-over.ts';
import { newId } from '#server/platform/id.ts';
import { judge, type ReadRow } from '../judge.ts';
import { refuseRows } from '../refuse-rows.ts';
import { mappingOf, runNumber, type LockedRun } from '../run-row.ts';
import type { CheckedRow, Fault, NewRow, Subject } from '../subject.ts';
import { kindOf, readDocument, type DocumentRow } from './read-document.ts';

/** Rows that are documents of clients who were imported before. They raise no level. */
export const importedDocuments: Subject<DocumentRow> = {
  // The content of each file is read once more before it becomes the client's.
  atOnce: 50,
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const today = app.clock.now().toISOString().slice(0, 10);
    const read = rows.map(({ number, cells }) => ({
      number,
      ...readDocument(cells, run.header.length, mapping, today),
    }));
    const files = await findFiles(tx, run.id, read);
    for (const { content } of read) Object.assign(content, { file: files.get(content.file_name ?? '')?.file });
    const contents = read.map(({ content }) => content);
    const [clients, present] = [await findClients(tx, contents), await findPresent(tx, contents)];
    return read.map((row) => judgeDocument(row, { files, clients, present }));
  },
  checkTogether,
  create: storeDocuments,
};

interface Found {
  files: ReadonlyMap<string, { file: DocumentRow['file'] | undefined }>;
  /** Ids of clients by their numbers in the other system. */
  clients: ReadonlyMap<string, string>;
  present: ReadonlyMap<string, Present>;
}

type Present = Pick<DocumentRow, (typeof compared)[number]>;
const compared = ['document_type', 'document_number', 'issued_on', 'expires_on', 'accepted_on'] as const;

function judgeDocument({ number, content, faults }: ReadRow<DocumentRow>, found: Found): CheckedRow {
  const { outside_id: outsideId, file_name: name } = content;
  const all = [...faults];
  if (outsideId !== undefined && !found.clients.has(outsideId)) all.push({ field: 'outside_id', code: 'unknown' });
  if (name !== undefined && !content.file)
    all.push({ field: 'file_name', code: found.files.has(name) ? 'file_refused' : 'no_file' });
  return judge<DocumentRow, (typeof compared)[number]>(
    { number, content, faults: all },
    {
      about: { outsideId: name ?? null },
      presentOf: (row) => found.present.get(placeOf(row)),
      compared,
      newFaults: () => [],
    },
  );
}

/** One paper of a client: the same bytes prove one thing once. */
const placeOf = ({ outside_id, document_type, file }: DocumentRow): string =>
  `${kindOf(document_type)} ${file.sent_sha256} ${outside_id}`;

/** The files of a run that rows name; one that was refused is without content. */
async function findFiles(tx: Tx, runId: string, read: readonly { content: Partial<DocumentRow> }[]) {
  const found = await tx.rows<{ name: string; id: string | null; stored: string | null; sent: string | null }>(sql`
    select i.name, f.id, encode(f.sha256, 'hex') as stored, encode(i.sha256, 'hex') as sent
    from import_file i left join file f on f.id = i.file_id and f.deleted_at is null
    where i.run_id = ${runId} and i.name = any(${read.flatMap(({ content }) => content.file_name ?? [])}::text[])`);
  return new Map(
    found.map(({ name, id, stored, sent }) => {
      const isThere = id !== null && stored !== null && sent !== null;
      return [name, { file: isThere ? { id, stored_sha256: stored, sent_sha256: sent } : undefined }];
    }),
  );
}

async function findClients(tx: Tx, contents: readonly Partial<DocumentRow>[]): Promise<Map<string, string>> {
  const numbers = [...new Set(contents.flatMap(({ outside_id: id }) => id ?? []))];
  const found = await tx.rows<{ number: string; id: string }>(sql`
    select outside_id as number, client_id as id from imported_client where outside_id = any(${numbers}::text[])`);
  return new Map(found.map(({ number, id }) => [number, id]));
}

/** Documents that were imported before, by client, kind and content. */
async function findPresent(tx: Tx, contents: readonly Partial<DocumentRow>[]): Promise<Map<string, Present>> {
  const hashes = contents.flatMap(({ file }) => file?.sent_sha256 ?? []);
  const found = await tx.rows<Present & { place: string }>(sql`
    select d.kind || ' ' || encode(d.sha256, 'hex') || ' ' || i.outside_id as place, d.type as document_type,
           d.number as document_number, d.issued_on::text, d.expires_on::text, d.accepted_on::text
    from imported_document d join imported_client i using (client_id)
    where d.sha256 = any(select decode(hash, 'hex') from unnest(${hashes}::text[]) as sent (hash))
      and i.outside_id = any(${contents.flatMap(({ outside_id: id }) => id ?? [])}::text[])`);
  return new Map(found.map(({ place, ...present }) => [place, present]));
}

/**
 * A file that several rows name goes to none of them: nothing says whose it is. Of rows that are the same paper of a client, the
 * first counts.
 */
async function checkTogether(_: App, tx: Tx, run: LockedRun): Promise<void> {
  const shared = await tx.rows<{ number: number }>(sql`
    select number
    from (select number, outcome, count(*) over (partition by outside_id) as times
          from import_row where run_id = ${run.id} and outside_id is not null) named
    where times > 1 and outcome in ('new', 'same', 'differs')`);
  await refuseRows(tx, run.id, shared, { field: 'file_name', code: 'shared' });
  const again = await tx.rows<{ number: number }>(sql`
    select number
    from (select n.number,
                 row_number() over (partition by n.content ->> 'outside_id', n.content -> 'file' ->> 'sent_sha256', t.kind order by n.number) as place
          from import_row n join unnest(${[...importedTypes]}::text[], ${importedTypes.map(kindOf)}::text[]) as t (type, kind)
            on t.type = n.content ->> 'document_type'
          where n.run_id = ${run.id} and n.outcome = 'new') numbered
    where place > 1`);
  await refuseRows(tx, run.id, again, { field: 'file_name', code: 'twice' });
}

/**
 * Stores the documents of these rows, and makes their files the clients', in one step.
 * @returns the faults of rows whose file was exchanged since the check, or whose paper another import has brought by now
 */
async function storeDocuments(
  app: App,
  tx: Tx,
  run: LockedRun,
  rows: readonly NewRow<DocumentRow>[],
): Promise<Map<number, Fault>> {
  const contents = rows.map(({ content }) => content);
  const clients = await findClients(tx, contents);
  // In the order in which every action locks people. Two imports bring no paper at the same time.
  await tx.run(sql`
    select from person where id = any(${[...clients.values()]}::uuid[]) order by id for no key update`);
  const present = await findPresent(tx, contents);
  const fresh = rows.flatMap(({ number, content }) => {
    const clientId = clients.get(content.outside_id);
    return clientId === undefined || present.has(placeOf(content)) ? [] : [{ number, content, clientId }];
  });
  const whole = await handOverFiles(
    app,
    tx,
    fresh.map(({ content: { file }, clientId }) => ({ id: file.id, sha256: file.stored_sha256, ownerId: clientId })),
  );
  const stored = fresh.filter(({ content }) => whole.has(content.file.id));
  await insertDocuments(app, tx, run, stored);
  const refused = new Map<number, Fault>();
  for (const { number, content } of rows) {
    if (stored.some((each) => each.number === number)) continue;
    const isTaken = present.has(placeOf(content));
    refused.set(number, { field: 'file_name', code: isTaken ? 'taken' : 'changed' });
  }
  return refused;
}

async function insertDocuments(
  app: App,
  tx: Tx,
  run: LockedRun,
  stored: readonly (NewRow<DocumentRow> & { clientId: string })[],
): Promise<void> {
  const of = <Value>(pick: (content: DocumentRow) => Value) => stored.map(({ content }) => pick(content));
  const clientIds = stored.map(({ clientId }) => clientId);
  await tx.run(sql`
    insert into imported_document
      (id, client_id, kind, type, number, issued_on, expires_on, accepted_on, sha256, file_id, run_id, row_number, created_at)
    select id, client_id, kind, type, number, issued_on, expires_on, accepted_on, decode(sha256, 'hex'), file_id, ${run.id}, row_number,
           ${app.clock.now()}
    from unnest(${stored.map(() => newId())}::uuid[], ${clientIds}::uuid[],
                ${of((row) => kindOf(row.document_type))}::text[], ${of((row) => row.document_type)}::text[],
                ${of((row) => row.document_number)}::text[], ${of((row) => row.issued_on)}::date[], ${of((row) => row.expires_on)}::date[],
                ${of((row) => row.accepted_on)}::date[], ${of(({ file }) => file.sent_sha256)}::text[], ${of(({ file }) => file.id)}::uuid[],
                ${stored.map(({ number }) => number)}::int[])
      as fresh (id, client_id, kind, type, number, issued_on, expires_on, accepted_on, sha256, file_id, row_number)`);
  const details = { import: runNumber(run.number) };
  await writeAuditEach(tx, app.clock, { actorId: run.createdBy, action: 'imports.document', details }, clientIds);
}
