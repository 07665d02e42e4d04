import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import type { StatementFormat } from '#contract/reconciliation/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { writeFindings, type NewFinding } from '../findings.ts';
import { readRun } from '../runs.ts';
import { matchStatement, type Match, type Movement } from './match.ts';
import { readStatement } from './read-statement.ts';

interface Statement {
  method: PaymentMethod;
  name: string;
  from: string;
  to: string;
  lines?: string | undefined;
  file_format?: StatementFormat | undefined;
  total?: { currency: string; amount: string } | undefined;
}

/** Money is booked here some days before or after its bank does. */
const marginDays = 10;

/**
 * Compares a statement with what the ledger moved on the account of its method, and stores the findings.
 * @throws Refusal `http.idempotency_mismatch`, and on a field `reconciliation.nothing_given`, `reconciliation.columns`,
 * `reconciliation.too_many_lines`, `reconciliation.line`, `reconciliation.currency`, `reconciliation.sum`,
 * `reconciliation.pending`, and `files.xml_unsafe`, `files.xml_malformed`, `files.xml_schema`
 */
export async function holdStatement(app: App, me: Person, key: string, body: Statement) {
  const intent = { ownerId: me.id, key, action: 'reconciliation.statement', body };
  const id = await app.db.tx((tx) => runIdempotent(app, tx, intent, () => hold(app, tx, me, body)));
  return readRun(app, id);
}

async function hold(app: App, tx: Tx, me: Person, statement: Statement): Promise<string> {
  const { method, name, from, to, lines, file_format: format, total } = statement;
  if (!lines?.trim() && !total) throw refuseField('lines', 'reconciliation.nothing_given');
  const read = lines?.trim() ? await readStatement(lines, format) : null;
  const movements = () => readMovements(tx, statement);
  const findings = read
    ? matchStatement(read.lines, await movements(), statement).map(findingOf)
    : await holdTotal(total, statement, movements);
  const [id, at] = [newId(), app.clock.now()];
  const facts = { lines: read?.lines.length ?? 0, ...(read && read.pending > 0 && { pending: read.pending }) };
  await tx.run(sql`
    insert into reconciliation_run (id, kind, state, requested_by, requested_at, started_at, finished_at, method, name, from_on, to_on, facts)
    values (${id}, 'statement', 'done', ${me.id}, ${at}, ${at}, ${at}, ${method}, ${name}, ${from}, ${to}, ${JSON.stringify(facts)})`);
  await writeFindings(tx, id, findings);
  const details = { run: id, method, name, from, to, lines: String(facts.lines) };
  await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.statement', details });
  return id;
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
async function readMovements(tx: Tx, { method, from, to }: Statement): Promise<Movement[]> {
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
    reference: line?.reference ?? movement?.names.at(-1) ?? null,
    on: line?.on ?? movement?.on ?? null,
    currency: line?.currency ?? movement?.currency ?? null,
    hereMinor: movement?.amountMinor ?? null,
    thereMinor: line?.amountMinor ?? null,
    paymentId: movement?.paymentId ?? null,
  };
}

/** Compares the sum of all movements on the days themselves with the statement's. */
async function holdTotal(
  total: Statement['total'],
  { from, to }: Statement,
  read: () => Promise<Movement[]>,
): Promise<NewFinding[]> {
  const { currency = '', amount = '' } = total ?? {};
  if (!knownCurrencies.includes(currency)) throw refuseField('total', 'reconciliation.currency', { line: 1, currency });
  const thereMinor = minorOf(amount, currency);
  const movements = (await read()).filter((each) => each.currency === currency && each.on >= from && each.on <= to);
  const hereMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const result = hereMinor === thereMinor ? 'matched' : 'amount_differs';
  return [{ result, reference: null, on: to, currency, hereMinor, thereMinor, paymentId: null }];
}

function minorOf(amount: string, currency: string): bigint {
  try {
    return fromDecimal(amount, currency);
  } catch {
    throw refuseField('total', 'reconciliation.line', { line: 1 });
  }
}
