import type { App } from '#server/platform/app.ts';
import { refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type { NewPayout, Payee } from '#server/platform/connections/ports/payouts.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addFinding } from '../providers/findings.ts';
import { isRemoved } from '../providers/provider-row.ts';
import {
  askAgainS,
  callS,
  endedWatchHours,
  endHours,
  nextAttempt,
  nextWatch,
  payoutCallS,
  repeatHours,
  unreadHours,
  unreadSince,
} from '../providers/pauses.ts';
import { lockPayment, netOf } from '../payment-row.ts';
import { addHours } from '../rules.ts';
import { evidenceColumns, isApproved, type Evidence } from '../unchanged.ts';
import { blockedBy } from '../withdrawals/held-back.ts';
import { endCall, endOrder } from './end-order.ts';
import { overdueSubject } from './overdue.ts';
import { answerOf, asOrdered, readPayee, readPayout, type PayoutRow } from './payout-row.ts';
import { isRefundable, openRail, type Rail } from './refund-rail.ts';
import { reportMade, settlePayout } from './settle-payout.ts';

type Refused = Extract<Outcome<never>, { kind: 'refused' }>;

/** After so many hours without a decision, staff are to look at an order. */
const overdueHours: Partial<Record<PayoutRow['state'], number>> = { calling: 4, accepted: 72 };

/**
 * Sends a stored order to its provider, or learns what became of it. It is looked up before anything is repeated, and
 * what is not known is never sent again without that.
 */
export async function sendPayout(app: App, reference: string): Promise<void> {
  const order = await claim(app, reference);
  if (!order) return;
  const rail = await openRail(app, order);
  if (!rail && (await isRemoved(app.db, order))) return leaveToStaff(app, order);
  if (order.endedAt !== null) return readEnded(app, order, rail, order.endedAt);
  await reportOverdue(app, order);
  if (order.attempts > 0) {
    const found = await rail?.lookUp(asOrdered(order));
    const isListed = found?.kind === 'done' && found.value.length > 0;
    if (isListed && (await settlePayout(app, reference, found.value))) return;
    if (hasLeft(order)) return reportUnread(app, order);
    const isBegun = isListed && found.value.every(({ state }) => state === 'begun');
    if (found?.kind !== 'done' || (isListed && !isBegun)) return;
    if (isBegun && addHours(order.createdAt, repeatHours) <= app.clock.now()) return;
  }
  if (!rail || order.state !== 'calling') return;
  const made = await send(app, order, rail);
  if (made !== null) await record(app, order, made);
}

const hasLeft = ({ state }: PayoutRow): boolean => state === 'sent' || state === 'completed';

/** Takes the turn to ask, so that two at once do not. */
function claim(app: App, reference: string): Promise<PayoutRow | undefined> {
  const at = app.clock.now();
  return app.db.tx(async (tx) => {
    const order = await readPayout(tx, sql`o.reference = ${reference} and o.next_at <= ${at} for update of o`);
    if (!order) return undefined;
    await tx.run(sql`
      update provider_payout set attempts = attempts + 1, next_at = ${nextTurn(order, at)}
      where reference = ${reference}`);
    return order;
  });
}

/** What counts as not paid and may have been called for: should its provider have paid it after all, staff find out. */
async function readEnded(app: App, order: PayoutRow, rail: Rail | null, endedAt: Date): Promise<void> {
  const { reference } = order;
  const found = await rail?.lookUp(asOrdered(order));
  if (found?.kind !== 'done') return;
  if (found.value.length > 0) await settlePayout(app, reference, found.value);
  const at = app.clock.now();
  await app.db.run(sql`
    update provider_payout set checked_at = ${at}, next_at = ${nextWatch(endedAt, at)} where reference = ${reference}`);
}

/**
 * Reads what has become of the order of a withdrawal by now, right before staff decide about it: what was reported of it may
 * no longer be true.
 */
export async function readUndecided(app: App, paymentId: string): Promise<void> {
  const order = await readPayout(
    app.db,
    sql`o.payment_id = ${paymentId} and o.state in ('calling', 'accepted') and o.attempts > 0`,
  );
  if (!order) return;
  const found = await (await openRail(app, order))?.lookUp(asOrdered(order));
  if (found?.kind === 'done' && found.value.length > 0) await settlePayout(app, order.reference, found.value);
}

/** The provider can no longer be asked about it: an order that was never sent ends, and staff find out about any other. */
async function leaveToStaff(app: App, order: PayoutRow): Promise<void> {
  const { reference: subject, paymentId, attempts, endedAt } = order;
  if (attempts === 0 && endedAt === null)
    return record(app, order, refused('removed', 'the connection was removed before it was sent'));
  await app.db.tx(async (tx) => {
    if (endedAt === null)
      await addFinding(app, tx, { paymentId, kind: 'payout_disconnected', subject, at: app.clock.now() });
    await tx.run(sql`update provider_payout set next_at = null where reference = ${subject}`);
  });
}

async function reportOverdue(app: App, { reference, state, paymentId, createdAt, attempts }: PayoutRow): Promise<void> {
  const at = app.clock.now();
  const hours = overdueHours[state];
  if (hours === undefined || attempts === 0 || addHours(createdAt, hours) > at) return;
  const subject = overdueSubject({ reference, state });
  await app.db.tx((tx) => addFinding(app, tx, { paymentId, kind: 'payout_pending', subject, at }));
}

/** For staff, once for each time in which a provider says nothing for so long about money that has left. */
async function reportUnread(app: App, order: PayoutRow): Promise<void> {
  const at = app.clock.now();
  const since = unreadSince(order.createdAt, order.checkedAt, at);
  if (addHours(since, unreadHours) > at) return;
  const subject = `${order.reference} ${since.toISOString()}`;
  await app.db.tx((tx) => addFinding(app, tx, { paymentId: order.paymentId, kind: 'payout_unread', subject, at }));
}

/** As if the turn fails: an order that is read gets its next one from what was read. */
function nextTurn(order: PayoutRow, at: Date): Date | null {
  if (order.endedAt !== null)
    return addHours(order.endedAt, endedWatchHours) <= at
      ? null
      : nextAttempt(unreadSince(order.endedAt, order.checkedAt, at), at);
  if (hasLeft(order)) return nextAttempt(unreadSince(order.createdAt, order.checkedAt, at), at);
  const seconds = order.state === 'calling' ? Math.min(callS + 5 * order.attempts ** 2, askAgainS) : askAgainS;
  return new Date(at.getTime() + seconds * 1000);
}

/** Sends an order that the provider does not know; null while another call may be under way. */
async function send(app: App, order: PayoutRow, rail: Rail): Promise<Outcome<{ id: string }> | null> {
  const payout = await beginCall(app, order, rail);
  if (payout === null || 'kind' in payout) return payout;
  const made = await rail.send(payout);
  if (made.kind !== 'refused' || made.again !== 'never') return made;
  // A refusal lets staff pay otherwise. It counts only where neither this call nor an earlier one can have made a payout.
  const found = order.attempts === 0 ? await rail.lookUp(asOrdered(order)) : undefined;
  return found?.kind === 'done' && found.value.length === 0 ? made : { ...made, again: 'later' };
}

/**
 * Claims an order for the call that pays it, with its payment locked: staff decide before or after, never beside it. One
 * whose withdrawal was stopped since waits; it ends at once where nothing was sent. Any other ends hours after the provider
 * may have forgotten its key, and when no outcome of it can come any more.
 * @returns what is to be sent, or why it is not; null while another call may be under way
 */
function beginCall(app: App, order: PayoutRow, { outcomeHours = 0 }: Rail): Promise<NewPayout | Refused | null> {
  const { reference: ref, paymentId, amount: minor, currency, text, createdAt, attempts } = order;
  return app.db.tx(async (tx) => {
    const payment = await lockPayment<Evidence>(tx, sql`p.id = ${paymentId}`, evidenceColumns);
    const at = app.clock.now();
    const isUnderWay = await tx.maybeOne(sql`
      select from provider_payout where reference = ${ref} and call_ends_at > ${at}`);
    if (isUnderWay) return null;
    const stopped = (code: string, why: string, again: Refused['again']): Refused => ({ ...refused(code, why), again });
    const unlessSent = attempts === 0 ? 'never' : 'later';
    const lastHours = attempts === 0 ? endHours : Math.max(endHours, outcomeHours);
    if (addHours(createdAt, lastHours) <= at) return refused('too_old', 'no answer for too long');
    if (addHours(createdAt, repeatHours) <= at) return stopped('too_old', 'no answer for too long', 'later');
    if (payment.state !== 'ordered') return stopped('decided', 'staff have decided about it', unlessSent);
    const { by, ...payee } = await tx.one<Payee & { by: string | null }>(sql`
      select ${blockedBy(at)} as by, c.first_name as "firstName", c.second_name as "secondName",
        c.full_name as "fullName", c.email, c.country, c.address
      from payment p join person c on c.id = p.client_id where p.id = ${paymentId}`);
    if (by !== null) return stopped(by, 'stopped before it was sent', unlessSent);
    // Time has passed since it was ordered, so what it pays is verified again.
    const to = await readPayee(tx, paymentId);
    if (!to || !isApproved(app, payment) || netOf(payment) !== minor || payment.currency !== currency)
      return stopped('changed', 'it was changed since it was ordered', 'later');
    if (payment.refundsId !== null && !(await isRefundable(app, tx, payment)))
      return stopped('deposit', 'its deposit cannot be refunded', unlessSent);
    const claimed = await tx.run(sql`
      update provider_payout set call_ends_at = ${new Date(at.getTime() + payoutCallS * 1000)}
      where reference = ${ref} and state = 'calling'`);
    if (claimed === 0) return stopped('decided', 'it has ended', 'later');
    return { ref, amount: { minor, currency }, to, payee, text };
  });
}

/** Notes what became of a call, and updates the screens of staff. */
async function record(app: App, { reference, paymentId }: PayoutRow, made: Outcome<{ id: string }>): Promise<void> {
  if (made.kind !== 'done')
    app.log.warn({ payment: paymentId, payout: reference, outcome: made }, 'a payout was not made');
  await app.db.tx(async (tx) => {
    const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
    await endCall(tx, reference);
    if (made.kind === 'refused' && made.again === 'never')
      return endOrder(app, tx, payment, { reference, answer: made.text });
    const at = app.clock.now();
    const next = new Date(at.getTime() + 60_000);
    const change =
      made.kind === 'done'
        ? sql`state = 'accepted', provider_id = ${made.value.id}, checked_at = ${at}, next_at = ${next}`
        : sql`answer = ${answerOf(made.kind === 'refused' ? made.text : made.detail)}`;
    const changed = await tx.run(sql`
      update provider_payout set ${change} where reference = ${reference} and state = 'calling'`);
    if (changed === 0 && made.kind === 'done') await reportMade(app, tx, { reference, id: made.value.id, at });
    if (changed > 0) await app.realtime.notifyQueues(tx, 'queue.payments');
  });
}
