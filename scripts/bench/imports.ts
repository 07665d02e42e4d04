import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import { sendBytes } from '#test/files/upload.ts';
import { startServer } from '#test/server.ts';

/**
 * `npm run bench:import [clients]`: how long it takes to upload, check and import a file of so many clients, most of
 * them with a balance in one currency or two, and one of a trading account for each; and how much memory at most, beyond
 * what there was before.
 */
const [clients = 100_000] = process.argv.slice(2).map(Number);

const server = await startServer();
const [ada, paul] = [
  await server.register({ first_name: 'Ada', second_name: 'Holm', roles: ['client', 'admin'] }),
  await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] }),
];
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 100);

async function timed<T>(step: string, action: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await action();
  console.log(`| ${step} | ${((performance.now() - startedMs) / 1000).toFixed(1)} |`);
  return result;
}

/** A job works for some seconds at most, so it runs several times. */
async function workUntil(id: string, state: string): Promise<void> {
  for (;;) {
    await server.app.jobs.run('imports.work');
    const { now } = await server.db.one<{ now: string }>(sql`select state as now from import_run where id = ${id}`);
    if (now === state) return;
  }
}

/** Takes a file from its upload to its end, with the time of each step. */
async function importFile(
  subject: 'clients' | 'accounts',
  content: Buffer,
  columns: ImportMapping['columns'],
): Promise<void> {
  console.log(`\n${clients} ${subject}, a file of ${(content.length / 1024 / 1024).toFixed(1)} MB`);
  console.log('\n| step | seconds |\n|---|---|');
  const { id } = await timed('upload', async () => {
    const address = `/api/staff/imports/upload?name=${subject}.csv&subject=${subject}`;
    return (await sendBytes(server, ada, address, content)).body as { id: string };
  });
  await timed('check', async () => {
    const mapping = { columns, decimal_sign: 'point', language: 'en', invite: 'later' } as const;
    await server.call('POST /api/staff/imports/check', { as: ada, body: { run_id: id, mapping } });
    await workUntil(id, 'checked');
  });
  await server.call('POST /api/staff/imports/request', { as: ada, body: { run_id: id, reason: 'A measurement' } });
  const { body: open } = await server.call('POST /api/staff/approvals', { as: paul, body: {} });
  await server.call('POST /api/staff/approvals/approve', {
    as: paul,
    body: {
      approval_request_id: open.approval_requests[0]?.id ?? '',
      current_password: paul.password,
      overrule: 'One network in a measurement.',
    },
  });
  await timed('import', () => workUntil(id, 'done'));
  const { body: run } = await server.call('POST /api/staff/imports/run', { as: ada, body: { run_id: id } });
  if (run.counts.imported !== clients) throw new Error(`${run.counts.imported} of ${clients} rows were imported`);
  console.log(`\n${run.totals.map(({ currency, posted }) => `${posted} ${currency}`).join(', ')} posted`);
}

const row = (index: number) =>
  `C${index},person${index}@old.example,Mira,Olsen,NO,+47 22 82 83 84,en,${index % 3 ? `${index}.50` : ''},${index % 2 ? '7.25' : ''}\n`;
const content = Buffer.concat([
  Buffer.from('id,email,first name,last name,country,phone,language,USD,EUR\n'),
  Buffer.from(Array.from({ length: clients }, (_, index) => row(index)).join('')),
]);
const fields = ['outside_id', 'email', 'first_name', 'second_name', 'country', 'phone', 'language'] as const;
const columns = [
  ...fields.map((field, column) => ({ column, field })),
  { column: 7, field: 'balance' as const, currency: 'USD' },
  { column: 8, field: 'balance' as const, currency: 'EUR' },
];

await importFile('clients', content, columns);
const accounts = Array.from({ length: clients }, (_, index) => `C${index},A${index},USD,${index}.25\n`);
await importFile(
  'accounts',
  Buffer.from(`client,account,currency,balance\n${accounts.join('')}`),
  (['outside_id', 'account_number', 'currency', 'balance'] as const).map((field, column) => ({ column, field })),
);
clearInterval(watch);
const broken = await timed('proof of the books', () =>
  server.db.snapshot(async (tx) => (await verifyBooks(tx, server.config)).findings.filter(({ breach }) => breach)),
);
if (broken.length > 0) throw new Error(JSON.stringify(broken));
console.log(`memory: ${Math.round((most - before) / 1024 / 1024)} MB more`);
await server.close();
