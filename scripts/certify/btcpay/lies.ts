import type { Act } from '#server/demo/stand-ins/btcpay/acts.ts';
import type { BtcpayStandIn, LieName } from '#server/demo/stand-ins/btcpay/server.ts';
import { ownTrials } from '../cards/own.ts';
import type { CardPath } from '../cards/path.ts';
import {
  paidAfterCancel,
  paidBeforeAnswer,
  paidOtherwise,
  refusedOrder,
  repeatedOrder,
  replayed,
  unknownPayment,
  waitsOn,
} from '../cards/runs.ts';
import type { Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';

/** The lies of BTCPay about invoices, and what else its webhooks may do. Its two about payouts come with payouts. */
export const ownLies =
  (btcpay: BtcpayStandIn) =>
  (path: CardPath<LieName>): Trial[] => {
    const { trial, sent } = ownTrials(path);
    const acted = async (act: Act, state: string, ...reports: string[]): Promise<Verdict> => {
      const deposit = await path.order();
      btcpay.act(await path.page(deposit), act);
      return path.ends(deposit, state, ...reports);
    };

    return [
      trial('1 announced as settled, still processing', () => settledEarly(btcpay, path)),
      trial('2 a hundred-millionth less arrives', () => paidOtherwise(path, 'underpay')),
      trial('more arrives', () => acted('overpay', 'under_review', 'amount')),
      trial('3 paid again after it was settled', () => paidAgain(btcpay, path)),
      trial('4 paid after it had expired', () => acted('pay_late', 'under_review', 'late')),
      sent('5 delivered again under a new id', 'redelivered', 2),
      trial('6 settled, then dropped by the chain', () => reorganised(btcpay, path)),
      trial('7 a person marks it as settled', () => acted('mark_settled', 'under_review', 'by_hand')),
      trial('a person marks it as invalid', () => acted('mark_invalid', 'failed')),
      trial('8 an amount as a number', () => asNumber(btcpay, path)),
      trial("9 another store's webhook, signed with our secret", () => anotherStore(btcpay, path)),
      trial('10 two invoices, and no answer', () => refusedOrder(path, 'two_invoices'), 'order'),
      trial('nothing is paid', () => acted('expire', 'expired')),
      sent('each webhook five times at once', 'five_times', 2),
      sent('webhooks newest first', 'newest_first', 2),
      sent('a forged signature, then the right one', 'forged', 1, 401),
      { ...sent('no webhook arrives', 'lost', 2), isLong: true },
      trial('limited, then free', () => refusedOrder(path, 'too_many'), 'order'),
      trial('the webhook comes before the answer', () => paidBeforeAnswer(path, 'paid_before_answer'), 'order'),
      trial('the order times out, and its client repeats it', () => repeatedOrder(path), 'order'),
      trial('a webhook is replayed', () => replayed(path)),
      trial('money after the client has cancelled', () => paidAfterCancel(path)),
      trial('a webhook about an unknown invoice', () => unknownPayment(path)),
    ];
  };

async function settledEarly(btcpay: BtcpayStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  btcpay.act(page, 'announce_early');
  await waitsOn(path, deposit);
  btcpay.act(page, 'confirm');
  return path.ends(deposit, 'credited');
}

async function paidAgain(btcpay: BtcpayStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.credited();
  btcpay.act(await path.page(deposit), 'pay_again');
  return path.ends(deposit, 'credited', 'amount');
}

async function reorganised(btcpay: BtcpayStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.credited();
  btcpay.act(await path.page(deposit), 'reorganise');
  return path.ends(deposit, 'charged_back', 'dispute');
}

async function asNumber(btcpay: BtcpayStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  const used = path.lieIn('read', 'exponent');
  btcpay.act(page, 'pay');
  await used;
  return path.ends(deposit, 'credited');
}

/**
 * What it says is nothing to us, which shows at its webhooks: our own store's about the new invoice may be read after it is
 * paid. Then our own store says the same.
 */
async function anotherStore({ lie, act, books }: BtcpayStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  const before = books.deliveries.length;
  lie('other_store', 2);
  act(page, 'pay');
  await path.provider.delivery.settled();
  for (const { originalDeliveryId } of books.deliveries.slice(before)) {
    const state = await until('a webhook of another store is handled', async () => {
      const event = await path.eventOf(originalDeliveryId);
      return event?.state === 'waiting' ? undefined : event?.state;
    });
    if (state !== 'ignored') throw new Error(`a webhook of another store is ${state}`);
  }
  path.provider.replay(page);
  return path.ends(deposit, 'credited');
}
