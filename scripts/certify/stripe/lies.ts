import type { LieName } from '../../stand-ins/stripe/lies.ts';
import type { Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import { calls, type CardPath } from './path.ts';

const common = ['reset', 'empty', 'html', 'busy', 'wrong_types', 'silent'] as const;

/** Plans a lie for the next call of one kind, whatever else is called before it. */
const lieIn = ({ triggers, stripe }: CardPath, call: keyof typeof calls, lie: LieName): Promise<void> =>
  triggers.once({ moment: 'done', ...calls[call], act: () => stripe.lie(lie) });

/** The lies of any server, to the order, to the reading after an event, and to a refund. */
export function commonLies(path: CardPath): Trial[] {
  const { stripe } = path;
  const runs: Record<string, (lie: LieName) => Promise<Verdict>> = {
    async order(lie) {
      const used = lieIn(path, 'order', lie);
      const deposit = await path.order();
      await used;
      return path.endsPaid(deposit);
    },
    async credit(lie) {
      const deposit = await path.order();
      const { id } = await path.session(deposit);
      const used = lieIn(path, 'read', lie);
      stripe.act(id, 'pay');
      await used;
      return path.ends(deposit, 'credited');
    },
    async refund(lie) {
      const deposit = await path.credited();
      const used = lieIn(path, 'refund', lie);
      await path.refund(deposit);
      await used;
      return refunded(path, deposit);
    },
  };
  return Object.entries(runs).flatMap(([name, run]) =>
    common.map((lie) => ({
      path: name,
      name: lie,
      kind: 'common' as const,
      isLong: lie === 'silent',
      run: () => run(lie),
    })),
  );
}

/** That a refund was made once, and what Atrium says of it is what the provider says. */
export function refunded(path: CardPath, deposit: Awaited<ReturnType<CardPath['order']>>): Verdict {
  const ends = path.ends(deposit, 'refunded');
  return async () => {
    const [session] = path.sessionsOf(deposit);
    const made = [...path.stripe.books.refunds.values()].filter(
      (each) => each.payment_intent === session?.payment_intent,
    );
    return made.length === 1 ? ends() : `${made.length} refunds at the provider`;
  };
}

/** The twelve of Stripe, and what else its events may do. */
export function ownLies(path: CardPath): Trial[] {
  const { stripe, world } = path;
  const trial = (name: string, run: Trial['run'], at = 'credit'): Trial => ({ path: at, name, kind: 'own', run });
  /** One whose lie is about the delivery of its events. */
  const delivered = (name: string, lie: LieName, times: number, answer?: number) =>
    trial(name, async () => {
      const deposit = await path.order();
      const { id } = await path.session(deposit);
      const before = new Set(stripe.delivery.answers.keys());
      stripe.lie(lie, times);
      stripe.act(id, 'pay');
      stripe.delivery.flush();
      await stripe.delivery.settled();
      stripe.honest();
      const given = [...stripe.delivery.answers].filter(([event]) => !before.has(event)).flatMap(([, each]) => each);
      if (answer !== undefined && !given.includes(answer)) throw new Error(`answered ${given.join(', ')}`);
      return path.ends(deposit, 'credited');
    });
  const refusedOrder = (name: string, lie: LieName) =>
    trial(
      name,
      async () => {
        const used = path.triggers.once({ moment: 'before', ...calls.order, act: () => stripe.lie(lie) });
        const deposit = await path.order();
        await used;
        return path.endsPaid(deposit);
      },
      'order',
    );
  const paid = (name: string, act: 'underpay' | 'pay_otherwise') =>
    trial(name, async () => {
      const deposit = await path.order();
      stripe.act((await path.session(deposit)).id, act);
      return path.ends(deposit, 'under_review', 'amount');
    });

  return [
    trial(
      '1 the event comes before the answer',
      async () => {
        stripe.lie('paid_before_answer');
        return path.ends(await path.order(), 'credited');
      },
      'order',
    ),
    trial('2 complete, then the debit fails', async () => {
      const deposit = await path.order();
      const { id } = await path.session(deposit);
      stripe.act(id, 'debit');
      await stripe.delivery.settled();
      await world.pass(120);
      if ((await path.stateOf(deposit)) !== 'awaiting_payment') throw new Error(await path.stateOf(deposit));
      stripe.act(id, 'debit_fails');
      return path.ends(deposit, 'failed');
    }),
    delivered('3 each event five times at once', 'five_times', 2),
    delivered('4 events newest first', 'newest_first', 2),
    delivered('5 a signature of ten minutes ago', 'old_signature', 1, 401),
    delivered('a signature of a clock ten minutes ahead', 'early_signature', 1, 401),
    delivered('6 the second of two signatures is right', 'second_signature', 2),
    delivered('a forged signature, then the right one', 'forged', 1, 401),
    { ...delivered('no event arrives', 'lost', 2), isLong: true },
    paid('7 one minor unit less arrives', 'underpay'),
    paid('7 another currency arrives', 'pay_otherwise'),
    trial(
      '8 a dispute is won, newest event first',
      async () => {
        const deposit = await path.credited();
        const { id } = await path.session(deposit);
        stripe.act(id, 'dispute');
        stripe.act(id, 'dispute_withdrawn');
        await until('the money is taken back', async () =>
          (await path.stateOf(deposit)) === 'charged_back' ? true : undefined,
        );
        stripe.lie('newest_first', 2);
        stripe.act(id, 'dispute_won');
        stripe.honest();
        stripe.delivery.flush();
        return path.ends(deposit, 'credited', 'dispute');
      },
      'dispute',
    ),
    trial(
      '9 a refund fails after it succeeded',
      async () => {
        const deposit = await path.credited();
        await path.refund(deposit);
        await until('the refund is known', async () => ((await refunded(path, deposit)()) === null ? true : undefined));
        stripe.act((await path.session(deposit)).id, 'refund_fails');
        return path.ends(deposit, 'credited', 'refund_failed');
      },
      'refund',
    ),
    trial(
      '10 the order times out, and its client repeats it',
      async () => {
        const used = lieIn(path, 'order', 'reset');
        const deposit = await path.order();
        await used;
        await world.ask(path.client, 'POST /api/payments/check-provider', { payment_id: deposit.id });
        return path.endsPaid(deposit);
      },
      'order',
    ),
    refusedOrder('11 in use, then free', 'locked'),
    refusedOrder('limited, then free', 'too_many'),
    trial('12 real money at a test connection', async () => {
      const deposit = await path.order();
      const session = await path.session(deposit);
      Object.assign(stripe.books, { live: true });
      session.livemode = true;
      stripe.act(session.id, 'pay');
      Object.assign(stripe.books, { live: false });
      return path.ends(deposit, 'under_review', 'play_money');
    }),
    trial("12 a reference of another one's", async () => {
      const deposit = await path.order();
      const session = await path.session(deposit);
      session.client_reference_id = 'DEPANOTHER999';
      stripe.act(session.id, 'pay');
      await stripe.delivery.settled();
      await world.pass(120);
      if ((await path.stateOf(deposit)) !== 'awaiting_payment') throw new Error(await path.stateOf(deposit));
      session.client_reference_id = deposit.reference;
      return path.ends(deposit, 'credited');
    }),
    trial('an event is replayed', async () => {
      const deposit = await path.credited();
      const { id } = await path.session(deposit);
      const old = stripe.books.events.filter((each) => JSON.stringify(each).includes(id));
      await world.pass(120);
      for (const each of old) stripe.delivery.again(each);
      await stripe.delivery.settled();
      return path.ends(deposit, 'credited');
    }),
    trial('money after the client has cancelled', async () => {
      const deposit = await path.order();
      const session = await path.session(deposit);
      session.status = 'complete';
      await world.ask(path.client, 'POST /api/payments/cancel', { payment_id: deposit.id });
      session.status = 'open';
      stripe.act(session.id, 'pay');
      return path.ends(deposit, 'under_review', 'late');
    }),
    trial('an event about an unknown payment', async () => {
      const event = stripe.books.emit('payment_intent.succeeded', { id: 'pi_unknown', object: 'payment_intent' });
      await stripe.delivery.settled();
      return async () => {
        const { state } = (await path.eventOf(event.id)) ?? {};
        return state === 'ignored' ? null : `the event is ${state ?? 'not there'}`;
      };
    }),
  ];
}
