import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesData } from '#server/platform/files/own-data.ts';
import { sweepFiles } from '#server/platform/files/remove-file.ts';
import { sql } from '#server/platform/db/sql.ts';
import { documentImportsBy } from '#test/compliance/import-documents.ts';
import { faultsOf, startWithImporters } from '#test/compliance/imports.ts';
import { openedBy, png, storedOnDisk } from '#test/files/upload.ts';
import type { Session, TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const steps = documentImportsBy(() => ({ server, ada, paul }));
const { shown, request, waitingFor, clientNumber, clientId, started, add, check, approve } = steps;
const { paper, caseOf, asClient, fileIds, breaches } = steps;

/** Ids of the files in the export of a person's own data. */
const ownFiles = async (personId: string) =>
  (await Promise.all(filesData.slice(0, 1).map(({ rows }) => server.db.rows<{ id: string }>(rows(personId)))))
    .flat()
    .map(({ id }) => id);

describe('a file of an import', () => {
  it('is for those who decide on imports, each view logged, and belongs to nobody who brought it', async () => {
    const [line, name] = paper(await clientNumber());
    const run = await started(line);
    await add(run, name, await png());
    const [file = ''] = await fileIds(run);
    const officer = await server.register({ roles: ['client', 'compliance'] });
    const others = [await server.register(), await server.register({ roles: ['client', 'support', 'finance'] })];
    for (const other of others) expect((await openedBy(server, other, file)).status).toBe(404);
    for (const reader of [ada, officer]) expect((await openedBy(server, reader, file)).status).toBe(200);
    const views = await server.db.rows<{ id: string }>(
      sql`select viewer_id as id from file_access where file_id = ${file}`,
    );
    expect(views.map(({ id }) => id).toSorted()).toEqual([ada.user.id, officer.user.id].toSorted());
    expect((await server.call('POST /api/files/remove', { as: ada, body: { id: file } })).status).toBe(404);
    expect(await ownFiles(ada.user.id)).not.toContain(file);
    // An administrator of before does not see what they brought.
    await server.db.run(sql`update file set owner_id = ${others[0]!.user.id} where id = ${file}`);
    expect((await openedBy(server, others[0]!, file)).status).toBe(404);
  });

  it('becomes its client’s, and no other client’s, with the views of before', async () => {
    const [one, two] = [await clientNumber(), await clientNumber()];
    const [[first, firstName], [second, secondName]] = [paper(one), paper(two)];
    const run = await started(first, second);
    await add(run, firstName, await png());
    await add(run, secondName, await png());
    const files = await fileIds(run);
    await openedBy(server, paul, files[0] ?? '');
    await check(run);
    await approve(run);
    await server.app.jobs.run('imports.work');
    const owners = [await clientId(one), await clientId(two)];
    const sessions = [await asClient(owners[0]!), await asClient(owners[1]!)];
    for (const [index, as] of sessions.entries()) {
      const { body } = await server.call('POST /api/verification', { as, body: {} });
      const [own] = body.imported;
      expect(body.imported).toHaveLength(1);
      expect((await openedBy(server, as, own!.file.id)).status).toBe(200);
      expect((await openedBy(server, sessions[1 - index]!, own!.file.id)).status).toBe(404);
      expect(await ownFiles(owners[index]!)).toContain(own!.file.id);
      expect(body.access_log).toMatchObject(index === 0 ? [{ kind: 'identity', who: 'Paul' }] : []);
    }
  });

  it('is not imported when it was exchanged after the approval', async () => {
    const client = await clientNumber();
    const papers = Array.from({ length: 5 }, () => paper(client));
    const run = await started(...papers.map(([line]) => line));
    for (const [, name] of papers) await add(run, name, await png());
    const [hashed, overwritten, swapped, whole] = await fileIds(run);
    await check(run);
    await approve(run);
    const paths = await storedOnDisk(server);
    const pathOf = (id = '') => paths.find((path) => path.endsWith(id)) ?? '';
    await server.db.run(sql`update file set sha256 = sha256('other') where id = ${hashed}`);
    await writeFile(pathOf(overwritten), await readFile(pathOf(whole)));
    // The row of another file: content, hash and file fit together, and not with what was approved.
    await server.db.run(sql`
      update import_row n set content = jsonb_set(n.content, '{file}', o.content -> 'file')
      from import_row o where n.run_id = ${run} and o.run_id = n.run_id and n.content -> 'file' ->> 'id' = ${swapped}
        and o.content -> 'file' ->> 'id' = ${whole}`);
    await server.app.jobs.run('imports.work');
    const done = await shown(run);
    expect(done).toMatchObject({ state: 'done', counts: { imported: 2, refused: 3 } });
    expect(faultsOf(done).flat().toSorted()).toEqual(['file_name changed', 'file_name changed', 'null changed']);
    expect((await caseOf(await clientId(client))).imported).toHaveLength(2);
    expect((await breaches()).join('\n')).toContain('5 rows were approved, 2 imported and 0 left out');
    const left = await server.db.rows(sql`
      select from file where id = any(${[hashed, overwritten, swapped]}::uuid[]) and deleted_at is null`);
    expect(left).toEqual([]);
  });

  const giveUp = (run: string) => server.call('POST /api/staff/imports/end', { as: ada, body: { run_id: run } });
  const ends = {
    'given up': giveUp,
    'refused and given up': async (run: string) => {
      await request(run);
      const which = { approval_request_id: await waitingFor(run, paul), current_password: paul.password };
      await server.call('POST /api/staff/approvals/decline', { as: paul, body: { ...which, reason: 'Old papers.' } });
      await giveUp(run);
    },
    forgotten: async (run: string) => {
      await server.db.run(sql`update import_run set created_at = created_at - interval '31 days' where id = ${run}`);
      await server.app.jobs.run('imports.purge');
    },
  };
  it.each(Object.entries(ends))('is deleted when its import is %s', async (_, end) => {
    const [line, name] = paper(await clientNumber());
    const run = await started(line);
    await add(run, name, await png());
    const [file = ''] = await fileIds(run);
    await check(run);
    expect((await openedBy(server, ada, file)).status).toBe(200);
    await end(run);
    expect((await shown(run)).state).toBe('ended');
    expect((await openedBy(server, ada, file)).status).toBe(404);
    const { key } = await server.db.one<{ key: Buffer | null }>(
      sql`select key_wrapped as key from file where id = ${file}`,
    );
    expect(key).toBeNull();
    const isStored = async () => (await storedOnDisk(server)).some((path) => path.endsWith(file));
    expect(await isStored()).toBe(true);
    await sweepFiles(server.app, new Date(Date.now() + 25 * 3_600_000));
    expect(await isStored()).toBe(false);
    expect(await server.db.rows(sql`select from import_file where run_id = ${run}`)).toEqual([]);
    const names = await server.db.rows(sql`select from import_row where run_id = ${run} and outside_id is not null`);
    expect(names).toEqual([]);
  });

  it('stays while an import waits for longer than unused uploads do', async () => {
    const [line, name] = paper(await clientNumber());
    const run = await started(line);
    await add(run, name, await png());
    await server.db.run(sql`update file set created_at = created_at - interval '3 days' where purpose = 'import'`);
    await sweepFiles(server.app);
    expect((await openedBy(server, ada, (await fileIds(run))[0] ?? '')).status).toBe(200);
  });

  it('goes to the one client whose row names it, whatever rows and files there are', async () => {
    const numbers = await Promise.all([1, 2, 3].map(async () => clientNumber()));
    let made = 0;
    const cases = fc.array(fc.record({ client: fc.nat(2), file: fc.nat(7), sent: fc.boolean() }), {
      minLength: 1,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(cases, async (rows) => {
        made += 1;
        const nameOf = (file: number) => `any${made}-${file}.png`;
        const run = await started(
          ...rows.map(({ client, file }) => `${nameOf(file)},${numbers[client]},passport,1,,,`),
        );
        for (const file of new Set(rows.filter(({ sent }) => sent).map((each) => each.file)))
          expect((await add(run, nameOf(file), await png())).status).toBe(200);
        const { counts } = await check(run);
        if (counts.new > 0) {
          await approve(run);
          await server.app.jobs.run('imports.work');
        }
        const sent = (file: number) => rows.some((each) => each.sent && each.file === file);
        const times = (file: number) => rows.filter((each) => each.file === file).length;
        const expected = rows
          .filter(({ file }) => sent(file) && times(file) === 1)
          .map(({ client, file }) => `${numbers[client]} ${nameOf(file)}`);
        const got = await server.db.rows<{ paper: string }>(sql`
          select i.outside_id || ' ' || f.name as paper
          from imported_document d join imported_client i using (client_id) join file f on f.id = d.file_id and f.owner_id = d.client_id
          where d.run_id = ${run}`);
        expect(got.map(({ paper: each }) => each).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
