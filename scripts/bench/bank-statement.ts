import { readCamt } from '#server/reconciliation/bank-statement/camt.ts';
import { readMt940 } from '#server/reconciliation/bank-statement/mt940.ts';
import type { StatementPart } from '#server/reconciliation/bank-statement/statement.ts';
import { uploadStatement } from '#server/reconciliation/statement/upload-statement.ts';
import { openBank } from '#test/money/payments.ts';
import { startServer } from '#test/server.ts';

/**
 * `npm run bench:bank-statement [entries]`: how long it takes to read a statement of so many entries, and to read and
 * store it as an upload does, and how much memory at most, beyond what there was before. The file is made as it is read
 * and is never whole in memory.
 */
const [entries = 100_000] = process.argv.slice(2).map(Number);

const server = await startServer();
await openBank(server);
const ines = await server.register({ roles: ['client', 'finance'] });
const day = server.clock.now().toISOString().slice(0, 10);
const shortDay = day.slice(2).replaceAll('-', '');

const amountOf = (index: number) => 100 + (index % 90_000);
const sum = Array.from({ length: entries }, (_, index) => amountOf(index)).reduce((total, each) => total + each, 0);
const decimal = (minor: number) => (minor / 100).toFixed(2);

async function* camt(): AsyncGenerator<Buffer> {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  yield Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>' +
      '<Stmt><Id>S</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>' +
      balance('OPBD', '0.00') +
      balance('CLBD', decimal(sum)),
  );
  for (let index = 0; index < entries; index++) {
    const amount = `<Amt Ccy="USD">${decimal(amountOf(index))}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
    yield Buffer.from(
      `<Ntry><NtryRef>${index}</NtryRef>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
        `<AcctSvcrRef>B${index}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}` +
        '<RltdPties><Dbtr><Pty><Nm>Anna Martin</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct></RltdPties>' +
        `<RmtInf><Ustrd>Deposit AT7KQ4M2P9 ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    );
  }
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>');
}

async function* mt940(): AsyncGenerator<Buffer> {
  const comma = (minor: number) => decimal(minor).replace('.', ',');
  yield Buffer.from(`:20:S\n:25:37040044/0532013000\n:28C:1/1\n:60F:C${shortDay}USD0,00\n`);
  for (let index = 0; index < entries; index++) {
    yield Buffer.from(
      `:61:${shortDay}${shortDay.slice(2)}C${comma(amountOf(index))}NTRFNONREF//B${index}\n` +
        `:86:166?00CREDIT TRANSFER?20EREF+NOTPROVIDED?21SVWZ+Deposit AT7KQ4M2P9 ${index}?31FR1420041010050500013M02606?32ANNA MARTIN\n`,
    );
  }
  yield Buffer.from(`:62F:C${shortDay}USD${comma(sum)}\n-\n`);
}

/** The most resident memory that was seen. */
let most = 0;

/** Prints how long it takes, and the most resident memory, looked at before each piece of the file. */
async function measure(name: string, act: () => Promise<number>): Promise<void> {
  const before = process.memoryUsage().rss;
  most = before;
  const startedMs = performance.now();
  const read = await act();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(2);
  if (read !== entries) throw new Error(`${name}: ${read} entries`);
  console.log(`| ${name} | ${read} | ${seconds} | ${Math.round((most - before) / 1024 / 1024)} |`);
}

async function readAll(parts: AsyncIterable<StatementPart>): Promise<number> {
  let [read, total] = [0, 0n];
  for await (const part of parts) {
    if (!('entry' in part)) continue;
    read += 1;
    total += part.entry.amountMinor;
  }
  if (total !== BigInt(sum)) throw new Error(`read ${total} cents`);
  return read;
}

async function store(name: string, content: AsyncIterable<Buffer>): Promise<number> {
  const format = { method: 'bank_transfer', name, credit: 'none', format: 'auto' } as const;
  const run = await uploadStatement(server.app, ines.user, format, content);
  return run.facts.lines ?? 0;
}

/** As a connection hands them over. */
async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < 64 * 1024) continue;
    most = Math.max(most, process.memoryUsage().rss);
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  yield Buffer.concat(waiting);
}

console.log('| statement | entries | seconds | more memory, MB |\n|---|---|---|---|');
await measure('camt.053, read', () => readAll(readCamt(inPieces(camt()))));
await measure('MT940, read', () => readAll(readMt940(inPieces(mt940()))));
await measure('camt.053, read and stored', () => store('camt.053', inPieces(camt())));
await measure('MT940, read and stored', () => store('MT940', inPieces(mt940())));
await server.close();
