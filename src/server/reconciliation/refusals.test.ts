import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconciliationEndpoints } from '#contract/reconciliation/endpoints.ts';
import { creditRefusals } from '#contract/payments/staff-endpoints.ts';
import { statementEndpoints } from '#contract/reconciliation/statements.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, newPayer, openBank, reported } from '#test/money/payments.ts';
import { balance, camt, entry, settled, uploaded } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({ ...reconciliationEndpoints, ...statementEndpoints });

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const hold = (total: object, key?: string) =>
  asker(server)(
    'POST /api/staff/reconciliation/statement',
    ines,
    { method: 'bank_transfer', name: 'March', from: '2026-03-01', to: '2026-03-03', total },
    key,
  );
const head = 'reference,amount,currency,date';
const send = (content: string) => uploaded(server, ines, content);
const lineOf = async (row: string) => (await settled(server, ines, `${head}\n${row}`)).lines[0]?.id ?? '';

meets('reconciliation.statement', async () => {
  const key = randomUUID();
  await hold({ currency: 'USD', amount: '1' }, key);
  return [
    () => hold({ currency: 'USD', amount: '2' }, key),
    () => hold({ currency: 'USD', amount: '1.001' }),
    () => hold({ currency: 'XXX', amount: '1' }),
  ];
});

const ofLargeFiles = ['files.too_large', 'reconciliation.too_many_lines'];
const refusedFiles = async () => {
  const document = (name: string, rest = '') =>
    `<?xml version="1.0"?>${rest}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><BkToCstmrStmt>`;
  const known = `${head}\nP-1,5,USD,2026-03-02`;
  await send(known);
  return [
    () => send(document('camt.053.001.08', '<!DOCTYPE a [<!ENTITY b "c">]>')),
    () => send(document('camt.053.001.08')),
    () => send(document('pain.002.001.10')),
    () => send(known),
    () => send(''),
    () => send(camt('')),
    () => send(camt('').replace('USD', 'XAG')),
    () => send(`reference,amount,date\nP-1,5,2026-03-02`),
    () => send(`${head},Amount\nP-1,5,USD,2026-03-02,7`),
    () => send(`${head}\nP-1,5.001,USD,2026-03-02`),
    () => send(`${head}\nP-1,5,XXX,2026-03-02`),
    () => send(camt(entry('5.001', ''))),
    () => send(camt(entry('5', '') + entry('5', '', { currency: 'XAG' }))),
    () => send(camt('', { balances: balance('OPBD', '5.001') })),
    () => send(':20:A\n:25:1\n:28C:1\n:60F:C260302EUR10,00\n:61:2603020302C5,00NTRFNONREF//1\n:62F:C260302EUR10,00\n-'),
    () => send(':20:A\n:25:1\n:28C:1\n:34F:EURC0,01\n:61:2603020302C5,00NTRFNONREF//1\n:90C:1EUR5,00\n-'),
  ];
};
meets('reconciliation.upload_statement', refusedFiles, ofLargeFiles);

const lines = (run_id: string) =>
  server.call('POST /api/staff/reconciliation/statements/lines', { as: ines, body: { run_id } });
meets('reconciliation.lines', () => [() => lines(none)]);

meets('reconciliation.candidates', () => [
  () => server.call('POST /api/staff/reconciliation/statements/candidates', { as: ines, body: { line_id: none } }),
]);

// What crediting refuses is met by `payments.credit_deposit`, whose code it is.
meets(
  'reconciliation.credit_line',
  async () => {
    const credit = (body: object, key?: string) =>
      asker(server)('POST /api/staff/reconciliation/statements/credit', ines, body, key);
    const [payer, paused] = [await newPayer(server), await newPayer(server)];
    await openBank(server);
    const payment_id = await reported(server, payer, '20');
    const [line_id, other] = [await lineOf('first,20,USD,2026-03-02'), await lineOf('second,20,USD,2026-03-02')];
    const francs = await lineOf('fourth,20,CHF,2026-03-02');
    const [client_id, restricted] = [payer.session.user.id, paused.session.user.id];
    await server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${restricted}, 'deposit', 'under_inquiry', ${ines.user.id}, ${server.clock.now()})`);
    const key = randomUUID();
    await credit({ line_id, payment_id }, key);
    return [
      () => credit({ line_id: other, payment_id }, key),
      () => credit({ line_id: none, payment_id }),
      () => credit({ line_id: other, payment_id }),
      () => credit({ line_id: francs, client_id }),
      async () => {
        await server.db.run(sql`delete from payment_bank_account`);
        const refused = await credit({ line_id: other, client_id });
        await openBank(server);
        return refused;
      },
      () => credit({ line_id: other, client_id: restricted }),
    ];
  },
  creditRefusals,
);

meets('reconciliation.reread', async () => [
  () => asker(server)('POST /api/staff/reconciliation/arrivals/reread', ines, { arrival_id: none }),
]);

meets('reconciliation.close_file', async () => [
  () => asker(server)('POST /api/staff/reconciliation/arrivals/close', ines, { arrival_id: none }),
]);

meets('reconciliation.dismiss_line', async () => {
  const dismiss = (line_id: string) =>
    server.call('POST /api/staff/reconciliation/statements/dismiss', { as: ines, body: { line_id, note: 'A fee.' } });
  const line = await lineOf('third,20,USD,2026-03-02');
  await dismiss(line);
  return [() => dismiss(none), () => dismiss(line)];
});

meets('reconciliation.resolve', async () => {
  const { body } = await hold({ currency: 'USD', amount: '1' });
  const run = await server.call('POST /api/staff/reconciliation/run', { as: ines, body: { run_id: body.id } });
  const resolve = (finding_id: string) =>
    server.call('POST /api/staff/reconciliation/resolve', { as: ines, body: { finding_id, note: 'A fee.' } });
  return [
    () => resolve(none),
    async () => {
      const id = run.body.findings[0]?.id ?? '';
      await resolve(id);
      return resolve(id);
    },
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
