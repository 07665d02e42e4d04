import type { AdyenStandIn, LieName } from '#server/demo/stand-ins/adyen/server.ts';
import { ownTrials } from '../cards/own.ts';
import type { CardPath } from '../cards/path.ts';
import {
  delivered,
  disputeWon,
  paidAfterCancel,
  paidBeforeAnswer,
  paidOtherwise,
  refundOrderedAgain,
  refundFails,
  refusedOrder,
  repeatedOrder,
  replayed,
  unknownPayment,
  waitsOn,
} from '../cards/runs.ts';
import type { Trial, Verdict } from '../trial.ts';

/** The lies of Adyen about payments in, and what else its notifications may do. */
export const ownLies =
  (adyen: AdyenStandIn) =>
  (path: CardPath<LieName>): Trial[] => {
    const { trial, sent } = ownTrials(path);

    return [
      trial('1 declined, then paid by the same link', () => declined(adyen, path)),
      trial('2 one minor unit less arrives', () => paidOtherwise(path, 'underpay')),
      trial('2 another currency arrives', () => paidOtherwise(path, 'pay_otherwise')),
      trial('3 a chargeback before its authorisation', () => chargedBackFirst(adyen, path), 'dispute'),
      sent('4 the same item with another date', 'other_date', 1),
      sent('each item five times', 'five_times', 1),
      sent('items newest first', 'newest_first', 2),
      trial('5 real money at a test connection', () => realMoney(adyen, path)),
      trial('6 another merchant account, signed with our key', () => anotherAccount(adyen, path)),
      trial('7 a broken item beside a right one', () =>
        delivered(path, { lie: 'second_broken', times: 1, never: 401 }),
      ),
      trial('8 a refund fails after it succeeded', () => refundFails(path), 'refund'),
      trial('ordered again by its key, before its notification', () => refundOrderedAgain(path), 'refund'),
      trial("9 the link of another one's deposit", () => anotherLink(path), 'return'),
      trial('10 the capture fails after the credit', () => notCaptured(adyen, path)),
      trial('11 in progress, then free', () => refusedOrder(path, 'in_progress'), 'order'),
      trial('limited, then free', () => refusedOrder(path, 'too_many'), 'order'),
      sent('12 nothing is sent before the first is accepted', 'forged', 1, 401),
      trial('the notification comes before the answer', () => paidBeforeAnswer(path, 'paid_before_answer'), 'order'),
      trial('the order times out, and its client repeats it', () => repeatedOrder(path), 'order'),
      trial('a dispute is won, newest item first', () => disputeWon(path, 'newest_first'), 'dispute'),
      trial('a notification is replayed', () => replayed(path)),
      trial('money after the client has cancelled', () => paidAfterCancel(path)),
      trial('a notification about an unknown payment', () => unknownPayment(path)),
      trial('no notification arrives', () => unproved(adyen, path)),
    ];
  };

async function declined(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  adyen.act(page, 'decline');
  await waitsOn(path, deposit);
  adyen.act(page, 'pay');
  return path.ends(deposit, 'credited');
}

async function chargedBackFirst(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  adyen.lie('newest_first', 3);
  for (const act of ['pay', 'dispute', 'dispute_withdrawn'] as const) adyen.act(page, act);
  adyen.honest();
  adyen.delivery.flush();
  return path.ends(deposit, 'charged_back', 'dispute');
}

async function realMoney(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  adyen.lie('other_mode');
  adyen.act(await path.page(deposit), 'pay');
  return path.ends(deposit, 'under_review', 'play_money');
}

/** What it says is nothing to us; then our own account says the same. */
async function anotherAccount(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  adyen.lie('other_account');
  adyen.act(page, 'pay');
  await waitsOn(path, deposit);
  path.provider.replay(page);
  return path.ends(deposit, 'credited');
}

async function anotherLink(path: CardPath<LieName>): Promise<Verdict> {
  await path.credited();
  const deposit = await path.order();
  await path.page(deposit);
  const used = path.lieIn('read', 'other_link');
  await path.check(deposit);
  await used;
  await waitsOn(path, deposit);
  return path.endsPaid(deposit);
}

async function notCaptured(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.credited();
  adyen.act(await path.page(deposit), 'capture_fails');
  return path.ends(deposit, 'charged_back', 'dispute');
}

/** The link is used, and nothing signed comes: staff decide when the link has ended. */
async function unproved(adyen: AdyenStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  adyen.lie('lost');
  adyen.act(page, 'pay');
  adyen.honest();
  adyen.books.linkOf(page).expiresAt = new Date(path.world.now() * 1000).toISOString();
  return path.ends(deposit, 'under_review', 'not_captured');
}
