import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asker } from '#test/money/payments.ts';
import { csvOfLines, settled } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const summary = async () => (await server.call('POST /api/staff/reconciliation/summary', { as: ines, body: {} })).body;

it('counts lines until staff decide on them, and differences until they are explained', async () => {
  expect(await summary()).toEqual({ lines: 0, files: 0, differences: 0, last_statement_at: null });
  const { lines } = await settled(server, ines, csvOfLines(['no payment,57,USD,2026-03-02,X']));
  const added = server.clock.now().toISOString();
  expect(await summary()).toMatchObject({ lines: 1, last_statement_at: added });
  await server.call('POST /api/staff/reconciliation/statements/dismiss', {
    as: ines,
    body: { line_id: lines[0]?.id ?? '', note: 'Interest of the bank.' },
  });
  await server.app.jobs.run('reconciliation.lines');
  expect((await summary()).lines).toBe(0);

  const { differences } = await summary();
  server.clock.advance(60_000);
  const total = { currency: 'USD', amount: '5.00' };
  const { body: run } = await asker(server)('POST /api/staff/reconciliation/statement', ines, {
    method: 'bank_transfer',
    name: 'March',
    from: '2026-03-01',
    to: '2026-03-31',
    total,
    request_id: randomUUID(),
  });
  await server.app.jobs.run('reconciliation.run');
  expect(await summary()).toMatchObject({ differences: differences + 1 });
  const { body } = await server.call('POST /api/staff/reconciliation/run', { as: ines, body: { run_id: run.id } });
  await server.call('POST /api/staff/reconciliation/resolve', {
    as: ines,
    body: { finding_id: body.findings[0]?.id ?? '', note: 'Paid in cash.' },
  });
  expect(await summary()).toMatchObject({ differences, last_statement_at: server.clock.now().toISOString() });
});
