import { verifyLedger } from '#server/ledger/verify.ts';
import { insertDeposit } from '#server/payments/deposits/announce.ts';
import { transferReference } from '#server/payments/deposits/references.ts';
import { termsOf } from '#server/payments/methods.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { uploaded } from '#test/money/statements.ts';
import { startServer } from '#test/server.ts';

/**
 * `npm run bench:statements [lines]`: how long it takes to upload a camt.053 with so many lines, each of which credits an
 * open deposit, to credit them one by one, and to compare the statement with the books; and whether anything differs.
 */
const [lines = 10_000] = process.argv.slice(2).map(Number);
const clients = 20;
const amountMinor = 2000n;

const server = await startServer();
await openBank(server);
// One person credits all of them alone.
await server.db.run(
  sql`update payment_setting set approver_day_total = 1000000000000, second_approver_from = 1000000000000`,
);
const ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
const payers: Payer[] = [];
for (let index = 0; index < clients; index += 1) payers.push(await newPayer(server));

async function timed<T>(step: string, action: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await action();
  console.log(`| ${step} | ${((performance.now() - startedMs) / 1000).toFixed(1)} |`);
  return result;
}

/** The references of open deposits, with the name of their client. */
async function announce(): Promise<{ reference: string; name: string }[]> {
  const announced: { reference: string; name: string }[] = [];
  for (const { session, wallet } of payers) {
    await server.db.tx(async (tx) => {
      const terms = await termsOf(server.app, tx, { method: 'bank_transfer', kind: 'deposit', currency: 'USD' });
      for (let index = 0; index < lines / clients; index += 1) {
        const [reference, at] = [transferReference(), server.clock.now()];
        const deposit = {
          by: { kind: 'client', id: session.user.id },
          createdBy: session.user.id,
          clientId: session.user.id,
          walletId: wallet.walletId,
          amount: amountMinor,
          usd: amountMinor,
          reference,
          countedAt: at,
          at,
        } as const;
        const id = await insertDeposit(server.app, tx, terms, deposit);
        await tx.run(sql`
          insert into payment_instruction (payment_id, beneficiary, bank, iban, bic)
          select ${id}, beneficiary, bank, iban, bic from payment_bank_account where currency = 'USD'`);
        announced.push({ reference, name: session.user.full_name });
      }
    });
  }
  return announced;
}

console.log(`${lines} lines\n\n| step | seconds |\n|---|---|`);
const deposits = await timed('announce the deposits', announce);
const day = server.clock.now().toISOString().slice(0, 10);
const entryOf = ({ reference, name }: { reference: string; name: string }, index: number) =>
  `<Ntry><Amt Ccy="USD">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>B${index}</AcctSvcrRef>` +
  `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Deposit ${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const content =
  '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S</Id>' +
  `<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>${deposits.map(entryOf).join('')}</Stmt></BkToCstmrStmt></Document>`;
const { body } = await timed('upload', () => uploaded(server, ines, content));
const { id } = body as { id: string };
await timed('credit and compare', () => server.app.jobs.run('reconciliation.lines'));
const { body: run } = await server.call('POST /api/staff/reconciliation/run', { as: ines, body: { run_id: id } });
const { findings } = await timed('verify the ledger', () => verifyLedger(server.db));
const { credited } = await server.db.one<{ credited: number }>(sql`
  select count(*)::int as credited from payment where state = 'credited'`);
console.log(`\nstate: ${run.run.state}; credited: ${credited}; results: ${JSON.stringify(run.run.results)}`);
console.log(`breaches of the ledger: ${findings.filter(({ breach }) => breach).length}`);
await server.close();
