import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/sql.ts';
import { moments } from '#server/demo/stand-ins/strike.ts';
import { commonTrials } from '../common-lies.ts';
import { killName, struck } from '../kill.ts';
import type { Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import type { PayoutPath } from './path.ts';
import type { RailAct, RailLie } from './rail.ts';

/** How trials of one rail are written. */
export function trialsOf<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>) {
  const trial = (at: string, name: string, run: Trial['run']): Trial => ({ path: at, name, kind: 'own', run });
  return {
    trial,
    /** What becomes of an order when these things happen to it. */
    happens: (name: string, acts: (Act | RailAct)[], state: string, ...reports: string[]) =>
      trial('payout', name, async () => {
        const { id, payout } = await path.ordered();
        path.act(payout, ...acts);
        return path.ends(id, state, reports);
      }),
    /** A lie in the answer to a call of the order. */
    answers: (name: string, lie: Lie | RailLie, end: (id: string) => Verdict, call = 'send') =>
      trial('order', name, async () => {
        const id = await path.approved();
        const used = path.lieIn(call, lie);
        await path.send(id);
        await used;
        return end(id);
      }),
    /** A lie about the delivery of what says that a payout has arrived. */
    delivered: (name: string, lie: Lie | RailLie, times: number, answer?: number) =>
      trial('payout', name, async () => {
        const { id, payout } = await path.ordered();
        const { delivery } = path.rail.standIn;
        const before = new Set(delivery.answers.keys());
        path.rail.standIn.lie(lie, times);
        path.arrive(payout);
        delivery.flush();
        await path.settled();
        path.rail.standIn.honest();
        const given = [...delivery.answers].filter(([event]) => !before.has(event)).flatMap(([, each]) => each);
        // What is refused is sent again, so that its end alone says nothing about the signature.
        if (answer === undefined ? given.includes(401) : !given.includes(answer))
          throw new Error(`answered ${given.join(', ')}`);
        return path.ends(id, 'completed');
      }),
  };
}

/**
 * All trials of a rail.
 * @param own what this provider alone may do
 * @param before the calls that prepare the one that pays
 */
export const railTrials = <Act extends string, Lie extends string>(
  path: PayoutPath<Act, Lie>,
  own: Trial[],
  before: readonly string[] = [],
): Trial[] => [...lied(path, before), ...sharedTrials(path), ...own, ...kills(path, before)];

/** The lies of any server, to the calls of the order and to the look-up that an event leads to. */
function lied<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>, before: readonly string[]): Trial[] {
  const ordering = (call: string) => async (lie: RailLie) => {
    const id = await path.approved();
    const used = path.lieIn(call, lie);
    await path.send(id);
    await used;
    return path.endsPaid(id);
  };
  return commonTrials({
    order: ordering('send'),
    ...Object.fromEntries(before.map((call) => [call, ordering(call)])),
    async 'look up'(lie) {
      const { id, payout } = await path.ordered();
      const used = path.lieIn('read', lie);
      path.arrive(payout);
      await used;
      return path.ends(id, 'completed');
    },
  });
}

/** The lies of every payout rail, and what else its notifications may do. */
function sharedTrials<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>): Trial[] {
  const { trial, answers, delivered } = trialsOf(path);
  const { events } = path.rail.arrival;
  return [
    ...(path.rail.isFinal ? [] : [trial('return', '1 accepted, completed, and then returned', () => returned(path))]),
    answers('4 made twice by one order', 'twice', (id) => twice(path, id)),
    answers('refused although it is made', 'made_but_refused', (id) => path.endsPaid(id)),
    answers('in progress, then free', 'in_progress', (id) => path.endsPaid(id)),
    answers('limited, then free', 'too_many', (id) => path.endsPaid(id)),
    trial('order', 'not listed yet, and ordered again by its key', () => orderedAgain(path)),
    trial('order', 'two people order it at once', () => atOnce(path)),
    trial('order', 'staff pay it by hand while it is silent, and it comes back', () => paidByHand(path)),
    delivered('each event five times', 'five_times', 1),
    delivered('events newest first', 'newest_first', events),
    delivered('no event arrives', 'lost', events),
    delivered('the first event is forged', 'forged', 1, 401),
    trial('payout', 'an event about an unknown payout', () => unknownPayout(path)),
  ];
}

/** Completed, and all of it comes back days later. */
export async function returned<Act extends string, Lie extends string>(
  path: PayoutPath<Act, Lie>,
  lie?: Lie,
): Promise<Verdict> {
  const { id, payout } = await path.ordered();
  path.arrive(payout);
  await path.reaches(id, 'completed');
  if (lie) path.rail.standIn.lie(lie);
  path.act(payout, 'return');
  await path.settled();
  return path.ends(id, 'failed', ['payout_returned']);
}

/** The one that was answered is followed; the other one is reported. */
function twice<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>, id: string): Verdict {
  const ends = path.ends(id, 'completed', ['payout_unexpected'], 2);
  return async () => {
    const [payout] = await path.payoutsOf(id);
    if (payout && path.rail.isNew(payout)) path.arrive(payout);
    return ends();
  };
}

/** Neither its answer nor a look-up says that it was made, so it is ordered again. */
async function orderedAgain<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>): Promise<Verdict> {
  const id = await path.approved();
  const lost = path.lieIn('send', 'reset');
  path.rail.standIn.lie('lost');
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

async function atOnce<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>): Promise<Verdict> {
  const id = await path.approved();
  const adam = await path.world.staff('adam');
  const ordered = path.world.ask(adam, 'POST /api/staff/payments/send-payout', { payment_id: id });
  await Promise.allSettled([ordered, path.send(id)]);
  return path.endsPaid(id);
}

/** Two calls are lost, four hours apart, and staff pay it otherwise: from then on the provider pays it no more. */
async function paidByHand<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>): Promise<Verdict> {
  const id = await path.approved();
  const { world, triggers, rail } = path;
  const lose = () => triggers.once({ moment: 'before', ...rail.calls.send, act: () => 'lost' });
  const lost = lose();
  await path.send(id);
  await lost;
  const lostAgain = lose();
  await world.pass(4 * 3600 + 60);
  await lostAgain;
  const ines = await world.staff('ines');
  const isMarked = () =>
    world.ask(ines, 'POST /api/staff/payments/mark-sent', { payment_id: id }, randomUUID()).catch(() => undefined);
  await until('staff mark it as sent', isMarked, 30_000);
  await world.pass(3600);
  await world.pass(3600);
  return path.ends(id, 'sent', ['payout_pending'], 0);
}

async function unknownPayout<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>): Promise<Verdict> {
  const { id, payout } = await path.ordered();
  path.rail.announceUnknown(payout);
  await path.settled();
  return path.endsPaid(id);
}

/** kill -9 at three moments of each call that the path of a payout makes. */
function kills<Act extends string, Lie extends string>(path: PayoutPath<Act, Lie>, before: readonly string[]): Trial[] {
  const { send, read } = path.rail.calls;
  const at = (name: string, run: (moment: (typeof moments)[number]) => Promise<Verdict>) =>
    moments.map((moment) => ({ path: name, name: killName[moment], kind: 'kill' as const, run: () => run(moment) }));
  const ordering = (name: string, call = send) =>
    at(name, async (moment) => {
      const id = await path.approved();
      await struck(path, { call, moment }, () => path.send(id));
      return path.endsPaid(id);
    });
  const returning = () =>
    at('return', async (moment) => {
      const { id, payout } = await path.ordered();
      path.arrive(payout);
      await path.reaches(id, 'completed');
      await path.settled();
      await struck(path, { call: read, moment }, async () => path.act(payout, 'return'));
      return path.ends(id, 'failed', ['payout_returned']);
    });
  return [
    ...ordering('order'),
    ...before.flatMap((name) => ordering(name, path.rail.calls[name])),
    ...at('payout', async (moment) => {
      const { id, payout } = await path.ordered();
      await struck(path, { call: read, moment }, async () => path.arrive(payout));
      return path.ends(id, 'completed');
    }),
    ...(path.rail.isFinal ? [] : returning()),
  ];
}
