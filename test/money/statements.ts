import { randomUUID } from 'node:crypto';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { sendBytes } from '../files/upload.ts';
import type { Session, TestServer } from '../server.ts';
import { asker } from './payments.ts';

/** A CSV as Atrium reads it without further words. */
export const csvOfLines = (rows: readonly string[]): string =>
  ['reference,amount,currency,date,payer', ...rows].join('\n');

/** The account of `openBank`. */
export const ownIban = 'DE89370400440532013000';

/** What a bank says of one transfer. */
export const details = (name: string, text: string, more = '') =>
  `<NtryDtls><TxDtls><Refs>${more}</Refs><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>` +
  `<RmtInf>${
    text
      .match(/.{1,9}/g)
      ?.map((part) => `<Ustrd>${part}</Ustrd>`)
      .join('') ?? ''
  }</RmtInf></TxDtls></NtryDtls>`;
let entries = 0;
/** A booked entry with a number of its own. */
export const entry = (
  amount: string,
  inner: string,
  { way = 'CRDT', bank = `B${(entries += 1)}`, more = '', currency = 'USD' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>${bank}</AcctSvcrRef>${inner}</Ntry>`;
export const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
/** A statement of the operator’s account. */
export const camt = (content: string, { iban = ownIban, balances = '', id = randomUUID() } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
  `<GrpHdr><MsgId>${id.slice(0, 20)}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>USD</Ccy></Acct>` +
  `${balances}${content}</Stmt></BkToCstmrStmt></Document>`;

/** Uploads a statement without waiting for its lines. */
export function uploaded(
  server: TestServer,
  as: Session,
  content: string | Buffer,
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({ method: 'bank_transfer', name: 'March', credit: 'exact', ...query });
  return sendBytes(
    server,
    as,
    `/api/staff/reconciliation/statements/upload?${search.toString()}`,
    Buffer.from(content),
  );
}

/** Uploads a statement and settles its lines. */
export async function settled(
  server: TestServer,
  as: Session,
  content: string | Buffer,
  query: Record<string, string> = {},
): Promise<{ run: ReconciliationRun; lines: StatementLineInfo[] }> {
  const response = await uploaded(server, as, content, query);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  await server.app.jobs.run('reconciliation.lines');
  const { id } = response.body as ReconciliationRun;
  const { body } = await server.call('POST /api/staff/reconciliation/run', { as, body: { run_id: id } });
  return { run: body.run, lines: await linesOf(server, as, id) };
}

export async function linesOf(server: TestServer, as: Session, runId: string): Promise<StatementLineInfo[]> {
  const { body } = await asker(server)('POST /api/staff/reconciliation/statements/lines', as, { run_id: runId });
  return body.lines;
}
