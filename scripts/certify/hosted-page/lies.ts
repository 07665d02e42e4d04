import type { Act } from '#server/demo/stand-ins/hosted-page/acts.ts';
import type { HostedPageStandIn, LieName } from '#server/demo/stand-ins/hosted-page/server.ts';
import { ownTrials } from '../cards/own.ts';
import type { CardPath } from '../cards/path.ts';
import {
  cardTakesNothing,
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
import { until } from '../world.ts';

/** The twelve of a service that keeps to our own wire badly, and what else its callbacks may do. */
export const ownLies =
  (service: HostedPageStandIn) =>
  (path: CardPath<LieName>): Trial[] => {
    const { trial, sent } = ownTrials(path);
    const acted = async (act: Act, state: string, ...reports: string[]): Promise<Verdict> => {
      const deposit = await path.order();
      service.act(await path.page(deposit), act);
      return path.ends(deposit, state, ...reports);
    };

    return [
      trial('1 the callback comes before the answer', () => paidBeforeAnswer(path, 'paid_before_answer'), 'order'),
      trial('2 announced as paid, still processing', () => announcedEarly(service, path)),
      sent('3 each callback five times at once', 'five_times', 2),
      sent('4 callbacks newest first', 'newest_first', 2),
      sent('5 a signature of ten minutes ago', 'old_signature', 1, 401),
      sent('5 a signature of a clock ten minutes ahead', 'early_signature', 1, 401),
      sent('6 a body that was changed on its way', 'other_body', 1, 401),
      sent('a forged signature, then the right one', 'forged', 1, 401),
      trial('7 one minor unit less arrives', () => paidOtherwise(path, 'underpay')),
      trial('7 another currency arrives', () => paidOtherwise(path, 'pay_otherwise')),
      trial('8 an amount as a decimal text', () => asDecimal(service, path)),
      trial('9 the answer is about another amount', () => otherAmount(path), 'order'),
      trial("9 the answer is about another one's payment", () => refusedOrder(path, 'other_payment'), 'order'),
      trial(
        '10 a refund that no look-up shows is ordered again',
        () => refundOrderedAgain(path, () => service.lie('behind', 100)),
        'refund',
      ),
      trial('11 a refund fails after it succeeded', () => refundFails(path), 'refund'),
      trial('a card takes nothing back in the end', () => cardTakesNothing(path), 'to card'),
      trial(
        '12 money was taken and comes back, newest callback first',
        () => disputeWon(path, 'newest_first'),
        'dispute',
      ),
      trial('real money at a test connection', () => realMoney(service, path)),
      trial('the card is declined', () => acted('decline', 'failed')),
      trial('nothing is paid', () => acted('expire', 'expired')),
      trial('paid after it had expired', () => paidLate(service, path)),
      trial('under way, then free', () => refusedOrder(path, 'in_progress'), 'order'),
      trial('limited, then free', () => refusedOrder(path, 'too_many'), 'order'),
      trial('the order times out, and its client repeats it', () => repeatedOrder(path), 'order'),
      trial('a callback is replayed', () => replayed(path)),
      trial('money after the client has cancelled', () => paidAfterCancel(path)),
      trial('a callback about an unknown payment', () => unknownPayment(path)),
      { ...sent('no callback arrives', 'lost', 2), isLong: true },
      {
        ...trial('no callback about a chargeback arrives', () => lostChargeback(service, path), 'dispute'),
        isLong: true,
      },
    ];
  };

async function announcedEarly(service: HostedPageStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  service.act(page, 'announce_early');
  await waitsOn(path, deposit);
  service.act(page, 'confirm');
  return path.ends(deposit, 'credited');
}

async function asDecimal(service: HostedPageStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  service.act(page, 'process');
  await service.delivery.settled();
  const used = path.lieIn('read', 'decimal');
  service.act(page, 'confirm');
  await used;
  return path.ends(deposit, 'credited');
}

/** The client is not led to a page that asks for something else. */
async function otherAmount(path: CardPath<LieName>): Promise<Verdict> {
  const used = path.lieIn('order', 'other_amount');
  const deposit = await path.order();
  await used;
  return path.ends(deposit, 'failed', 'not_started');
}

async function realMoney(service: HostedPageStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  service.books.paymentOf(page).live = true;
  service.act(page, 'pay');
  return path.ends(deposit, 'under_review', 'play_money');
}

async function paidLate(service: HostedPageStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  service.act(page, 'expire');
  await until('it has expired', async () => ((await path.stateOf(deposit)) === 'expired' ? true : undefined));
  service.act(page, 'pay_late');
  return path.ends(deposit, 'under_review', 'late');
}

/** The list of changes names the payment. */
async function lostChargeback(service: HostedPageStandIn, path: CardPath<LieName>): Promise<Verdict> {
  const deposit = await path.credited();
  const page = await path.page(deposit);
  service.lie('lost', 2);
  service.act(page, 'dispute');
  service.act(page, 'dispute_withdrawn');
  service.honest();
  return path.ends(deposit, 'charged_back', 'dispute');
}
