import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { fileOf, importsBy, mapping, row, startWithImporters } from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import type { Session, TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const { shown, checked, request, decide } = importsBy(() => ({ server, ada, paul }));

it('ends an import that has begun as it stands, and invites no one by itself', async () => {
  const { id } = await checked(fileOf(row(), row()), mapping({ invite: 'now' }));
  await request(id);
  expect((await decide(id, paul)).status).toBe(200);
  // A request that was changed past the program: the import fails each time.
  await forge(
    server.ownerUrl,
    sql`update approval_request set reason = 'changed' where kind = 'import' and key = ${id}`,
  );
  await expect(server.app.jobs.run('imports.work')).rejects.toThrow('changed past the program');
  expect(await shown(id)).toMatchObject({ state: 'importing', position: 0 });

  expect((await server.call('POST /api/staff/imports/end', { as: ada, body: { run_id: id } })).status).toBe(200);
  await server.app.jobs.run('imports.work');
  expect(await shown(id)).toMatchObject({
    state: 'done',
    counts: { new: 2, imported: 0 },
    samples: [],
    invitations: { sent: 0, left: 0, running: false },
  });
  const { left } = await server.db.one<{ left: number }>(sql`
    select count(*)::int as left from import_row
    where run_id = ${id} and (cells is not null or content is not null or email is not null)`);
  expect(left).toBe(0);
  expect((await server.call('POST /api/staff/imports/end', { as: ada, body: { run_id: id } })).refusal.code).toBe(
    'imports.state',
  );
});
