import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { codeOf } from '#test/money/payments.ts';
import { camt, csvOfLines, entry, ownIban, settled, uploaded } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { uploadStatement } from './upload-statement.ts';

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const camtOf = (amount: string, name: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S</Id>` +
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>` +
  `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

it('of which a line cannot be read leaves nothing', async () => {
  const rows = [...Array.from({ length: 2500 }, (_, at) => `r${at},1,USD,2026-03-02,X`), 'x,1.001,USD,2026-03-02,X'];
  expect(codeOf(await uploaded(server, ines, csvOfLines(rows)))).toBe('reconciliation.line');
  expect(await server.db.rows(sql`select from statement_line where reference = 'r7'`)).toEqual([]);
  expect(await server.db.rows(sql`select from reconciliation_run where state = 'reading'`)).toEqual([]);
});

it('with an amount that is no money is refused by its line, and with signs that are no text is read without them', async () => {
  const huge = csvOfLines(['a,1,USD,2026-03-02,X', 'b,99999999999999999999,USD,2026-03-02,X']);
  expect(codeOf(await uploaded(server, ines, huge))).toBe('reconciliation.line');
  const odd = csvOfLines(['no\u0000thing\u0007,2.22,USD,2026-03-02,X\u0000Y']);
  expect((await settled(server, ines, odd)).lines).toMatchObject([{ reference: 'no thing', name: 'X Y' }]);
});

it('says of each movement what became of it: a line, not final, without an amount, or of an account in another currency', async () => {
  const pending = entry('9.00', '')
    .replace('BOOK', 'PDNG')
    .replace(/<BookgDt>.*<\/BookgDt>/, '');
  const dated = entry('7.00', '').replace('BOOK', 'PDNG');
  const dollars = camt(entry('5.01', '') + pending + dated + entry('0.00', ''));
  const statement = /<Stmt>.*<\/Stmt>/.exec(dollars)?.[0] ?? '';
  const silver = statement.replaceAll('USD', 'XAG').replace(ownIban, 'XX1');
  const { run } = await settled(server, ines, dollars.replace(statement, silver + silver + statement));
  expect(run).toMatchObject({
    facts: { lines: 1, pending: 2, zero: 1 },
    left_out: [{ account: 'XX1', currency: 'XAG', movements: 8 }],
    unbooked: [
      { why: 'pending', line: null, entry: 10, on: null, currency: null, amount: null, name: null },
      { why: 'pending', entry: 11, on: '2026-03-02', currency: 'USD', amount: '7.00' },
      { why: 'zero', entry: 12, on: '2026-03-02', currency: 'USD', amount: '0.00' },
    ],
  });
});

it('of which nothing is to be booked says why', async () => {
  const dollars = camt(entry('5.02', ''));
  expect(codeOf(await uploaded(server, ines, dollars.replace('BOOK', 'PDNG')))).toBe('reconciliation.pending');
  expect(codeOf(await uploaded(server, ines, dollars.replace('5.02', '0.00')))).toBe('reconciliation.no_movements');
  const silver = await uploaded(server, ines, dollars.replaceAll('USD', 'XAG'));
  expect(silver.body).toMatchObject({ code: 'reconciliation.other_currencies', params: { currencies: 'XAG' } });
});

it('of more lines than a statement may have leaves nothing', async () => {
  const person = { id: ines.user.id } as Parameters<typeof uploadStatement>[1];
  const content = Readable.from([
    Buffer.from(csvOfLines(Array.from({ length: 12 }, (_, at) => `m${at},1,USD,2026-03-02,X`))),
  ]);
  const statement = { method: 'bank_transfer', name: 'Long', credit: 'none' } as const;
  const uploading = uploadStatement(server.app, person, statement, content, 11);
  await expect(uploading).rejects.toMatchObject({ code: 'reconciliation.too_many_lines', params: { max: 11 } });
  expect(await server.db.rows(sql`select from statement_line where reference = 'm7'`)).toEqual([]);
});

it('whose upload died is dropped, and its lines are no repetition', async () => {
  const row = 'died,3.21,USD,2026-03-02,X';
  const { body } = await uploaded(server, ines, csvOfLines([row]));
  const { id } = body as { id: string };
  await server.db.run(sql`
      update reconciliation_run set state = 'reading', requested_at = requested_at - interval '2 hours' where id = ${id}`);
  await forge(server.ownerUrl, sql`update statement_line set counts = false where run_id = ${id}`);
  const again = await settled(server, ines, csvOfLines([row]), { name: 'again' });
  expect(again.lines).toMatchObject([{ result: 'unknown' }]);
  expect(await server.db.rows(sql`select from reconciliation_run where id = ${id}`)).toEqual([]);
});

it('in the encoding of western Windows, in UTF-16 and with a byte order mark is read as it is meant', async () => {
  const windows = Buffer.from(
    'reference,amount,currency,date,payer\nGeb\u00fchr,1.5,USD,2026-03-02,J\u00fcrgen\n',
    'latin1',
  );
  expect((await settled(server, ines, windows)).lines).toMatchObject([{ reference: 'Gebühr', name: 'Jürgen' }]);
  const xml = camtOf('1.50', 'Jürgen').replace('UTF-8', 'UTF-16');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]);
  expect((await settled(server, ines, utf16)).lines).toMatchObject([{ name: 'Jürgen' }]);
  const marked = Buffer.from(`\uFEFF${csvOfLines(['m,1.5,USD,2026-03-02,X'])}`);
  expect((await settled(server, ines, marked)).lines).toMatchObject([{ reference: 'm' }]);
});
