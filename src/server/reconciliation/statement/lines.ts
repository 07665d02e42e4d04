import type { Api } from '#contract/api.ts';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentState } from '#contract/payments/names.ts';
import { openResults, type LineDoubt, type LineResult } from '#contract/reconciliation/names.ts';
import type { ShownLines, StatementLineInfo } from '#contract/reconciliation/statements.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { findCandidates } from './find-candidates.ts';
import { doubtOf, rank } from './judge-line.ts';
import { readLine } from './open-line.ts';
import { lineColumns, ownerOfLine, type LineRow } from './settle-lines.ts';

const linesAtOnce = 50;
const mostCandidates = 10;

interface ShownRow extends LineRow {
  result: LineResult | null;
  doubt: LineDoubt | null;
  confidence: number | null;
  payment: ShownPayment | null;
  client: StatementLineInfo['client'];
  repeats: StatementLineInfo['repeats'];
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
}

/** In JSON: the amount is text. */
interface ShownPayment {
  id: string;
  number: string;
  state: PaymentState;
  amount: string;
  clientId: string;
  client: string;
}

const shownPayment: Sql = sql`
  jsonb_build_object('id', p.id, 'number', 'P-' || p.number, 'state', p.state, 'amount', p.amount::text, 'clientId', c.id, 'client', c.full_name)`;

const readLines = (db: Queries, conditionAndOrder: Sql) =>
  db.rows<ShownRow>(sql`
    select ${lineColumns}, l.result, l.doubt, l.confidence, case when p.id is not null then ${shownPayment} end as payment,
           case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.full_name) end as client,
           case when o.id is not null then jsonb_build_object('run_id', r.id, 'name', r.name, 'number', o.number) end as repeats,
           s.full_name as "decidedBy", l.decided_at as "decidedAt", l.note
    from statement_line l
    left join payment p on p.id = l.payment_id left join person c on c.id = p.client_id
    left join statement_line o on o.id = l.repeats left join reconciliation_run r on r.id = o.run_id
    left join person s on s.id = l.decided_by left join person a on a.id = l.client_id
    where ${conditionAndOrder}`);

/** @throws Refusal `http.not_found` */
export async function listLines(
  { db }: App,
  { run_id: runId, show, cursor = 0 }: { run_id: string; show?: ShownLines | undefined; cursor?: number | undefined },
): Promise<ResponseBody<Api['reconciliation.lines']>> {
  const run = await db.maybeOne(sql`select from reconciliation_run where id = ${runId} and kind = 'statement'`);
  if (!run) throw notFound();
  const results = show === 'open' ? openResults : [show];
  const shown = show === undefined ? sql`` : sql`and l.result = any(${results}::text[])`;
  const [rows, counts] = await Promise.all([
    readLines(
      db,
      sql`l.run_id = ${runId} ${shown} and l.number > ${cursor} order by l.number limit ${linesAtOnce + 1}`,
    ),
    db.rows<{ result: LineResult; count: number }>(sql`
      select result, count(*)::int as count from statement_line where run_id = ${runId} and result is not null group by result order by result`),
  ]);
  const page = rows.slice(0, linesAtOnce);
  return {
    lines: page.map(showLine),
    results: counts,
    next_cursor: rows.length > linesAtOnce ? (page.at(-1)?.number ?? null) : null,
  };
}

function showLine(row: ShownRow): StatementLineInfo {
  const { currency, amountMinor, payment, decidedBy, decidedAt, note } = row;
  return {
    id: row.id,
    number: row.number,
    on: row.on,
    currency,
    amount: toDecimal(amountMinor, currency),
    reference: row.reference,
    name: row.name,
    result: row.result,
    doubt: row.doubt,
    confidence: row.confidence,
    payment: payment && showPayment(payment, currency),
    client: row.client,
    repeats: row.repeats,
    decided: decidedAt && { by: decidedBy ?? '', at: decidedAt.toISOString(), note },
  };
}

const showPayment = ({ id, number, state, amount, clientId, client }: ShownPayment, currency: string) => ({
  id,
  number,
  state,
  amount: toDecimal(BigInt(amount), currency),
  client: { id: clientId, name: client },
});

/** @throws Refusal `http.not_found` */
export async function listCandidates(
  app: App,
  { line_id: id, search }: { line_id: string; search?: string | undefined },
): Promise<ResponseBody<Api['reconciliation.candidates']>> {
  const { db } = app;
  const line = await readLine(db, id);
  const found = await ownerOfLine(app, db, line, line.method);
  const owner = found === 'forged' ? null : found;
  const asked = search ? { ...line, reference: search, endToEndId: null } : line;
  const deposits = (await findCandidates(db, asked, line.method, owner)).filter(({ kind }) => kind === 'deposit');
  const ranked = rank({ ...line, owner }, deposits).slice(0, mostCandidates);
  const rows = await db.rows<{ payment: ShownPayment }>(sql`
    select ${shownPayment} as payment from payment p join person c on c.id = p.client_id
    where p.id = any(${ranked.map(({ candidate }) => candidate.id)}::uuid[])`);
  const byId = new Map(rows.map(({ payment }) => [payment.id, payment]));
  return {
    candidates: ranked.flatMap(({ candidate, confidence }) => {
      const payment = byId.get(candidate.id);
      return payment
        ? [{ ...showPayment(payment, line.currency), confidence, doubt: doubtOf({ ...line, owner }, candidate) }]
        : [];
    }),
  };
}

/** @throws Refusal `http.not_found` */
export async function readShown({ db }: App, id: string): Promise<StatementLineInfo> {
  const [row] = await readLines(db, sql`l.id = ${id}`);
  if (!row) throw notFound();
  return showLine(row);
}
