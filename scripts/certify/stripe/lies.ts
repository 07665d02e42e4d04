import type { LieName } from '#server/demo/stand-ins/stripe/lies.ts';
import type { StripeStandIn } from '#server/demo/stand-ins/stripe/server.ts';
import { ownTrials } from '../cards/own.ts';
import type { CardPath } from '../cards/path.ts';
import {
  cardTakesNothing,
  delivered,
  disputeWon,
  paidAfterCancel,
  paidBeforeAnswer,
  paidOtherwise,
  refundFails,
  refusedOrder,
  repeatedOrder,
  replayed,
  unknownPayment,
  waitsOn,
} from '../cards/runs.ts';
import type { Trial, Verdict } from '../trial.ts';

/** The twelve of Stripe, and what else its events may do. */
export const ownLies =
  (stripe: StripeStandIn) =>
  (path: CardPath<LieName>): Trial[] => {
    const { trial, sent } = ownTrials(path);

    return [
      trial('1 the event comes before the answer', () => paidBeforeAnswer(path, 'paid_before_answer'), 'order'),
      trial('2 complete, then the debit fails', () => debitFails(stripe, path)),
      sent('3 each event five times at once', 'five_times', 2),
      sent('4 events newest first', 'newest_first', 2),
      sent('5 a signature of ten minutes ago', 'old_signature', 1, 401),
      sent('a signature of a clock ten minutes ahead', 'early_signature', 1, 401),
      trial('6 the second of two signatures is right', () =>
        delivered(path, { lie: 'second_signature', times: 2, never: 401 }),
      ),
      sent('a forged signature, then the right one', 'forged', 1, 401),
      { ...sent('no event arrives', 'lost', 2), isLong: true },
      trial('7 one minor unit less arrives', () => paidOtherwise(path, 'underpay')),
      trial('7 another currency arrives', () => paidOtherwise(path, 'pay_otherwise')),
      trial('8 a dispute is won, newest event first', () => disputeWon(path, 'newest_first'), 'dispute'),
      trial('9 a refund fails after it succeeded', () => refundFails(path), 'refund'),
      trial('a card takes nothing back in the end', () => cardTakesNothing(path), 'to card'),
      trial('10 the order times out, and its client repeats it', () => repeatedOrder(path), 'order'),
      trial('11 in use, then free', () => refusedOrder(path, 'locked'), 'order'),
      trial('limited, then free', () => refusedOrder(path, 'too_many'), 'order'),
      trial('12 real money at a test connection', () => realMoney(stripe, path)),
      trial("12 a reference of another one's", () => anotherReference(stripe, path)),
      trial('an event is replayed', () => replayed(path)),
      trial('money after the client has cancelled', () => paidAfterCancel(path)),
      trial('an event about an unknown payment', () => unknownPayment(path)),
    ];
  };

async function debitFails(stripe: StripeStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const id = await path.page(deposit);
  stripe.act(id, 'debit');
  await waitsOn(path, deposit);
  stripe.act(id, 'debit_fails');
  return path.ends(deposit, 'failed');
}

async function realMoney(stripe: StripeStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const session = stripe.books.sessionOf(await path.page(deposit));
  Object.assign(stripe.books, { live: true });
  session.livemode = true;
  stripe.act(session.id, 'pay');
  Object.assign(stripe.books, { live: false });
  return path.ends(deposit, 'under_review', 'play_money');
}

async function anotherReference(stripe: StripeStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const session = stripe.books.sessionOf(await path.page(deposit));
  session.client_reference_id = 'DEPANOTHER999';
  stripe.act(session.id, 'pay');
  await waitsOn(path, deposit);
  session.client_reference_id = deposit.reference;
  return path.ends(deposit, 'credited');
}
