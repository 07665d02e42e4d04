import { toDecimal } from '#contract/kernel/money.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { correct } from '#server/ledger/correct.ts';
import type { LedgerKind } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { findResult, runIdempotent } from '#server/platform/idempotency.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { notFound, refuse, type Refusal } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { usdValue } from '../amounts.ts';
import { factsOf, entryContext } from '../credit-wallet.ts';
import { moveOn, recordStatus } from '../lifecycle/move.ts';
import { lockPayment, netOf, numberOf, readPayment, type PaymentRow } from '../payment-row.ts';
import { approvalsNeeded, readSettings } from '../settings.ts';
import { returnOf } from '../withdrawals/to-card.ts';
import { openRequest } from './approvals.ts';
import type { Staff } from './run-action.ts';
import { readQueueItem } from './queue-item.ts';

interface ReversalInput {
  operation_id: string;
  reason: string;
  note: string;
}

/**
 * Requests the reversal of a ledger operation: an adjustment with the opposite amounts, for others to decide.
 * @throws Refusal as `payments.reverse` lists them
 */
export async function proposeReversal(
  app: App,
  staff: Staff & { me: Person },
  { operation_id, reason, note, ...proof }: ReversalInput & Proof,
): Promise<QueueItem> {
  const { me, key, language } = staff;
  const input = { operation_id, reason, note };
  const intent = { ownerId: me.id, key, action: 'payments.reverse', body: input };
  const id = (await findResult(app, app.db, intent)) ?? (await propose());
  return readQueueItem(app, me, language, id);

  async function propose(): Promise<string> {
    const take = await prove(app, me, proof);
    return app.db.tx((tx) =>
      runIdempotent(app, tx, intent, async () => {
        await take(tx);
        return insertReversal(app, tx, staff, input);
      }),
    );
  }
}

async function insertReversal(app: App, tx: Tx, { me }: Staff, input: ReversalInput): Promise<string> {
  const original = await lockBooked(tx, me, input.operation_id);
  const reason = await chooseReason(tx, 'reversal', input.reason);
  const { clientId, walletId, currency } = original;
  const net = netOf(original);
  const reversal = { walletId, currency, takes: net > 0n, amount: net > 0n ? net : -net };
  await checkCovered(tx, reversal);
  const usd = await usdValue(tx, reversal.amount, currency);
  const [id, at] = [newId(), app.clock.now()];
  await tx.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, amount, usd, takes, category, note, reason, reverses,
                         created_by, approvals_needed, created_at, updated_at)
    values (${id}, 'adjustment', 'proposed', ${clientId}, ${walletId}, ${currency}, ${reversal.amount}, ${usd}, ${reversal.takes},
            'correction', ${input.note}, ${reason}, ${original.id}, ${me.id}, ${approvalsNeeded(await readSettings(tx), usd)}, ${at}, ${at})`);
  await signNewRow(tx, app.config, 'payment', sql`p.id = ${id}`);
  const request = { action: 'decide_adjustment', authorId: me.id, at, reason: input.note } as const;
  await openRequest(app, tx, { id, clientId }, request);
  await recordStatus(tx, [{ id, clientId }], 'proposed', { by: { kind: 'staff', id: me.id }, at });
  const details = {
    payment: numberOf(original),
    amount: toDecimal(reversal.amount, currency),
    currency,
    purpose: 'reversal',
    reason_code: reason,
    note: input.note,
  };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'payments.reverse', details });
  await app.realtime.notifyQueues(tx, 'queue.payments');
  return id;
}

interface Operation {
  kind: LedgerKind;
  key: string;
  referenceType: string | null;
  paymentId: string | null;
}

/** The payment of an operation, locked, if it is a deposit or an adjustment that was not reversed. */
async function lockBooked(tx: Tx, me: Staff['me'], operationId: string): Promise<PaymentRow> {
  const operation = await tx.maybeOne<Operation>(sql`
    select kind, key, reference_type as "referenceType",
           case reference_type when 'payment' then reference_id::uuid end as "paymentId"
    from ledger_transaction where id = ${operationId}`);
  if (!operation) throw notFound();
  if (operation.paymentId === null) throw otherWay(operation);
  const payment = await lockPayment(tx, sql`p.id = ${operation.paymentId}`);
  if (payment.clientId === me.id) throw refuse('payments.own_request');
  if (payment.kind === 'withdrawal') throw refuse('payments.reversal_withdrawal');
  if (operation.key !== bookingKeys[payment.kind]) throw refuse('payments.reversal_other');
  const reversed = await tx.maybeOne(sql`select from payment where reverses = ${payment.id} and state <> 'rejected'`);
  if (reversed) throw refuse('payments.already_reversed');
  if (payment.state !== (payment.kind === 'deposit' ? 'credited' : 'posted')) throw refuse('payments.state');
  await checkWhole(tx, payment);
  return payment;
}

/** @throws Refusal `payments.partly_returned` while a withdrawal returns a part of the deposit to its card */
async function checkWhole(tx: Tx, { id }: PaymentRow): Promise<void> {
  const part = await returnOf(tx, id);
  if (part) throw refuse('payments.partly_returned', { number: numberOf(part) });
}

/** The ledger key of each kind. A reversal is a correction of another transaction, and has none. */
const bookingKeys = { deposit: 'credit', adjustment: 'adjust' } as const;

/** Whatever belongs to a process ends as the process ends. */
function otherWay({ kind, referenceType }: Operation): Refusal {
  if (kind === 'ipo' || referenceType?.startsWith('ipo_')) return refuse('payments.reversal_ipo');
  if (kind.startsWith('transfer_') || (kind === 'hold' && referenceType === 'trading_account'))
    return refuse('payments.reversal_transfer');
  return refuse('payments.reversal_other');
}

/** @throws Refusal `payments.reversal_spent` when the money to be taken is no longer there, or held */
async function checkCovered(
  tx: Tx,
  reversal: Pick<PaymentRow, 'walletId' | 'currency' | 'takes' | 'amount'>,
): Promise<void> {
  if (!reversal.takes) return;
  const { available, held } = await tx.one<{ available: bigint; held: bigint }>(sql`
    select a.amount as available, h.amount as held
    from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where w.id = ${reversal.walletId} for update of a`);
  if (available >= reversal.amount) return;
  const inWords = (amount: bigint) => amountWritten(amount, reversal.currency);
  throw refuse('payments.reversal_spent', {
    amount: inWords(reversal.amount),
    available: inWords(available),
    held: inWords(held),
  });
}

/**
 * Books the reversal and marks the original as reversed. The caller holds the lock of the client, to whom both payments
 * belong.
 * @throws Refusal `payments.state` when the original changed in between, `payments.partly_returned`, `payments.reversal_spent`
 */
export async function carryOutReversal(
  app: App,
  tx: Tx,
  reversal: PaymentRow & { reverses: string },
  move: { by: { kind: 'staff'; id: string }; at: Date },
): Promise<void> {
  if (reversal.reason === null) throw new Error(`undo ${reversal.id} has no reason`);
  await tx.run(sql`select from payment where id = ${reversal.reverses} for update`);
  const original = await readPayment(tx, sql`p.id = ${reversal.reverses}`);
  await checkWhole(tx, original);
  await moveOn(app, tx, original, 'reversed', { ...move, changes: sql`, reason = ${reversal.reason}` });
  await checkCovered(tx, reversal);
  const { id } = await readBooking(tx, original);
  const { kind: _, reference: __, ...action } = entryContext(reversal, { key: 'adjust', kind: 'correction', ...move });
  await correct(tx, id, action);
  const eventName = original.kind === 'deposit' ? 'payments.deposit_reversed' : 'payments.adjustment_reversed';
  const amount = toDecimal(reversal.amount, reversal.currency);
  await app.outbox.emit(tx, eventName, { ...factsOf(original), amount, reason: reversal.reason });
}

/** The operation that booked a deposit or an adjustment. */
const readBooking = (db: Queries, { id, kind }: PaymentRow) =>
  db.one<{ id: string }>(sql`
    select id from ledger_transaction
    where scope = ${`payment:${id}`} and key = ${kind === 'deposit' ? bookingKeys.deposit : bookingKeys.adjustment}`);
