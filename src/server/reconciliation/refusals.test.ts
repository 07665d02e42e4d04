import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconciliationEndpoints } from '#contract/reconciliation/endpoints.ts';
import { maxStatementLines } from '#contract/reconciliation/names.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { asker } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(reconciliationEndpoints);

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const hold = (body: object, key?: string) =>
  asker(server)(
    'POST /api/staff/reconciliation/statement',
    ines,
    { method: 'bank_transfer', name: 'March', from: '2026-03-01', to: '2026-03-03', ...body },
    key,
  );

meets('reconciliation.statement', async () => {
  const key = randomUUID();
  await hold({ total: { currency: 'USD', amount: '1' } }, key);
  const head = 'reference,amount,currency,date';
  const of = (lines: string) => () => hold({ lines });
  const document = (name: string, rest = '') =>
    `<?xml version="1.0"?>${rest}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><BkToCstmrStmt>`;
  return [
    () => hold({}, key),
    of(''),
    of(`reference,amount,date\nP-1,5,2026-03-02`),
    of(`${head},Amount\nP-1,5,USD,2026-03-02,7`),
    of([head, ...Array<string>(maxStatementLines + 1).fill('P-1,5,USD,2026-03-02')].join('\n')),
    of(`${head}\nP-1,5.001,USD,2026-03-02`),
    of(`${head}\nP-1,5,XXX,2026-03-02`),
    of(':20:A\n:25:1\n:28C:1\n:60F:C260302EUR10,00\n:61:2603020302C5,00NTRFNONREF//1\n:62F:C260302EUR10,00\n-'),
    of(':20:A\n:25:1\n:28C:1\n:34F:EURC0,01\n:61:2603020302C5,00NTRFNONREF//1\n:90C:1EUR5,00\n-'),
    of(document('camt.053.001.08', '<!DOCTYPE a [<!ENTITY b "c">]>')),
    of(document('camt.053.001.08')),
    of(document('pain.002.001.10')),
  ];
});

meets('reconciliation.resolve', async () => {
  const { body } = await hold({ total: { currency: 'USD', amount: '1' } });
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
