import { expect } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf } from '../browser.ts';
import { sendBytes } from '../files/upload.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import type { Session } from '../server.ts';
import { documentMapping, documentsOf, fileOf, importsBy, row, type People } from './imports.ts';

/** The steps of an import of documents, by people who are there once a step is taken. */
export function documentImportsBy(people: () => People) {
  const clients = importsBy(people);
  const steps = importsBy(people, 'documents');
  const { upload, shown, request, decide } = steps;

  /** Imports a client, and gives their number in the other system. */
  async function clientNumber(): Promise<string> {
    const one = row();
    await clients.imported(fileOf(one));
    return one.split(',')[0] ?? '';
  }

  const clientId = async (number: string) =>
    (
      await people().server.db.one<{ id: string }>(sql`
        select client_id as id from imported_client where outside_id = ${number}`)
    ).id;

  const started = async (...rows: string[]) => ((await upload(documentsOf(...rows))).body as { id: string }).id;

  const add = (id: string, name: string, content: Uint8Array, as = people().ada) =>
    sendBytes(
      people().server,
      as,
      `/api/staff/imports/file?${new URLSearchParams({ run_id: id, name }).toString()}`,
      content,
    );

  async function check(id: string) {
    const { server, ada } = people();
    const body = { run_id: id, mapping: documentMapping() };
    expect((await server.call('POST /api/staff/imports/check', { as: ada, body })).status).toBe(200);
    await server.app.jobs.run('imports.work');
    return shown(id);
  }

  async function approve(id: string) {
    expect((await request(id)).status).toBe(200);
    expect((await decide(id, people().paul)).status).toBe(200);
  }

  /** An import of rows with files, approved and done. */
  async function imported(rows: readonly string[], files: Readonly<Record<string, Uint8Array>>) {
    const id = await started(...rows);
    for (const [name, content] of Object.entries(files)) expect((await add(id, name, content)).status).toBe(200);
    await check(id);
    await approve(id);
    await people().server.app.jobs.run('imports.work');
    return shown(id);
  }

  let made = 0;
  /** A row with a file name of its own. */
  function paper(client: string, rest = 'passport,X 1,,2099-01-01,'): [row: string, name: string] {
    made += 1;
    return [`paper${made}.png,${client},${rest}`, `paper${made}.png`];
  }

  const caseOf = async (id: string) =>
    (await people().server.call('POST /api/staff/verification/case', { as: people().ada, body: { client_id: id } }))
      .body;

  /** The session of another person, made that of the client, who has no password. */
  async function asClient(id: string): Promise<Session> {
    const stranger = await people().server.register();
    await people().server.db.run(sql`update session set person_id = ${id} where person_id = ${stranger.user.id}`);
    return stranger;
  }

  const report = async (id: string) =>
    (
      await fetch(`${people().server.url}/api/staff/imports/report?run_id=${id}`, { headers: headersOf(people().ada) })
    ).text();

  /** Files that an import has taken in, by their names. */
  const fileIds = async (runId: string) =>
    (
      await people().server.db.rows<{ id: string }>(sql`
        select file_id as id from import_file where run_id = ${runId} and file_id is not null order by name`)
    ).map(({ id }) => id);

  const breaches = () =>
    people().server.db.snapshot(async (db) =>
      (await verifyBooks(db, people().server.config)).findings.flatMap(({ invariant, breach }) =>
        breach ? [`${invariant}: ${breach.why}`] : [],
      ),
    );

  return {
    ...steps,
    clientNumber,
    clientId,
    started,
    add,
    check,
    approve,
    imported,
    paper,
    caseOf,
    asClient,
    report,
    fileIds,
    breaches,
  };
}
