import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import type { ReconciliationFinding, ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import type { FindingResult, RepeatedKind, RunKind } from '#contract/reconciliation/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

const runsAtOnce = 20;
const findingsAtOnce = 100;

interface RunRow {
  id: string;
  kind: RunKind;
  state: ReconciliationRun['state'];
  requestedBy: string | null;
  connection: string | null;
  requestedAt: Date;
  finishedAt: Date | null;
  method: PaymentMethod | null;
  name: string | null;
  from: string | null;
  to: string | null;
  results: ReconciliationRun['results'];
  facts: Record<string, number>;
  leftOut: ReconciliationRun['left_out'];
  unbooked: ReconciliationRun['unbooked'];
  open: number;
  lines: ReconciliationRun['lines'];
  failure: string | null;
}

async function readRuns({ db }: Pick<App, 'db'>, conditionAndOrder: Sql): Promise<ReconciliationRun[]> {
  const rows = await db.rows<RunRow>(sql`
    select r.id, r.kind, r.state, c.full_name as "requestedBy",
           (select coalesce(b.value, b.draft) ->> 'name' from connection b where b.id = r.connection_id) as connection, r.requested_at as "requestedAt",
           r.finished_at as "finishedAt", r.method, r.name, r.from_on::text as from, r.to_on::text as to, r.facts - 'left_out' - 'unbooked' as facts,
           coalesce(r.facts -> 'left_out', '[]') as "leftOut", coalesce(r.facts -> 'unbooked', '[]') as unbooked, r.failure,
           found.results, found.open,
           case when r.credits is not null then jsonb_build_object(
             'count', coalesce((r.facts ->> 'lines')::int, 0),
             'left', case when r.state = 'settling' then (select count(*)::int from statement_line l where l.run_id = r.id and l.result is null) else 0 end,
             'open', (select count(*)::int from statement_line l where l.run_id = r.id and l.result in ('proposed', 'unknown')),
             'waiting', (select count(*)::int from statement_line l where l.run_id = r.id and l.result = 'waiting')) end as lines
    from reconciliation_run r left join person c on c.id = r.requested_by
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('result', result, 'count', count) order by result), '[]') as results,
             coalesce(sum(open), 0)::int as open
      from (select result, count(*)::int as count, count(*) filter (where result <> 'matched' and note is null) as open
            from reconciliation_finding f where f.run_id = r.id group by result) by_result
    ) found
    where r.state <> 'reading' and ${conditionAndOrder}`);
  return rows.map(({ requestedBy, requestedAt, finishedAt, leftOut, ...row }) => ({
    ...row,
    requested_by: requestedBy,
    left_out: leftOut,
    requested_at: requestedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }));
}

/** The offset, and the number of rows; by default as many as the screen shows. */
interface Paged {
  cursor?: string | undefined;
  limit?: number;
}

/** Comparisons of one kind, the latest first. */
export async function listRuns(app: App, { kind, cursor, limit = runsAtOnce }: { kind: RunKind } & Paged) {
  const runs = await readRuns(
    app,
    sql`r.kind = ${kind} and (${cursor ?? null}::uuid is null or r.id < ${cursor ?? null}) order by r.id desc limit ${limit + 1}`,
  );
  const page = runs.slice(0, limit);
  return { runs: page, next_cursor: runs.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** @throws Refusal `http.not_found` */
export async function readRun(app: App, id: string): Promise<ReconciliationRun> {
  const [run] = await readRuns(app, sql`r.id = ${id}`);
  if (!run) throw notFound();
  return run;
}

/** Requests a comparison, which a job makes. A request while one is in progress returns that one. */
export async function startRun(app: App, me: Person, kind: RepeatedKind): Promise<ReconciliationRun> {
  const id = await app.db.tx(async (tx) => {
    const added = await tx.maybeOne<{ id: string }>(sql`
      insert into reconciliation_run (id, kind, state, requested_by, requested_at)
      values (${newId()}, ${kind}, 'waiting', ${me.id}, ${app.clock.now()})
      on conflict (kind) where state in ('waiting', 'running') do nothing returning id`);
    if (added) await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.start', details: { kind } });
    const latest = await tx.one<{ id: string }>(
      sql`select id from reconciliation_run where kind = ${kind} order by id desc limit 1`,
    );
    return added?.id ?? latest.id;
  });
  return readRun(app, id);
}

interface FindingRow {
  id: string;
  location: number;
  result: FindingResult;
  reference: string | null;
  on: string | null;
  currency: string | null;
  here: bigint | null;
  there: bigint | null;
  paymentId: string | null;
  number: string | null;
  state: PaymentState | null;
  account: bigint | null;
  clientId: string | null;
  client: string | null;
  unanswered: number;
  rule: string | null;
  row: string | null;
  why: string | null;
  note: string | null;
  resolvedBy: string | null;
  resolvedAt: Date | null;
}

const readFindings = ({ db }: App, conditionAndOrder: Sql) =>
  db.rows<FindingRow>(sql`
    select f.id, f.location, f.result, f.reference, f.on_day::text as on, f.currency, f.here, f.there,
           p.id as "paymentId", 'P-' || p.number as number, p.state, a.number as account,
           c.id as "clientId", c.full_name as client,
           (select count(*)::int from trading_transfer t where t.account_id = f.account_id and t.settled_at is null) as unanswered,
           f.rule, f.breach_row as row, f.breach_why as why, f.note, s.full_name as "resolvedBy",
           f.resolved_at as "resolvedAt"
    from reconciliation_finding f
    left join payment p on p.id = f.payment_id
    left join trading_account a on a.id = f.account_id
    left join person c on c.id = coalesce(p.client_id, a.client_id)
    left join person s on s.id = f.resolved_by
    where ${conditionAndOrder}`);

/** The comparison, and the result to filter by. */
export interface FindingsQuery {
  run_id: string;
  result?: FindingResult | undefined;
}

/** One comparison with what it found. @throws Refusal `http.not_found` */
export async function readRunWithFindings(
  app: App,
  { run_id: id, result, cursor, limit = findingsAtOnce }: FindingsQuery & Paged,
): Promise<ResponseBody<Api['reconciliation.run']>> {
  const run = await readRun(app, id);
  const rows = await readFindings(
    app,
    sql`f.run_id = ${id} and (${result ?? null}::text is null or f.result = ${result ?? null})
      and f.location > ${Number(cursor ?? -1)} order by f.location limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  return {
    run,
    findings: page.map(showFinding),
    next_cursor: rows.length > limit ? String(page.at(-1)?.location) : null,
  };
}

function showFinding(row: FindingRow): ReconciliationFinding {
  const { currency, here, there } = row;
  const amount = (minor: bigint | null) => (minor === null || currency === null ? null : toDecimal(minor, currency));
  return {
    id: row.id,
    result: row.result,
    reference: row.reference,
    on: row.on,
    currency,
    here: amount(here),
    there: amount(there),
    difference: here === null && there === null ? null : amount((here ?? 0n) - (there ?? 0n)),
    payment:
      row.paymentId !== null && row.number !== null && row.state !== null
        ? { id: row.paymentId, number: row.number, state: row.state }
        : null,
    trading_account_id: row.account === null ? null : String(row.account),
    client: row.clientId === null ? null : { id: row.clientId, name: row.client ?? '' },
    unanswered: row.unanswered,
    rule: row.rule,
    row: row.row,
    why: row.why,
    note:
      row.note !== null && row.resolvedAt
        ? { text: row.note, by: row.resolvedBy ?? '', at: row.resolvedAt.toISOString() }
        : null,
  };
}

/**
 * Explains a difference. The first explanation stays.
 * @throws Refusal `http.not_found`, `reconciliation.resolved`
 */
export async function resolveFinding(
  app: App,
  me: Person,
  { finding_id: id, note }: { finding_id: string; note: string },
) {
  await app.db.tx(async (tx) => {
    const finding = await tx.maybeOne<{ note: string | null; runId: string; subject: string | null }>(sql`
      select f.note, f.run_id as "runId", coalesce('P-' || p.number, a.number::text, f.reference) as subject
      from reconciliation_finding f left join payment p on p.id = f.payment_id left join trading_account a on a.id = f.account_id
      where f.id = ${id} and f.result not in ('matched', 'broken') for update of f`);
    if (!finding) throw notFound();
    if (finding.note !== null) throw refuse('reconciliation.resolved');
    await tx.run(sql`
      update reconciliation_finding set note = ${note}, resolved_by = ${me.id}, resolved_at = ${app.clock.now()} where id = ${id}`);
    const details = { run: finding.runId, finding: finding.subject ?? id, note };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.resolve', details });
  });
  return { status: 'ok' as const };
}
