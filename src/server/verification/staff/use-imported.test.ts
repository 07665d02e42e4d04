import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { documentImportsBy } from '#test/compliance/import-documents.ts';
import { startWithImporters } from '#test/compliance/imports.ts';
import { decide } from '#test/compliance/verification.ts';
import { openedBy, png } from '#test/files/upload.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import type { Session, TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
let viktor: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
  viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const { clientNumber, clientId, imported, caseOf, asClient } = documentImportsBy(() => ({ server, ada, paul }));

/** A client with these imported papers, whose case Viktor has. */
async function clientWith(...papers: string[]) {
  const number = await clientNumber();
  const files = await Promise.all(papers.map(async (_, index) => [`${number}-${index}.png`, await png()] as const));
  await imported(
    papers.map((paper, index) => `${number}-${index}.png,${number},${paper}`),
    Object.fromEntries(files),
  );
  const id = await clientId(number);
  await asker(server)('POST /api/staff/verification/assign', viktor, { client_id: id });
  const { imported: shown } = await caseOf(id);
  const ids = files.map(([name]) => shown.find(({ file }) => file.name === name)?.id ?? '');
  const use = (index: number, more: object = {}) =>
    asker(server)('POST /api/staff/verification/use-imported', viktor, {
      client_id: id,
      imported_id: ids[index],
      ...more,
    });
  return { id, use };
}

it('makes an imported passport a pending document, which counts once it is approved', async () => {
  const { id, use } = await clientWith('passport,ab-12 34,,2031-05-06,2022-03-04');
  const { status, body } = await use(0);
  expect(status).toBe(200);
  const [paper] = body.imported;
  expect(body.documents).toMatchObject([
    { kind: 'identity', state: 'pending', number: 'AB1234', expires_on: '2031-05-06' },
  ]);
  expect(paper?.used).toBe(true);
  expect(body.documents[0]?.files).toEqual([paper?.file]);
  expect(body.row.waiting).toContain('identity');

  const own = await asClient(id);
  const { body: seen } = await server.call('POST /api/verification', { as: own, body: {} });
  expect(seen.kinds.find(({ kind }) => kind === 'identity')).toMatchObject({ status: 'in_review' });
  expect((await openedBy(server, own, paper?.file.id ?? '')).status).toBe(200);

  const client = { ...own, user: { ...own.user, id } };
  const decided = await decide(server, viktor, client, body.documents[0]?.id ?? '', { decision: 'approve' });
  expect(decided.body.documents).toMatchObject([{ state: 'approved', decided_by: expect.stringContaining('Viktor') }]);
  const has = await server.db.one(sql`select identity from verification_status where client_id = ${id}`);
  expect(has).toEqual({ identity: true });
  const { details } = await server.db.one<{ details: object }>(sql`
    select details from audit_entry where action = 'verification.use_imported' and client_id = ${id}`);
  expect(details).toEqual({ kind: 'identity', import: paper?.run });
});

it('takes a proof of address that was recent when the other system accepted it', async () => {
  const { use } = await clientWith('utility_bill,,2022-02-20,,2022-03-04', 'utility_bill,,2022-02-20,,');
  expect(codeOf(await use(1))).toBe('verification.document_old');
  const { body } = await use(0);
  expect(body.documents).toMatchObject([{ kind: 'residence', state: 'pending', issued_on: '2022-02-20' }]);
});

it('asks for what the import left out, and keeps what it says', async () => {
  const { use } = await clientWith('id_card,X 1,,,');
  expect(codeOf(await use(0))).toBe('validation.required');
  const { body } = await use(0, { number: 'Y 2', expires_on: '2031-05-06' });
  expect(body.documents).toMatchObject([{ number: 'X1', expires_on: '2031-05-06' }]);
});

it('takes a paper once, of its client alone, and none that proves nothing', async () => {
  const [mine, others] = [await clientWith('payslip,,2026-02-10,,'), await clientWith('other,,,,')];
  const answers = await Promise.all([mine.use(0), mine.use(0)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await others.use(0)).status).toBe(404);
  const { imported: papers } = await caseOf(mine.id);
  const foreign = await asker(server)('POST /api/staff/verification/use-imported', viktor, {
    client_id: others.id,
    imported_id: papers[0]?.id,
  });
  expect(foreign.status).toBe(404);
});
