import { toDecimal } from '#contract/money.ts';
import type { QueueItem } from '#contract/payments-staff.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { correct } from '#server/ledger/correct.ts';
import type { LedgerKind } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { sealNew } from '#server/platform/row-macs.ts';
import { moneyText } from '#server/platform/money-format.ts';
import { findDone, once } from '#server/platform/idempotency.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { notFound, refuse, type Refusal } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import type { Language } from '#contract/languages.ts';
import { usdValue } from '../amounts.ts';
import { factsOf, ledgerAct } from '../credit-wallet.ts';
import { moveOn, writeStep } from '../move.ts';
import { lockPayment, netOf, numberOf, readPayment, type PaymentRow } from '../payment-row.ts';
import { approvalsNeeded, readSettings } from '../settings.ts';
import type { Staff } from './run-action.ts';
import { readQueueItem } from './queue-item.ts';

interface Undo {
  operation_id: string;
  reason: string;
  note: string;
}

/**
 * Proposes to undo an operation of the ledger: an adjustment that is to be its mirror, for others to decide.
 * @throws Refusal as `payments.undo` lists them
 */
export async function proposeUndo(
  app: App,
  staff: Staff & { me: Client },
  { operation_id, reason, note, ...proof }: Undo & Proof,
): Promise<QueueItem> {
  const { me, key, language } = staff;
  const wish = { operation_id, reason, note };
  const intent = { ownerId: me.id, key, act: 'payments.undo', body: wish };
  const id = (await findDone(app, app.db, intent)) ?? (await propose());
  return readQueueItem(app, me, language, id);

  async function propose(): Promise<string> {
    const take = await prove(app, me, proof);
    return app.db.tx((tx) =>
      once(app, tx, intent, async () => {
        await take(tx);
        return insertUndo(app, tx, staff, wish);
      }),
    );
  }
}

async function insertUndo(app: App, tx: Tx, { me, language }: Staff, wish: Undo): Promise<string> {
  const original = await lockBooked(tx, me, wish.operation_id);
  const reason = await chooseReason(tx, 'reversal', wish.reason);
  const { clientId, walletId, currency } = original;
  const net = netOf(original);
  const undo = { walletId, currency, takes: net > 0n, amount: net > 0n ? net : -net };
  await checkCovered(tx, language, undo);
  const usd = await usdValue(tx, undo.amount, currency);
  const [id, at] = [newId(), app.clock.now()];
  await tx.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, amount, usd, takes, category, note, reason, undoes,
                         created_by, approvals_needed, created_at, updated_at)
    values (${id}, 'adjustment', 'proposed', ${clientId}, ${walletId}, ${currency}, ${undo.amount}, ${usd}, ${undo.takes},
            'correction', ${wish.note}, ${reason}, ${original.id}, ${me.id}, ${approvalsNeeded(await readSettings(tx), usd)}, ${at}, ${at})`);
  await sealNew(tx, app.config, 'payment', sql`p.id = ${id}`);
  await writeStep(tx, { id, clientId }, 'proposed', { by: { kind: 'staff', id: me.id }, at });
  const details = {
    payment: numberOf(original),
    amount: toDecimal(undo.amount, currency),
    currency,
    purpose: 'reversal',
    reason_code: reason,
    note: wish.note,
  };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'payments.undo', details });
  return id;
}

interface Operation {
  kind: LedgerKind;
  key: string;
  referenceType: string | null;
  paymentId: string | null;
}

/** What an operation booked, locked, if it is a deposit or an adjustment that stands. */
async function lockBooked(tx: Tx, me: Staff['me'], operationId: string): Promise<PaymentRow> {
  const operation = await tx.maybeOne<Operation>(sql`
    select kind, key, reference_type as "referenceType",
           case reference_type when 'payment' then reference_id::uuid end as "paymentId"
    from ledger_transaction where id = ${operationId}`);
  if (!operation) throw notFound();
  if (operation.paymentId === null) throw otherWay(operation);
  const payment = await lockPayment(tx, sql`p.id = ${operation.paymentId}`);
  if (payment.clientId === me.id) throw refuse('payments.own_request');
  if (payment.kind === 'withdrawal') throw refuse('payments.undo_withdrawal');
  if (operation.key !== bookingKeys[payment.kind]) throw refuse('payments.undo_other');
  const undone = await tx.maybeOne(sql`select from payment where undoes = ${payment.id} and state <> 'rejected'`);
  if (undone) throw refuse('payments.undone');
  if (payment.state !== (payment.kind === 'deposit' ? 'credited' : 'posted')) throw refuse('payments.state');
  return payment;
}

/** Under what key each kind is booked. What undoes something is a correction of another transaction, and has none. */
const bookingKeys = { deposit: 'credit', adjustment: 'adjust' } as const;

/** Whatever belongs to a process ends as the process ends. */
function otherWay({ kind, referenceType }: Operation): Refusal {
  if (kind === 'ipo' || referenceType?.startsWith('ipo_')) return refuse('payments.undo_ipo');
  if (kind.startsWith('transfer_') || (kind === 'hold' && referenceType === 'trading_account'))
    return refuse('payments.undo_transfer');
  return refuse('payments.undo_other');
}

/** @throws Refusal `payments.undo_spent` when the money that is to be taken is not there any more, or held */
async function checkCovered(
  tx: Tx,
  language: Language,
  undo: Pick<PaymentRow, 'walletId' | 'currency' | 'takes' | 'amount'>,
): Promise<void> {
  if (!undo.takes) return;
  const { available, held } = await tx.one<{ available: bigint; held: bigint }>(sql`
    select a.amount as available, h.amount as held
    from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where w.id = ${undo.walletId} for update of a`);
  if (available >= undo.amount) return;
  const inWords = (amount: bigint) => moneyText(language, amount, undo.currency);
  throw refuse('payments.undo_spent', {
    amount: inWords(undo.amount),
    available: inWords(available),
    held: inWords(held),
  });
}

/**
 * Books the mirror of what is undone, and says so of it; the lock of its client, whose the undo is too, is held.
 * @throws Refusal `payments.state` when it went another way meanwhile, `payments.undo_spent`
 */
export async function carryOutUndo(
  app: App,
  tx: Tx,
  language: Language,
  undo: PaymentRow & { undoes: string },
  move: { by: { kind: 'staff'; id: string }; at: Date },
): Promise<void> {
  if (undo.reason === null) throw new Error(`undo ${undo.id} has no reason`);
  await tx.run(sql`select from payment where id = ${undo.undoes} for update`);
  const original = await readPayment(tx, sql`p.id = ${undo.undoes}`);
  await moveOn(app, tx, original, 'reversed', { ...move, changes: sql`, reason = ${undo.reason}` });
  await checkCovered(tx, language, undo);
  const { id } = await readBooking(tx, original);
  const { kind: _, reference: __, ...act } = ledgerAct(undo, { key: 'adjust', kind: 'correction', ...move });
  await correct(tx, id, act);
  const told = original.kind === 'deposit' ? 'payments.deposit_reversed' : 'payments.adjustment_reversed';
  const amount = toDecimal(undo.amount, undo.currency);
  await app.outbox.emit(tx, told, { ...factsOf(original), amount, reason: undo.reason });
}

/** The operation that booked a deposit or an adjustment. */
const readBooking = (db: Queries, { id, kind }: PaymentRow) =>
  db.one<{ id: string }>(sql`
    select id from ledger_transaction
    where scope = ${`payment:${id}`} and key = ${kind === 'deposit' ? bookingKeys.deposit : bookingKeys.adjustment}`);
