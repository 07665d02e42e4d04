import type { BankStatus } from '#contract/payments/bank-file-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { factsOf, refusedFactsOf } from '../credit-wallet.ts';
import { releaseHeld } from '../lifecycle/cancel.ts';
import { moveOn } from '../lifecycle/move.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { addFinding } from '../providers/findings.ts';
import { readReported } from '../withdrawals/held-back.ts';
import { payOut } from '../withdrawals/pay-out.ts';
import { isExecuted } from './file-row.ts';

/** How many lines one run takes, and how many of them it reads at a time. */
const batch = 500;
const maxBatches = 40;

/** The bank says that this account can never be paid, so another attempt is of no use. */
const unpayable: ReadonlySet<string> = new Set([
  'AC01',
  'AC03',
  'AC04',
  'AC06',
  'AC14',
  'AG01',
  'BE01',
  'CNOR',
  'MD07',
  'RC01',
]);

const by = { kind: 'system' } as const;

/**
 * Moves withdrawals as the bank has answered, each in a transaction of its own: those that it executes are sent. Those
 * that it has rejected wait until two people agree that the file counts as not paid, because one person can write a
 * report. Then they go back to the queue or to the client. Files without a second person end, and theirs go back too.
 */
export async function settleBankFiles(app: App): Promise<null> {
  await endFiles(app);
  const failures: unknown[] = [];
  const unreported = await app.db.rows<{ paymentId: string }>(sql`
    select l.payment_id as "paymentId" from payout_file_line l where ${isUnexpected} order by l.payment_id limit ${batch}`);
  for (const { paymentId } of unreported)
    await app.db
      .tx(async (tx) => reportUnexpected(app, tx, await lockPayment(tx, sql`p.id = ${paymentId}`)))
      .catch((error: unknown) => failures.push(error));
  let last = { fileId: '00000000-0000-0000-0000-000000000000', position: 0 };
  for (let turn = 0; turn < maxBatches; turn += 1) {
    const lines = await app.db.rows<{ paymentId: string; fileId: string; position: number }>(sql`
      select l.payment_id as "paymentId", l.file_id as "fileId", l.position
      from payout_file_line l join payout_file f on f.id = l.file_id join payment p on p.id = l.payment_id
      where ${isDue} and (l.file_id, l.position) > (${last.fileId}::uuid, ${last.position})
      order by l.file_id, l.position limit ${batch}`);
    // One line that cannot be settled holds up no other.
    for (const { paymentId } of lines)
      await app.db.tx((tx) => settle(app, tx, paymentId)).catch((error: unknown) => failures.push(error));
    last = lines.at(-1) ?? last;
    if (lines.length < batch) break;
  }
  if (failures.length > 0) throw failures[0];
  return null;
}

/** Of a line `l` of file `f` with payment `p`: the payment is not yet where the bank says it is. */
const isDue: Sql = sql`
  l.ended_at is null and (
    p.state = 'ordered' and (${isExecuted} or f.ended_at is not null)
    or p.state = 'sent' and l.status = 'ACCC')`;

/** A file ends when no request to release it is left. */
async function endFiles({ db, clock }: App): Promise<void> {
  await db.run(sql`
    update payout_file f set ended_at = ${clock.now()}
    where released_at is null and ended_at is null and not exists (
      select from approval_request r where r.kind = 'payout_file' and r.key = f.id::text and r.state in ('open', 'approved'))`);
}

interface Line {
  fileId: string;
  position: number;
  status: BankStatus | null;
  reason: string | null;
  contradiction: string | null;
  isExecuted: boolean;
  fileEnded: boolean;
}

/** Of a line `l`: the bank says that it has paid what it had rejected or what two people gave up, and staff do not know yet. */
const isUnexpected: Sql = sql`
  l.contradiction in ('ACSP', 'ACSC', 'ACCC') and not exists (
    select from provider_finding n where n.payment_id = l.payment_id and n.kind = 'payout_unexpected' and n.subject = l.end_to_end_id)`;

/** Such a withdrawal, which is locked, is paid by no other way until it is recorded as sent or returned. */
async function reportUnexpected(app: App, tx: Tx, { id: paymentId, currency }: PaymentRow): Promise<void> {
  const lines = await tx.rows<{ subject: string; minor: bigint }>(sql`
    select l.end_to_end_id as subject, l.amount as minor from payout_file_line l where l.payment_id = ${paymentId} and ${isUnexpected}`);
  for (const { subject, minor } of lines) {
    const amount = { minor, currency };
    await addFinding(app, tx, { paymentId, kind: 'payout_unexpected', subject, amount, at: app.clock.now() });
  }
}

async function settle(app: App, tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
  const line = await tx.maybeOne<Line>(sql`
    select l.file_id as "fileId", l.position, l.status, l.reason, l.contradiction, coalesce(${isExecuted}, false) as "isExecuted", f.ended_at is not null as "fileEnded"
    from payout_file_line l join payout_file f on f.id = l.file_id join payment p on p.id = l.payment_id
    where l.payment_id = ${paymentId} and ${isDue} for update of l`);
  if (!line) return;
  const at = app.clock.now();
  // The bank has said that it paid before two people gave it up, and the money did not follow yet.
  const isLate = line.fileEnded && line.isExecuted && line.contradiction === null;
  if (isLate)
    await tx.run(sql`
      update payout_file_line set contradiction = status where file_id = ${line.fileId} and position = ${line.position}`);
  if (isLate || line.contradiction !== null) await reportUnexpected(app, tx, payment);
  if (payment.state === 'ordered' && line.fileEnded) return leave(app, tx, payment, line, at);
  if (payment.state === 'ordered') await payOut(app, tx, payment, { by, at, bankReference: null });
  if (line.status !== 'ACCC') return;
  await moveOn(app, tx, { ...payment, state: 'sent' }, 'completed', { by, at });
  await app.outbox.emit(tx, 'payments.withdrawal_completed', factsOf(payment));
}

/** Back to the queue, where staff pay it otherwise or return the money; or at once to the client, unless the bank has said both. */
async function leave(app: App, tx: Tx, payment: PaymentRow, line: Line, at: Date): Promise<void> {
  await tx.run(sql`
    update payout_file_line set ended_at = ${at} where file_id = ${line.fileId} and position = ${line.position}`);
  const isUnpayable = line.status === 'RJCT' && unpayable.has(line.reason ?? '');
  // By this or an earlier file, or by a provider, it may have been paid.
  const reason = isUnpayable && !(await readReported(tx, payment)) ? await readReason(tx) : undefined;
  if (reason === undefined) {
    await moveOn(app, tx, payment, 'approved', { by, at });
    return;
  }
  await releaseHeld(tx, payment, { by, at });
  await moveOn(app, tx, payment, 'failed', { by, at, changes: sql`, reason = ${reason}` });
  await app.outbox.emit(tx, 'payments.withdrawal_rejected', refusedFactsOf(payment, reason));
}

/** What the client reads; undefined where the operator has retired it, and staff choose another. */
async function readReason(tx: Tx): Promise<string | undefined> {
  const found = await tx.maybeOne<{ code: string }>(sql`
    select case when own then code || '.' || version else code end as code from reason
    where purpose = 'failure' and code = 'returned_by_bank' and active for share`);
  return found?.code;
}
