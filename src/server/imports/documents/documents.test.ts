import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { documentImportsBy } from '#test/compliance/import-documents.ts';
import { faultsOf, startWithImporters } from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import { openedBy, pdf, png } from '#test/files/upload.ts';
import type { Session, TestServer } from '#test/server.ts';
import { workOnImports } from '../work.ts';
import { importedDocuments } from './imported-documents.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const steps = documentImportsBy(() => ({ server, ada, paul }));
const { shown, request, decide, clientNumber, clientId, started, add, check, approve } = steps;
const { imported, paper, caseOf, asClient, report, fileIds, breaches } = steps;

describe('an import of documents', () => {
  it('takes files first, then two people, and puts papers among the clients’, without another level', async () => {
    const client = await clientNumber();
    const id = await clientId(client);
    const levelOf = () => server.db.one(sql`select verification_level, level_override from person where id = ${id}`);
    const before = await levelOf();
    const run = await started(
      `scans/pass.png,${client},Passport,ab-12 34,,2031-05-06,2022-03-04T10:00:00Z`,
      `bill.pdf,${client},utility bill,,2022-01-02,,`,
      `w8.pdf,${client},other,,,,`,
    );
    for (const [name, content] of [
      ['pass.png', await png()],
      ['bill.pdf', pdf()],
      ['w8.pdf', pdf({ catalog: '/Lang (en)' })],
    ] as const)
      expect((await add(run, name, content)).status).toBe(200);
    const checked = await check(run);
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 3, refused: 0 },
      files: { stored: 3, refused: 0, unused: 0 },
      document_types: [
        { type: 'other', count: 1 },
        { type: 'passport', count: 1 },
        { type: 'utility_bill', count: 1 },
      ],
    });
    expect((await caseOf(id)).imported).toEqual([]);
    expect((await request(run)).status).toBe(200);
    expect((await decide(run, ada)).refusal.code).toBe('approvals.own_request');
    expect((await decide(run, paul)).status).toBe(200);
    await server.app.jobs.run('imports.work');

    const done = await shown(run);
    expect(done).toMatchObject({ state: 'done', result: { approved: 3, imported: 3, left_out: 0 } });
    const { imported: papers } = await caseOf(id);
    expect(papers).toMatchObject([
      { kind: 'identity', type: 'passport', number: 'AB1234', expires_on: '2031-05-06', accepted_on: '2022-03-04' },
      { kind: 'residence', type: 'utility_bill', number: null, issued_on: '2022-01-02', run: done.number },
      { kind: 'other', type: 'other', file: { name: 'w8.pdf' } },
    ]);
    expect(await levelOf()).toEqual(before);
    expect(await server.db.rows(sql`select from verification_document where client_id = ${id}`)).toEqual([]);

    const own = await asClient(id);
    const { body } = await server.call('POST /api/verification', { as: own, body: {} });
    expect(body.imported).toEqual(papers);
    expect((await openedBy(server, own, papers[0]!.file.id)).status).toBe(200);
    expect(await breaches()).toEqual([]);
  });

  it('names files and rows that do not fit together, each with why', async () => {
    const [one, other] = [await clientNumber(), await clientNumber()];
    const same = await png();
    const run = await started(
      `there.png,${one},passport,1,,,`,
      `missing.png,${one},passport,1,,,`,
      `script.png,${one},passport,1,,,`,
      `lost.png,NOBODY,passport,1,,,`,
      `both.png,${one},passport,1,,,`,
      `both.png,${other},passport,1,,,`,
      `copy.png,${one},id card,1,,,`,
      `day.png,${one},library card,1,2999-01-01,,2999-01-01`,
    );
    expect((await add(run, 'there.png', same)).status).toBe(200);
    expect((await add(run, 'script.png', Buffer.from('MZ no picture'))).refusal.code).toBe('files.type');
    for (const name of ['lost.png', 'both.png', 'day.png', 'nobody.png']) await add(run, name, await png());
    expect((await add(run, 'copy.png', same)).status).toBe(200);
    const checked = await check(run);
    expect(checked.counts).toMatchObject({ new: 1, refused: 7 });
    expect(checked.faulty.map(({ line, outside_id: name }) => [line, name])).toEqual([
      [3, 'missing.png'],
      [4, 'script.png'],
      [5, 'lost.png'],
      [6, 'both.png'],
      [7, 'both.png'],
      [8, 'copy.png'],
      [9, 'day.png'],
    ]);
    expect(faultsOf(checked)).toEqual([
      ['file_name no_file'],
      ['file_name file_refused'],
      ['outside_id unknown'],
      ['file_name shared'],
      ['file_name shared'],
      ['file_name twice'],
      ['document_type unknown', 'issued_on invalid', 'accepted_on invalid'],
    ]);
    expect(checked.files).toEqual({
      stored: 6,
      refused: 1,
      unused: 1,
      problems: [{ name: 'script.png', why: expect.stringContaining('PDF, JPEG, PNG or WebP') as string }],
      unused_names: ['nobody.png'],
    });
    expect(await report(run)).toMatch(/,nobody\.png,,file_name,no_row/);
  });

  it('does not take a file twice, and says which are still to come', async () => {
    const client = await clientNumber();
    const [line, name] = paper(client);
    const run = await started(line);
    const [content, other] = [await png(), await png()];
    const files = [content, other].map((each, index) => ({
      name: index === 0 ? name : 'later.png',
      sha256: createHash('sha256').update(each).digest('hex'),
    }));
    const missing = async () =>
      (await server.call('POST /api/staff/imports/missing-files', { as: ada, body: { run_id: run, files } })).body;
    expect(await missing()).toEqual({ missing: [0, 1] });
    const answers = await Promise.all([1, 2, 3].map(() => add(run, name, content)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await missing()).toEqual({ missing: [1] });
    expect(await fileIds(run)).toHaveLength(1);
    expect((await add(run, name, other)).refusal.code).toBe('imports.file_exists');
    const stored = await server.db.rows(
      sql`select from file where purpose = 'import' and deleted_at is null and name = ${name}`,
    );
    expect(stored).toHaveLength(1);
  });

  it('asks for another check after another file', async () => {
    const [line, name] = paper(await clientNumber());
    const run = await started(line);
    expect(faultsOf(await check(run))).toEqual([['file_name no_file']]);
    await add(run, name, await png());
    expect((await shown(run)).state).toBe('uploaded');
    expect((await request(run)).refusal.code).toBe('imports.state');
    expect((await check(run)).counts).toMatchObject({ new: 1 });
    await request(run);
    expect((await add(run, 'late.png', await png())).refusal.code).toBe('imports.state');
  });

  it('changes nothing when the same papers come again, and reports what differs', async () => {
    const client = await clientNumber();
    const content = [await png(), await png()] as const;
    const [one, first] = paper(client);
    const [two, second] = paper(client);
    await imported([one, two], { [first]: content[0], [second]: content[1] });
    const again = await started(one, two.replace('2099-01-01', '2098-01-01'));
    for (const [index, name] of [first, second].entries()) await add(again, name, content[index]!);
    const checked = await check(again);
    expect(checked.counts).toMatchObject({ same: 1, differs: 1, new: 0 });
    expect(faultsOf(checked)).toEqual([['expires_on differs']]);
    expect((await request(again)).refusal.code).toBe('imports.nothing_new');
  });

  it('takes a paper once when two imports have it, and leaves the second out', async () => {
    const client = await clientNumber();
    const [line, name] = paper(client);
    const content = await png();
    const runs = [await started(line), await started(line)];
    for (const id of runs) {
      await add(id, name, content);
      await check(id);
    }
    for (const id of runs) await approve(id);
    await Promise.all([workOnImports(server.app), workOnImports(server.app)]);
    expect(await shown(runs[0]!)).toMatchObject({ result: { imported: 1, left_out: 0 } });
    const late = await shown(runs[1]!);
    expect(late).toMatchObject({ result: { imported: 0, left_out: 1 } });
    expect(faultsOf(late)).toEqual([['file_name taken']]);
    expect((await caseOf(await clientId(client))).imported).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it('leaves none of a batch when the process ends between files and rows, and then goes on', async () => {
    const client = await clientNumber();
    const papers = Array.from({ length: 70 }, () => paper(client));
    const content = await Promise.all(papers.map(() => png()));
    const run = await started(...papers.map(([line]) => line));
    for (const [index, [, name]] of papers.entries()) await add(run, name, content[index]!);
    await check(run);
    await approve(run);
    const { create } = importedDocuments;
    let batches = 0;
    const spy = vi.spyOn(importedDocuments, 'create').mockImplementation(async (...given) => {
      const refused = await create(...given);
      batches += 1;
      // After the files were made the client's, and before the commit.
      if (batches === 2) throw new Error('the process ends here');
      return refused;
    });
    await expect(server.app.jobs.run('imports.work')).rejects.toThrow('the process ends here');
    spy.mockRestore();
    const id = await clientId(client);
    const owned = () =>
      server.db.one(sql`
        select count(*)::int as files, (select count(*)::int from imported_document where client_id = ${id}) as papers
        from file where owner_id = ${id} and purpose = 'verification'`);
    expect(await owned()).toEqual({ files: 50, papers: 50 });
    await server.app.jobs.run('imports.work');
    expect(await shown(run)).toMatchObject({ state: 'done', counts: { imported: 70 } });
    expect(await owned()).toEqual({ files: 70, papers: 70 });
    expect(await breaches()).toEqual([]);
  });
});

describe('what was imported', () => {
  it('stays, and comes only by an import of documents that two people approved', async () => {
    const client = await clientNumber();
    const [line, name] = paper(client);
    const run = await imported([line], { [name]: await png() });
    for (const change of [
      sql`update imported_document set number = 'X' where run_id = ${run.id}`,
      sql`delete from imported_document where run_id = ${run.id}`,
    ])
      await expect(server.db.run(change)).rejects.toThrow('append-only');
    await expect(
      server.db.run(sql`
        insert into imported_document (id, client_id, kind, type, sha256, file_id, run_id, row_number, created_at)
        select gen_random_uuid(), client_id, kind, type, sha256('other'), file_id, run_id, 99, created_at
        from imported_document where run_id = ${run.id}`),
    ).rejects.toThrow('lacks a second person');
    await forge(
      server.ownerUrl,
      sql`alter table imported_document disable trigger user`,
      sql`delete from imported_document where run_id = ${run.id}`,
      sql`alter table imported_document enable trigger user`,
    );
    expect((await breaches()).join('\n')).toContain('it says that it was imported, and nothing came of it');
  });
});
