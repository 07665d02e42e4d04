import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { accountsOf, faultsOf, fileOf, importsBy, row, startWithImporters } from '#test/compliance/imports.ts';
import type { Session, TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());
afterEach(() => offerEur(true));

const people = () => ({ server, ada, paul });
const by = { clients: importsBy(people), accounts: importsBy(people, 'accounts') };

const offerEur = (isOpen: boolean) =>
  server.db.run(sql`update currency set open_for_wallets = ${isOpen}, open_for_trading = ${isOpen} where code = 'EUR'`);

const client = row();
const files: Record<'clients' | 'accounts', () => Buffer> = {
  clients: () => fileOf(row({ 10: '5' }), row({ 9: '2' })),
  accounts: () => accountsOf(`${client.split(',')[0]},K-1,EUR,,5`, `${client.split(',')[0]},K-2,USD,,2`),
};
const closed = { clients: ['balance currency_closed'], accounts: ['currency currency_closed'] };

describe.each(['clients', 'accounts'] as const)('a currency that is closed, in a file of %s', (subject) => {
  const { checked, shown, request, decide } = by[subject];

  it('rules out what is new, in the check and after it, and nothing that was imported before', async () => {
    if (subject === 'accounts') await by.clients.imported(fileOf(client));
    const file = files[subject]();
    const run = await checked(file);
    expect(run.counts).toMatchObject({ new: 2 });
    await offerEur(false);
    const late = await checked(file);
    expect(late.counts).toMatchObject({ new: 1, refused: 1 });
    expect(faultsOf(late)).toEqual([closed[subject]]);

    await request(run.id);
    await decide(run.id, paul);
    await server.app.jobs.run('imports.work');
    const first = await shown(run.id);
    expect(first).toMatchObject({
      counts: { imported: 1, refused: 1 },
      result: { approved: 2, imported: 1, left_out: 1 },
      totals: [
        { currency: 'EUR', posted: '0.00', left_out: '5.00' },
        { currency: 'USD', posted: '2.00', left_out: '0.00' },
      ],
    });
    expect(faultsOf(first)).toEqual([closed[subject]]);

    await offerEur(true);
    const again = await checked(file);
    await request(again.id);
    await decide(again.id, paul);
    await server.app.jobs.run('imports.work');
    await offerEur(false);
    expect((await checked(file)).counts).toMatchObject({ same: 2, refused: 0 });
  });
});

it('shows the approver the ten largest balances by their value', async () => {
  const rows = Array.from({ length: 11 }, (_, nth) => row({ 9: String(nth + 1) }));
  const run = await by.clients.checked(fileOf(...rows, row({ 0: 'BIG', 10: '10.50' })));
  expect((await by.clients.request(run.id)).status).toBe(200);
  const { body } = await server.call('POST /api/staff/approvals', { as: paul, body: {} });
  const waiting = body.approval_requests.find((each) => each.kind === 'import' && each.key === run.id);
  const { largest = [] } = waiting?.kind === 'import' ? waiting.value : {};
  expect(largest).toHaveLength(10);
  // A euro is worth more than a dollar.
  expect(largest.slice(0, 2)).toEqual([
    { client: 'BIG', account: null, currency: 'EUR', amount: '10.50' },
    { client: rows[10]?.split(',')[0], account: null, currency: 'USD', amount: '11.00' },
  ]);
  expect(largest.at(-1)).toMatchObject({ amount: '3.00' });
});
