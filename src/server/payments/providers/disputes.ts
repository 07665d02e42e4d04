import type { App } from '#server/platform/app.ts';
import type { ProviderDispute } from '#server/platform/connections/ports/payments.ts';
import type { Posting } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { chargeBackPostings } from '../lifecycle/charge-back-postings.ts';
import { accountsOf, factsOf, postPayment, refusedFactsOf } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import { addFinding, leaveForClosed } from './findings.ts';
import { closedAgainS } from './pauses.ts';
import type { Read } from './provider-row.ts';

const bySystem = { kind: 'system' } as const;

/** Notes a dispute as its provider has it, before any of its payment is followed. */
export async function noteDispute(
  tx: Tx,
  { payment, row, at }: Read,
  { id, status, reason, amount, isWithdrawn, isClosed, answerBy }: ProviderDispute,
): Promise<void> {
  await tx.run(sql`
    insert into provider_dispute (id, connection_id, provider_id, payment_id, status, reason, amount, currency, withdrawn, answer_by, closed, opened_at, updated_at)
    values (${newId()}, ${row.connectionId}, ${id}, ${payment.id}, ${status.slice(0, 60)}, ${reason.slice(0, 60)}, ${amount.minor}, ${amount.currency},
            ${isWithdrawn}, ${answerBy}, ${isClosed}, ${at}, ${at})
    on conflict (connection_id, provider_id) do update
      set status = excluded.status, reason = excluded.reason, withdrawn = excluded.withdrawn, answer_by = excluded.answer_by,
          closed = excluded.closed, updated_at = excluded.updated_at
      where (provider_dispute.status, provider_dispute.withdrawn, provider_dispute.closed)
            is distinct from (excluded.status, excluded.withdrawn, excluded.closed)`);
}

/**
 * Follows a dispute. The ledger moves when the provider has taken the money or returned it, never at what a dispute is
 * called; and staff are to look at each one. The money is given again when no dispute of the payment has taken it.
 */
export async function followDispute(app: App, tx: Tx, read: Read, dispute: ProviderDispute): Promise<void> {
  const { payment, row, at } = read;
  const { id, amount, isWithdrawn, answerBy } = dispute;
  const { moves, isAnyWithdrawn } = await tx.one<{ moves: number; isAnyWithdrawn: boolean }>(sql`
    select moves, exists (select from provider_dispute a where a.payment_id = d.payment_id and a.withdrawn) as "isAnyWithdrawn"
    from provider_dispute d where connection_id = ${row.connectionId} and provider_id = ${id}`);
  const isTaken = moves % 2 === 1;
  // What was taken is returned whatever has gone back to the card since.
  const isAll = isTaken || (amount.currency === payment.currency && amount.minor === (await leftOf(tx, payment)));
  const kind = isAll ? 'dispute' : 'dispute_partial';
  const step = isAll ? await stepByHand(tx, read, dispute) : stepOfPart(dispute);
  const found = { paymentId: payment.id, kind, amount, answerBy, at } as const;
  await addFinding(app, tx, {
    ...found,
    subject: step === null ? id : `${id} ${step}`,
    ...(step !== null && { insteadOf: { kind, subject: id } }),
  });
  if (!isAll || isTaken === isWithdrawn) return;
  if (isWithdrawn && payment.state === 'credited') await takeBack(app, tx, read, dispute, moves);
  else if (!isAnyWithdrawn && payment.state === 'charged_back') {
    if (!(await giveAgain(app, tx, read, dispute, moves))) return;
  } else return;
  await tx.run(sql`
    update provider_dispute set moves = moves + 1 where connection_id = ${row.connectionId} and provider_id = ${id}`);
}

/** Staff book what becomes of a part, so each step is reported by itself. */
function stepOfPart({ isWithdrawn, isClosed }: ProviderDispute): 'taken' | 'closed' | null {
  if (isWithdrawn) return 'taken';
  return isClosed ? 'closed' : null;
}

/** The provider leaves the money here at last, but staff have booked the charge-back themselves. */
async function stepByHand(
  tx: Tx,
  { payment: { id, state } }: Read,
  { isWithdrawn, isClosed }: ProviderDispute,
): Promise<'returned' | null> {
  if (isWithdrawn || !isClosed || state !== 'charged_back') return null;
  const booked = await tx.maybeOne(sql`
    select from provider_dispute where payment_id = ${id} and moves % 2 = 1 limit 1`);
  return booked ? null : 'returned';
}

/** What withdrawals to its card have left of a deposit. */
async function leftOf(tx: Tx, { id, amount }: Read['payment']): Promise<bigint> {
  const { returned } = await tx.one<{ returned: bigint }>(sql`
    select coalesce(sum(w.amount), 0)::bigint as returned from payment w
    where w.refunds_id = ${id} and w.state in ('sent', 'completed')`);
  return amount - returned;
}

const keyOf = ({ id }: ProviderDispute, moves: number) => `dispute:${id}:${moves}`;

/** The wallet pays as far as it can; the rest is what the client owes. */
async function takeBack(
  app: App,
  tx: Tx,
  { payment, at }: Read,
  dispute: ProviderDispute,
  moves: number,
): Promise<void> {
  const { reason } = await tx.one<{ reason: string }>(sql`
    select coalesce((select case when own then code || '.' || version else code end from reason
                     where purpose = 'charge_back' and active order by position limit 1), 'charge_back') as reason`);
  const move = { by: bySystem, at };
  const taken = dispute.amount.minor;
  const postings = await chargeBackPostings(tx, payment, taken);
  await postPayment(tx, payment, { key: keyOf(dispute, moves), kind: 'correction', ...move }, postings);
  await moveOn(app, tx, payment, 'charged_back', { ...move, changes: sql`, reason = ${reason}` });
  await app.outbox.emit(tx, 'payments.deposit_charged_back', refusedFactsOf({ ...payment, amount: taken }, reason));
}

/**
 * The mirror of what was taken, account by account. What the wallet of a closed account paid waits for staff.
 * @returns whether it was booked
 */
async function giveAgain(
  app: App,
  tx: Tx,
  { payment, at }: Read,
  dispute: ProviderDispute,
  moves: number,
): Promise<boolean> {
  const mirror = await tx.rows<Posting>(sql`
    select a.code as account, -l.amount as "amountMinor"
    from ledger_transaction t join ledger_posting l on l.transaction_id = t.id join ledger_account a on a.id = l.account_id
    where t.scope = ${`payment:${payment.id}`} and t.key = ${keyOf(dispute, moves - 1)}`);
  const { available } = accountsOf(payment).wallet;
  if (mirror.some(({ account }) => account === available)) {
    const { id, amount } = dispute;
    const of = { paymentId: payment.id, kind: 'dispute', subject: `${id} returned`, amount, at } as const;
    const left = await leaveForClosed(app, tx, payment.clientId, of);
    if (left === 'waiting')
      await tx.run(sql`
        update provider_payment set next_at = ${new Date(at.getTime() + closedAgainS * 1000)} where payment_id = ${payment.id}`);
    if (left) return false;
  }
  const move = { by: bySystem, at };
  await postPayment(tx, payment, { key: keyOf(dispute, moves), kind: 'correction', ...move }, mirror);
  await moveOn(app, tx, payment, 'credited', { ...move, changes: sql`, reason = null` });
  await app.outbox.emit(tx, 'payments.deposit_credited', factsOf(payment));
  return true;
}
