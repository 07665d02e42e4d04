import type { Api } from '#contract/api.ts';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import { openResults, type LineDoubt, type LineResult } from '#contract/reconciliation/names.ts';
import type { ShownLines, StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { voidStates } from '#server/payments/rules.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { findCandidates } from './find-candidates.ts';
import { doubtOf, rank } from './judge-line.ts';
import { isAsRead, isTaken } from './line-row.ts';
import { carryOut, lineColumns, type LineRow } from './settle-lines.ts';

const linesAtOnce = 50;
const mostCandidates = 10;

interface ShownRow extends LineRow {
  result: LineResult | null;
  doubt: LineDoubt | null;
  confidence: number | null;
  payment: ShownPayment | null;
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
           case when o.id is not null then jsonb_build_object('run_id', r.id, 'name', r.name, 'number', o.number) end as repeats,
           s.full_name as "decidedBy", l.decided_at as "decidedAt", l.note
    from statement_line l
    left join payment p on p.id = l.payment_id left join person c on c.id = p.client_id
    left join statement_line o on o.id = l.repeats left join reconciliation_run r on r.id = o.run_id
    left join person s on s.id = l.decided_by
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

interface OpenLine extends LineRow {
  result: LineResult | null;
  runId: string;
  run: string;
  method: PaymentMethod;
  uploaderId: string;
  credits: boolean;
  /** Whether the payment that it probably is was credited after the upload. */
  isBookedSince: boolean;
}

/** @throws Refusal `http.not_found` */
async function readLine(db: Queries, id: string, lock: Sql = sql``): Promise<OpenLine> {
  const line = await db.maybeOne<OpenLine>(sql`
    select ${lineColumns}, l.result, r.id as "runId", r.name as run, r.method, r.requested_by as "uploaderId", r.credits,
           exists (select from payment p where p.id = l.payment_id and p.state in ('credited', 'completed') and p.updated_at >= r.requested_at) as "isBookedSince"
    from statement_line l join reconciliation_run r on r.id = l.run_id where l.id = ${id} ${lock}`);
  if (!line) throw notFound();
  return line;
}

/**
 * Money that came in, as the file had it, and that is not booked: its own payment may have been credited a moment ago. A line
 * that repeats another one may be a second payment that is the same in everything; only people can say so.
 */
function mayCredit(app: App, line: OpenLine): boolean {
  if (!isOpen(line) && line.result !== 'repeated') return false;
  if (line.amountMinor < 0n || line.isReversal || line.isReturned || line.isBookedSince) return false;
  return isAsRead(app, { runId: line.runId, uploaderId: line.uploaderId, credits: line.credits }, line);
}

const isOpen = ({ result }: OpenLine): boolean => openResults.some((each) => each === result);

/** @throws Refusal `http.not_found` */
export async function listCandidates(
  { db }: App,
  { line_id: id, search }: { line_id: string; search?: string | undefined },
): Promise<ResponseBody<Api['reconciliation.candidates']>> {
  const line = await readLine(db, id);
  const asked = search ? { ...line, reference: search, endToEndId: null } : line;
  const deposits = (await findCandidates(db, asked, line.method)).filter(({ kind }) => kind === 'deposit');
  const ranked = rank(line, deposits).slice(0, mostCandidates);
  const rows = await db.rows<{ payment: ShownPayment }>(sql`
    select ${shownPayment} as payment from payment p join person c on c.id = p.client_id
    where p.id = any(${ranked.map(({ candidate }) => candidate.id)}::uuid[])`);
  const byId = new Map(rows.map(({ payment }) => [payment.id, payment]));
  return {
    candidates: ranked.flatMap(({ candidate, confidence }) => {
      const payment = byId.get(candidate.id);
      return payment ? [{ ...showPayment(payment, line.currency), confidence, doubt: doubtOf(line, candidate) }] : [];
    }),
  };
}

/**
 * Credits a line to a deposit, in the name of the person who says that it is it.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `reconciliation.settled`, and as `payments.credit_deposit`
 */
export async function creditLine(
  app: App,
  me: Pick<Person, 'id'>,
  key: string,
  body: { line_id: string; payment_id: string },
): Promise<StatementLineInfo> {
  const { line_id: id, payment_id: paymentId } = body;
  const call = { ownerId: me.id, key, action: 'reconciliation.credit_line', body, resultId: id };
  await app.db.tx((tx) =>
    runIdempotent(app, tx, call, async () => {
      const line = await readLine(tx, id, sql`for update of l`);
      const deposit = await tx.maybeOne<{ isTaken: boolean }>(sql`
        select ${isTaken} as "isTaken"
        from payment p where p.id = ${paymentId} and p.kind = 'deposit' and p.method = ${line.method} and p.currency = ${line.currency}`);
      if (!deposit) throw notFound();
      if (!mayCredit(app, line) || deposit.isTaken) throw refuse('reconciliation.settled');
      const from = ['awaiting_payment', 'under_review', ...voidStates] as const;
      const result = await carryOut(app, tx, { staffId: me.id, from }, line, { id: paymentId, kind: 'deposit' });
      await tx.run(sql`
        update statement_line set result = ${result}, doubt = null, repeats = null, payment_id = ${paymentId}, confidence = coalesce(confidence, 0),
          decided_by = ${me.id}, decided_at = ${app.clock.now()}
        where id = ${id}`);
      const details = { run: line.runId, name: line.run, line: String(line.number) };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.credit_line', details });
      return id;
    }),
  );
  return readShown(app, id);
}

async function readShown({ db }: App, id: string): Promise<StatementLineInfo> {
  const [row] = await readLines(db, sql`l.id = ${id}`);
  if (!row) throw notFound();
  return showLine(row);
}

/** @throws Refusal `http.not_found`, `reconciliation.settled` */
export async function dismissLine(
  app: App,
  me: Pick<Person, 'id'>,
  { line_id: id, note }: { line_id: string; note: string },
) {
  await app.db.tx(async (tx) => {
    const line = await readLine(tx, id, sql`for update of l`);
    if (!isOpen(line)) throw refuse('reconciliation.settled');
    await tx.run(sql`
      update statement_line set result = 'dismissed', note = ${note}, decided_by = ${me.id}, decided_at = ${app.clock.now()} where id = ${id}`);
    const details = { run: line.runId, name: line.run, line: String(line.number), note };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.dismiss_line', details });
  });
  return { status: 'ok' as const };
}
