import type { App } from '#server/platform/app.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import type { Money } from '#server/platform/connections/outcome.ts';
import type { RailPayout } from '#server/platform/connections/ports/payouts.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asBanksWrite, isSameName } from '../bank-files/bank-text.ts';
import { factsOf, refusedFactsOf } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import { lockPayment, readPayment, type PaymentRow } from '../payment-row.ts';
import { addFinding, leaveForClosed } from '../providers/findings.ts';
import { askAgainS, closedAgainS, nextWatch } from '../providers/pauses.ts';
import { checkUnchangedPayment, evidenceColumns, type Evidence } from '../unchanged.ts';
import { bookBack } from '../withdrawals/book-back.ts';
import { payOut } from '../withdrawals/pay-out.ts';
import { closeOrder, endOrder } from './end-order.ts';
import { answerOf, asOrdered, readPayee, readPayout, type PayoutRow } from './payout-row.ts';

const by = { kind: 'system' } as const;

/**
 * An event is a hint: what it is about is looked up by our own reference, and that is followed. What is none of our
 * orders is left to staff, who see it in the inbox.
 */
export const followPayoutEvent =
  (app: App): EventHandler<'payouts'> =>
  async ({ subject, ref }, { id, port }) => {
    const order = await readPayout(
      app.db,
      sql`o.connection_id = ${id} and (o.reference = ${ref} or o.provider_id = ${subject})
        order by o.reference is distinct from ${ref}::text limit 1`,
    );
    if (!order) return 'ignored';
    const found = await port.lookUp(asOrdered(order));
    if (found.kind === 'unknown') throw new Error(`not read: ${found.detail}`);
    if (found.kind === 'refused') throw new Error(`not read: ${found.code} ${found.text}`);
    if (found.value.length === 0) throw new Error('the provider does not list it yet');
    await settlePayout(app, order.reference, found.value);
    return 'done';
  };

/**
 * Brings an order and its withdrawal to where the provider says they are, in one transaction. It only compares states, so
 * the same reading twice, or an older one after a newer one, changes nothing.
 * @returns whether what was found has the order's own payout, begun for good, and not only others that bear its reference
 */
export function settlePayout(app: App, reference: string, found: readonly RailPayout[]): Promise<boolean> {
  return app.db.tx(async (tx) => {
    const payment = await lockPayment<Evidence>(
      tx,
      sql`p.id = (select o.payment_id from provider_payout o where o.reference = ${reference})`,
      evidenceColumns,
    );
    const order = await readPayout(tx, sql`o.reference = ${reference}`);
    if (!order) return false;
    checkUnchangedPayment(app, payment);
    const at = app.clock.now();
    const own = found.find(({ id }) => id === order.providerId) ?? (order.providerId === null ? found[0] : undefined);
    for (const other of found)
      if (other !== own && other.state !== 'failed') await report(app, tx, order, 'payout_unexpected', other, at);
    if (!own || own.state === 'begun') return false;
    // Its withdrawal went on without it, so whatever it pays was not expected.
    const isLate = order.state === 'failed' || (isUndecided(order) && payment.state !== 'ordered');
    await (isLate ? reportLate(app, tx, { order, own, at }) : follow(app, tx, payment, { order, own, at }));
    return true;
  });
}

interface Read {
  order: PayoutRow;
  own: RailPayout;
  at: Date;
}

const isUndecided = ({ state }: PayoutRow): boolean => state === 'calling' || state === 'accepted';

/** A call has made a payout by an order that counts as not paid by now. */
export async function reportMade(
  app: App,
  tx: Tx,
  { reference, id, at }: { reference: string; id: string; at: Date },
): Promise<void> {
  const order = await readPayout(tx, sql`o.reference = ${reference} and o.state = 'failed'`);
  const unread = {
    state: 'accepted',
    amount: null,
    back: null,
    payee: { holder: null, account: null },
    answer: '',
  } as const;
  if (order) await reportLate(app, tx, { order, own: { id, ...unread }, at });
}

/** An order that counts as not paid is known to its provider, or has even left. */
async function reportLate(app: App, tx: Tx, { order, own, at }: Read): Promise<void> {
  await closeOrder(tx, { reference: order.reference, answer: own.answer, at });
  if (own.state === 'failed') return;
  await tx.run(sql`
    update provider_payout set provider_id = coalesce(provider_id, ${own.id}) where reference = ${order.reference}`);
  const known = `${own.id} accepted`;
  if (own.state === 'accepted')
    return report(app, tx, order, 'payout_unexpected', { id: known, amount: own.amount }, at);
  await addFinding(app, tx, {
    paymentId: order.paymentId,
    kind: 'payout_unexpected',
    subject: own.id,
    amount: own.amount,
    at,
    insteadOf: { kind: 'payout_unexpected', subject: known },
  });
}

async function follow(app: App, tx: Tx, payment: PaymentRow, { order, own, at }: Read): Promise<void> {
  const differs = await reportDifferences(app, tx, { order, own, at });
  const wasOpen = isUndecided(order);
  if (own.state === 'failed' && wasOpen)
    return endOrder(app, tx, payment, { reference: order.reference, answer: own.answer });
  const hasLeft = own.state !== 'accepted';
  const state = !wasOpen ? order.state : hasLeft ? 'sent' : 'accepted';
  const next = state === 'accepted' ? soon(at) : nextWatch(order.createdAt, at);
  const answer = answerOf(own.answer);
  const { amount: coins = null, coin = null, transaction = null } = own.coins ?? {};
  await tx.run(sql`
    update provider_payout set state = ${state}, provider_id = coalesce(provider_id, ${own.id}), answer = ${answer},
      coins = coalesce(${coins}::numeric, coins), coin = coalesce(${coin}, coin), transaction = coalesce(${transaction}, transaction),
      checked_at = ${at}, next_at = case when ended_at is null then ${next}::timestamptz end
    where reference = ${order.reference}`);
  if (state !== order.state || order.providerId === null || answer !== order.answer)
    await app.realtime.notifyQueues(tx, 'queue.payments');
  if (hasLeft && payment.state === 'ordered') await payOut(app, tx, payment, { by, at, bankReference: own.id });
  const now = await readPayment(tx, sql`p.id = ${payment.id}`);
  if (own.doubt) await report(app, tx, order, own.doubt, own, at);
  if (own.state === 'completed' && state === 'sent') await complete(app, tx, now, { order, own, at, differs });
  if (own.state === 'returned' && state !== 'returned') await takeBack(app, tx, now, { order, own, at });
  // It was sent before: what has become of the money is for staff.
  if (own.state === 'failed') await report(app, tx, order, 'amount', own, at);
}

const soon = (at: Date): Date => new Date(at.getTime() + askAgainS * 1000);

/** @returns whether the provider pays something else than what was ordered, or another recipient */
async function reportDifferences(app: App, tx: Tx, { order, own, at }: Read): Promise<boolean> {
  const isAmount = isSame(own.amount, order);
  if (!isAmount) await report(app, tx, order, 'amount', own, at);
  const isPayee = await isOurPayee(tx, order, own);
  if (!isPayee) await report(app, tx, order, 'payee', own, at);
  return !isAmount || !isPayee;
}

const isSame = (money: Money | null, { amount, currency }: PayoutRow): boolean =>
  money !== null && money.minor === amount && money.currency === currency;

async function isOurPayee(
  tx: Tx,
  { paymentId }: PayoutRow,
  { payee: { holder, account, ending = null } }: RailPayout,
): Promise<boolean> {
  const to = await readPayee(tx, paymentId);
  if (!to) return false;
  const isAccount = account === null || asBanksWrite(account).endsWith(asBanksWrite(to.account));
  const isEnding = ending === null || asBanksWrite(to.account).endsWith(asBanksWrite(ending));
  return isAccount && isEnding && (holder === null || isSameName(holder, to.holder));
}

/** One that differs stays sent, until staff have found out. What two people have returned has arrived nevertheless. */
async function complete(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { order, own, at, differs }: Read & { differs: boolean },
): Promise<void> {
  await tx.run(sql`update provider_payout set state = 'completed' where reference = ${order.reference}`);
  if (payment.state === 'failed' && !own.isAssumed) await report(app, tx, order, 'payout_unexpected', own, at);
  if (payment.state !== 'sent' || differs) return;
  await moveOn(app, tx, payment, 'completed', { by, at });
  await app.outbox.emit(tx, 'payments.withdrawal_completed', factsOf(payment));
}

/**
 * All of it came back: the client has the money again, once. A part, or an amount that is not said, is for staff; and so is what
 * came back for a closed account, until it is open again.
 */
async function takeBack(app: App, tx: Tx, payment: PaymentRow, { order, own, at }: Read): Promise<void> {
  const isOpen = payment.state === 'sent' || payment.state === 'completed';
  const unclear = `${own.id} back`;
  if (!isSame(own.back, order)) {
    // The provider may book it later than it says so. Where staff have decided, nothing waits for that.
    if (own.back === null && isOpen)
      await tx.run(sql`update provider_payout set next_at = ${soon(at)} where reference = ${order.reference}`);
    return report(app, tx, order, 'amount', { id: unclear, amount: own.back }, at);
  }
  const { paymentId } = order;
  const insteadOf = { kind: 'amount', subject: unclear } as const;
  const waiting = { paymentId, kind: 'payout_unexpected', subject: unclear, amount: own.back, at, insteadOf } as const;
  const left = isOpen ? await leaveForClosed(app, tx, payment.clientId, waiting) : null;
  if (left === 'waiting') {
    const next = new Date(at.getTime() + closedAgainS * 1000);
    await tx.run(sql`update provider_payout set next_at = ${next} where reference = ${order.reference}`);
    return;
  }
  await tx.run(sql`
    update provider_payout set state = 'returned', ended_at = ${at}, next_at = null where reference = ${order.reference}`);
  if (left === 'handled') return;
  await addFinding(app, tx, { ...waiting, kind: 'payout_returned', subject: own.id });
  if (!isOpen) return;
  const reason = order.refundsId === null ? 'returned_by_bank' : 'destination_closed';
  await bookBack(tx, payment, { by, at });
  await moveOn(app, tx, payment, 'failed', { by, at, changes: sql`, reason = ${reason}` });
  await app.outbox.emit(tx, 'payments.withdrawal_rejected', refusedFactsOf(payment, reason));
}

const report = (
  app: App,
  tx: Tx,
  { paymentId }: PayoutRow,
  kind: 'amount' | 'payee' | 'payout_unexpected' | 'by_hand',
  { id, amount }: Pick<RailPayout, 'id' | 'amount'>,
  at: Date,
): Promise<void> => addFinding(app, tx, { paymentId, kind, subject: id, amount, at });
