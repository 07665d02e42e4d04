import { sql } from '#server/platform/db/sql.ts';
import type { Verdict } from '../trial.ts';
import { until } from '../world.ts';
import type { CardPath, Deposit, Withdrawal } from './path.ts';
import type { CardAct } from './provider.ts';

// What every provider of payments by card may do, and what has to come of it.

/** That a refund was made once, and what Atrium says of it is what the provider says. */
export function refunded(path: CardPath, deposit: Deposit): Verdict {
  const ends = path.ends(deposit, 'refunded');
  return async () => {
    const made = path.provider.refundsOf(await path.page(deposit));
    return made === 1 ? ends() : `${made} refunds at the provider`;
  };
}

/** That a withdrawal to a card ends in a state, after one refund of its deposit, and with these reports for staff. */
export function endsAtCard(path: CardPath, { id, of }: Withdrawal, state: string, ...reports: string[]): Verdict {
  const { db } = path.world;
  return async () => {
    const made = path.provider.refundsOf(await path.page(of));
    const is = await path.stateOf({ id });
    if (made !== 1) return `${made} refunds at the provider, ${is}`;
    if (is !== state) return `${is} instead of ${state}`;
    const found = await db.rows<{ kind: string }>(sql`
      select kind from provider_finding where payment_id in (${id}, ${of.id}) order by kind`);
    const kinds = found.map(({ kind }) => kind).join(', ');
    return kinds === reports.toSorted().join(', ') ? null : `reported: ${kinds || 'nothing'}`;
  };
}

/** A withdrawal arrives at the card, which takes nothing in the end: the client has the money again. */
export async function cardTakesNothing(path: CardPath): Promise<Verdict> {
  const withdrawal = await path.toCard();
  await path.send(withdrawal);
  const arrived = endsAtCard(path, withdrawal, 'completed');
  await until('the withdrawal has arrived', async () => ((await arrived()) === null ? true : undefined));
  path.provider.act(await path.page(withdrawal.of), 'refund_fails');
  return endsAtCard(path, withdrawal, 'failed', 'payout_returned');
}

/**
 * Neither its answer nor an event says that a refund was made, so it is ordered again.
 * @param hide makes the provider's look-ups keep it back too, where it has some
 */
export async function refundOrderedAgain(
  path: CardPath<'reset' | 'newest_first'>,
  hide: () => void = () => {},
): Promise<Verdict> {
  const { provider, world } = path;
  const deposit = await path.credited();
  const used = path.lieIn('refund', 'reset');
  provider.lie('newest_first');
  await path.refund(deposit);
  await used;
  hide();
  await world.pass(61);
  const isOrdered = () =>
    world.db.maybeOne(sql`select from provider_refund where payment_id = ${deposit.id} and state = 'pending'`);
  await until('the refund is ordered again', isOrdered, 60_000);
  provider.honest();
  provider.delivery.flush();
  return refunded(path, deposit);
}

/**
 * A lie about the delivery of events. `answer` is what Atrium has to say to one of them; `never` is what it may not say,
 * also where a repetition would hide it.
 */
export async function delivered<Lie extends string>(
  path: CardPath<Lie>,
  { lie, times, answer, never }: { lie: Lie; times: number; answer?: number; never?: number },
): Promise<Verdict> {
  const { provider } = path;
  const deposit = await path.order();
  const page = await path.page(deposit);
  const before = new Set(provider.delivery.answers.keys());
  provider.lie(lie, times);
  provider.act(page, 'pay');
  provider.delivery.flush();
  await provider.delivery.settled();
  provider.honest();
  const given = [...provider.delivery.answers].filter(([event]) => !before.has(event)).flatMap(([, each]) => each);
  const isRight = answer === undefined || given.includes(answer);
  if (!isRight || (never !== undefined && given.includes(never))) throw new Error(`answered ${given.join(', ')}`);
  return path.ends(deposit, 'credited');
}

export async function refusedOrder<Lie extends string>(path: CardPath<Lie>, lie: Lie): Promise<Verdict> {
  const used = path.lieIn('order', lie);
  const deposit = await path.order();
  await used;
  return path.endsPaid(deposit);
}

export async function paidBeforeAnswer<Lie extends string>(path: CardPath<Lie>, lie: Lie): Promise<Verdict> {
  const used = path.lieIn('order', lie);
  const deposit = await path.order();
  await used;
  return path.ends(deposit, 'credited');
}

/** Paid in another amount or currency: staff decide. */
export async function paidOtherwise(path: CardPath, act: CardAct): Promise<Verdict> {
  const deposit = await path.order();
  path.provider.act(await path.page(deposit), act);
  return path.ends(deposit, 'under_review', 'amount');
}

/** Something that proves nothing: the deposit waits, until it is undone and paid. */
export async function waitsOn(path: CardPath, deposit: Deposit): Promise<void> {
  await path.provider.delivery.settled();
  await path.world.pass(120);
  const state = await path.stateOf(deposit);
  if (state !== 'awaiting_payment') throw new Error(state);
}

export async function disputeWon<Lie extends string>(path: CardPath<Lie>, newestFirst: Lie): Promise<Verdict> {
  const { provider } = path;
  const deposit = await path.credited();
  const page = await path.page(deposit);
  provider.act(page, 'dispute');
  provider.act(page, 'dispute_withdrawn');
  await until('the money is taken back', async () =>
    (await path.stateOf(deposit)) === 'charged_back' ? true : undefined,
  );
  provider.lie(newestFirst, 2);
  provider.act(page, 'dispute_won');
  provider.honest();
  provider.delivery.flush();
  return path.ends(deposit, 'credited', 'dispute');
}

export async function refundFails(path: CardPath): Promise<Verdict> {
  const deposit = await path.credited();
  await path.refund(deposit);
  await until('the refund is known', async () => ((await refunded(path, deposit)()) === null ? true : undefined));
  path.provider.act(await path.page(deposit), 'refund_fails');
  return path.ends(deposit, 'credited', 'refund_failed');
}

export async function repeatedOrder(path: CardPath): Promise<Verdict> {
  const used = path.lieIn('order', 'reset');
  const deposit = await path.order();
  await used;
  await path.check(deposit);
  return path.endsPaid(deposit);
}

export async function replayed(path: CardPath): Promise<Verdict> {
  const deposit = await path.credited();
  await path.world.pass(120);
  path.provider.replay(await path.page(deposit));
  await path.provider.delivery.settled();
  return path.ends(deposit, 'credited');
}

export async function paidAfterCancel(path: CardPath): Promise<Verdict> {
  const { provider, world } = path;
  const deposit = await path.order();
  const page = await path.page(deposit);
  provider.setOpen(page, false);
  await world.ask(path.client, 'POST /api/payments/cancel', { payment_id: deposit.id });
  provider.setOpen(page, true);
  provider.act(page, 'pay');
  return path.ends(deposit, 'under_review', 'late');
}

export async function unknownPayment(path: CardPath): Promise<Verdict> {
  const words = path.provider.sayUnknown();
  await path.provider.delivery.settled();
  return async () => {
    const { state } = (await path.eventOf(words)) ?? {};
    return state === 'ignored' ? null : `the event is ${state ?? 'not there'}`;
  };
}
