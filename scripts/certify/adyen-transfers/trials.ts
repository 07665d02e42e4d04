import { sql } from '#server/platform/db/sql.ts';
import { moments } from '../../stand-ins/strike.ts';
import type { Act } from '../../stand-ins/adyen-transfers/acts.ts';
import type { LieName } from '../../stand-ins/adyen-transfers/server.ts';
import { commonTrials } from '../common-lies.ts';
import { killName, struck } from '../kill.ts';
import type { Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import { calls, type PayoutPath } from './path.ts';

/** The lies of any server, to the order and to the look-up that an event leads to. */
const lied = (path: PayoutPath): Trial[] =>
  commonTrials({
    async order(lie) {
      const id = await path.approved();
      const used = path.lieIn('send', lie);
      await path.send(id);
      await used;
      return path.endsPaid(id);
    },
    async 'look up'(lie) {
      const { id, transfer } = await path.ordered();
      const used = path.lieIn('read', lie);
      path.act(transfer, 'credit');
      await used;
      return path.ends(id, 'completed');
    },
  });

/** The lies of a payout rail, and what else its notifications may do. */
function ownTrials(path: PayoutPath): Trial[] {
  const trial = (at: string, name: string, run: Trial['run']): Trial => ({ path: at, name, kind: 'own', run });
  /** What becomes of an order when these things happen to it. */
  const happens = (name: string, acts: Act[], state: string, ...reports: string[]) =>
    trial('payout', name, async () => {
      const { id, transfer } = await path.ordered();
      path.act(transfer, ...acts);
      return path.ends(id, state, reports);
    });
  /** A lie in the answer to the order. */
  const answers = (name: string, lie: LieName, end: (id: string) => Verdict) =>
    trial('order', name, async () => {
      const id = await path.approved();
      const used = path.lieIn('send', lie);
      await path.send(id);
      await used;
      return end(id);
    });
  /** A lie about the delivery of what says that a payout has arrived. */
  const delivered = (name: string, lie: LieName, times: number, answer?: number) =>
    trial('payout', name, async () => {
      const { id, transfer } = await path.ordered();
      const before = new Set(path.adyen.delivery.answers.keys());
      path.adyen.lie(lie, times);
      path.act(transfer, 'credit');
      path.adyen.delivery.flush();
      await path.settled();
      path.adyen.honest();
      const given = [...path.adyen.delivery.answers]
        .filter(([event]) => !before.has(event))
        .flatMap(([, each]) => each);
      if (answer !== undefined && !given.includes(answer)) throw new Error(`answered ${given.join(', ')}`);
      return path.ends(id, 'completed');
    });
  return [
    trial('return', '1 accepted, completed, and then returned', () => returned(path)),
    happens('2 to another holder, said only in the status', ['pay_another', 'credit'], 'sent', 'payee'),
    happens('3 less, after a fee', ['book_less', 'credit'], 'sent', 'amount'),
    happens('3 in another currency', ['book_otherwise', 'credit'], 'sent', 'amount'),
    answers('4 made twice by one order', 'twice', (id) => twice(path, id)),
    happens('5 less comes back than was sent', ['book', 'return_less'], 'sent', 'amount'),
    trial('return', '6 the return names no reference', () => returned(path, 'no_reference')),
    answers('7 booked before it is answered', 'booked_before_answer', (id) => path.ends(id, 'sent')),
    trial('payout', '10 waits for a working day, and is paid then', () => waited(path)),
    happens('refused after it was accepted', ['authorise', 'refuse'], 'approved', 'not_started'),
    answers('refused at once: the account is closed', 'closed_account', (id) =>
      path.ends(id, 'approved', ['not_started'], 0),
    ),
    answers('refused although it is made', 'made_but_refused', (id) => path.endsPaid(id)),
    answers('in progress, then free', 'in_progress', (id) => path.endsPaid(id)),
    answers('limited, then free', 'too_many', (id) => path.endsPaid(id)),
    trial('order', 'not listed yet, and ordered again by its key', () => orderedAgain(path)),
    trial('order', 'two people order it at once', () => atOnce(path)),
    delivered('each event five times', 'five_times', 1),
    delivered('events newest first', 'newest_first', 3),
    delivered('no event arrives', 'lost', 3),
    delivered('the first event is forged', 'forged', 1, 401),
    trial('payout', 'an event about an unknown payout', () => unknownPayout(path)),
  ];
}

/** Completed, and all of it comes back days later. */
async function returned(path: PayoutPath, lie?: LieName): Promise<Verdict> {
  const { id, transfer } = await path.ordered();
  path.act(transfer, 'credit');
  await path.reaches(id, 'completed');
  if (lie) path.adyen.lie(lie);
  path.act(transfer, 'return');
  await path.settled();
  return path.ends(id, 'failed', ['payout_returned']);
}

/** The one that was answered is followed; the other one is reported. */
function twice(path: PayoutPath, id: string): Verdict {
  const ends = path.ends(id, 'completed', ['payout_unexpected'], 2);
  return async () => {
    const [transfer] = await path.transfersOf(id);
    if (transfer && path.adyen.books.transferOf(transfer).status === 'received') path.act(transfer, 'credit');
    return ends();
  };
}

async function waited(path: PayoutPath): Promise<Verdict> {
  const { id, transfer } = await path.ordered();
  path.act(transfer, 'wait');
  await path.settled();
  await path.reaches(id, 'ordered');
  path.adyen.books.transferOf(transfer).status = 'received';
  path.act(transfer, 'credit');
  return path.ends(id, 'completed');
}

/** Neither its answer nor a look-up says that it was made, so it is ordered again. */
async function orderedAgain(path: PayoutPath): Promise<Verdict> {
  const id = await path.approved();
  const lost = path.lieIn('send', 'reset');
  path.adyen.lie('lost');
  await path.send(id);
  await lost;
  const hidden = path.lieIn('read', 'not_listed');
  await path.world.pass(61);
  await hidden;
  const isOrdered = () =>
    path.world.db.maybeOne(sql`select from provider_payout where payment_id = ${id} and state = 'accepted'`);
  await until('it is ordered again', isOrdered, 60_000);
  return path.endsPaid(id);
}

async function atOnce(path: PayoutPath): Promise<Verdict> {
  const id = await path.approved();
  const adam = await path.world.staff('adam');
  const ordered = path.world.ask(adam, 'POST /api/staff/payments/send-payout', { payment_id: id });
  await Promise.allSettled([ordered, path.send(id)]);
  return path.endsPaid(id);
}

async function unknownPayout(path: PayoutPath): Promise<Verdict> {
  const { id, transfer } = await path.ordered();
  const of = path.adyen.books.transferOf(transfer);
  path.adyen.delivery.send({
    type: 'balancePlatform.transfer.updated',
    environment: 'test',
    timestamp: of.createdAt,
    data: { ...of, id: 'UNKNOWN000000001', reference: 'PAYUNKNOWN99', status: 'booked' },
  });
  await path.settled();
  return path.endsPaid(id);
}

/** kill -9 at three moments of each call that the path of a payout makes. */
function kills(path: PayoutPath): Trial[] {
  const at = (name: string, run: (moment: (typeof moments)[number]) => Promise<Verdict>) =>
    moments.map((moment) => ({ path: name, name: killName[moment], kind: 'kill' as const, run: () => run(moment) }));
  return [
    ...at('order', async (moment) => {
      const id = await path.approved();
      await struck(path, { call: calls.send, moment }, () => path.send(id));
      return path.endsPaid(id);
    }),
    ...at('payout', async (moment) => {
      const { id, transfer } = await path.ordered();
      await struck(path, { call: calls.read, moment }, async () => path.act(transfer, 'credit'));
      return path.ends(id, 'completed');
    }),
    ...at('return', async (moment) => {
      const { id, transfer } = await path.ordered();
      path.act(transfer, 'credit');
      await path.reaches(id, 'completed');
      await path.settled();
      await struck(path, { call: calls.read, moment }, async () => path.act(transfer, 'return'));
      return path.ends(id, 'failed', ['payout_returned']);
    }),
  ];
}

export const payoutTrials = (path: PayoutPath): Trial[] => [...lied(path), ...ownTrials(path), ...kills(path)];
