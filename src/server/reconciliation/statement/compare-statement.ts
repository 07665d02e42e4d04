import { fromDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { writeFindings, type NewFinding } from '../findings.ts';
import { readRun } from '../runs.ts';
import { matchStatement, type Match, type Movement, type StatementLine } from './match.ts';

/** The method of a statement, and its days. */
export interface StatementDays {
  method: PaymentMethod;
  from: string;
  to: string;
}

/** Money is booked here some days before or after its bank does. */
const marginDays = 10;
const longestReference = 200;

/** Compares the lines of a statement with what the ledger moved on the account of its method, and stores the findings. */
export async function compareLines(tx: Tx, runId: string, statement: StatementDays): Promise<void> {
  const lines = await tx.rows<StatementLine>(sql`
    select reference, amount as "amountMinor", currency, on_day::text as on,
           case when result in ('credited', 'matched') then payment_id end as "paymentId",
           case when note is not null then jsonb_build_object('note', note, 'byId', decided_by, 'at', decided_at) end as explained
    from statement_line where run_id = ${runId} order by number`);
  await writeFindings(tx, runId, matchStatement(lines, await readMovements(tx, statement), statement).map(findingOf));
}

interface Total extends StatementDays {
  name: string;
  total: { currency: string; amount: string };
}

/**
 * Compares the sum of a statement with that of the ledger.
 * @throws Refusal `http.idempotency_mismatch`, `reconciliation.line`, `reconciliation.currency`
 */
export async function compareTotal(app: App, me: Person, key: string, body: Total) {
  const intent = { ownerId: me.id, key, action: 'reconciliation.statement', body };
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, intent, async () => {
      const { method, name, from, to } = body;
      const finding = await totalOf(tx, body);
      const [runId, at] = [newId(), app.clock.now()];
      await tx.run(sql`
        insert into reconciliation_run (id, kind, state, requested_by, requested_at, started_at, finished_at, method, name, from_on, to_on, facts)
        values (${runId}, 'statement', 'done', ${me.id}, ${at}, ${at}, ${at}, ${method}, ${name}, ${from}, ${to}, '{"lines": 0}')`);
      await writeFindings(tx, runId, [finding]);
      const details = { run: runId, method, name, from, to };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.statement', details });
      return runId;
    }),
  );
  return readRun(app, id);
}

interface MovementRow {
  at: Date;
  amountMinor: bigint;
  currency: string;
  transactionId: string;
  paymentId: string | null;
  number: string | null;
  reference: string | null;
  bankReference: string | null;
}

/**
 * The movements of a method in the days of a statement and around them, without reversed payments and their reversals.
 */
async function readMovements(tx: Tx, { method, from, to }: StatementDays): Promise<Movement[]> {
  const rows = await tx.rows<MovementRow>(sql`
    select t.at, -p.amount as "amountMinor", a.currency, t.id as "transactionId", pay.id as "paymentId", 'P-' || pay.number as number,
           pay.reference, pay.bank_reference as "bankReference"
    from ledger_transaction t
    join ledger_posting p on p.transaction_id = t.id
    join ledger_account a on a.id = p.account_id and a.kind in ('psp_in', 'psp_out')
    left join payment pay on pay.id = case when t.scope like 'payment:%' then t.reference_id::uuid end
    where t.kind in ('deposit', 'withdrawal', 'correction') and t.reference_type is distinct from 'ledger_transaction'
      and not exists (select from ledger_transaction c where c.kind = 'correction' and c.reference_type = 'ledger_transaction' and c.reference_id = t.id::text)
      and split_part(a.code, ':', 2) = translate(${method}, '_', '-')
      and t.at >= (${from}::date - ${marginDays}::int) at time zone 'UTC' and t.at < (${to}::date + ${marginDays + 1}::int) at time zone 'UTC'
    order by p.id`);
  return rows.map(({ at, amountMinor, currency, paymentId, number, reference, bankReference, transactionId }) => ({
    paymentId,
    names: paymentId === null ? [transactionId] : [number, reference].flatMap((name) => name ?? []),
    bankReference,
    amountMinor,
    currency,
    on: at.toISOString().slice(0, 10),
  }));
}

function findingOf({ result, line, movement }: Match): NewFinding {
  return {
    result,
    reference: (line?.reference ?? movement?.names.at(-1) ?? null)?.slice(0, longestReference) ?? null,
    on: line?.on ?? movement?.on ?? null,
    currency: line?.currency ?? movement?.currency ?? null,
    hereMinor: movement?.amountMinor ?? null,
    thereMinor: line?.amountMinor ?? null,
    paymentId: movement?.paymentId ?? null,
    explained: movement ? null : (line?.explained ?? null),
  };
}

/** The sum of all movements on the days themselves beside the statement's. */
async function totalOf(tx: Tx, { total: { currency, amount }, ...days }: Total): Promise<NewFinding> {
  if (!(await currenciesInUse(tx)).includes(currency)) throw refuse('reconciliation.currency', { line: 1, currency });
  const thereMinor = minorOf(amount, currency);
  const { from, to } = days;
  const movements = await readMovements(tx, days);
  const hereMinor = movements
    .filter((each) => each.currency === currency && each.on >= from && each.on <= to)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const result = hereMinor === thereMinor ? 'matched' : 'amount_differs';
  return { result, reference: null, on: to, currency, hereMinor, thereMinor, paymentId: null };
}

function minorOf(amount: string, currency: string): bigint {
  try {
    return fromDecimal(amount, currency);
  } catch {
    throw refuse('reconciliation.line', { line: 1 });
  }
}
