import { moments, type Moment } from '#server/demo/stand-ins/strike.ts';
import { killName, struck } from '../kill.ts';
import type { CallKind, Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import type { CardPath } from './path.ts';
import { endsAtCard, refunded } from './runs.ts';

type Run = (path: CardPath, call: CallKind, moment: Moment) => Promise<Verdict>;

async function order(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  return path.endsPaid(await struck(path, { call, moment }, () => path.order()));
}

/** At the reading that an event leads to. */
async function credit(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  const deposit = await path.order();
  const page = await path.page(deposit);
  await struck(path, { call, moment }, async () => path.provider.act(page, 'pay'));
  return path.ends(deposit, 'credited');
}

/** At the reading that a return of the client leads to. */
async function look(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  const deposit = await path.order();
  await path.page(deposit);
  await struck(path, { call, moment }, () =>
    path.check(deposit).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    }),
  );
  return path.endsPaid(deposit);
}

async function refund(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  const deposit = await path.credited();
  await struck(path, { call, moment }, () => path.refund(deposit));
  return refunded(path, deposit);
}

async function toCard(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  const withdrawal = await path.toCard();
  await struck(path, { call, moment }, () => path.send(withdrawal));
  return endsAtCard(path, withdrawal, 'completed');
}

async function chargeBack(path: CardPath, call: CallKind, moment: Moment): Promise<Verdict> {
  const deposit = await path.credited();
  const page = await path.page(deposit);
  await struck(path, { call, moment }, async () => {
    path.provider.act(page, 'dispute');
    path.provider.act(page, 'dispute_withdrawn');
  });
  return path.ends(deposit, 'charged_back', 'dispute');
}

/** kill -9 at three moments of each call that a path of money makes. */
export function kills(path: CardPath): Trial[] {
  const { calls, readsAtEvents, knowsCards } = path.provider;
  const paths: [name: string, call: CallKind | undefined, run: Run][] = [
    ['order', calls.order, order],
    readsAtEvents ? ['credit', calls.read, credit] : ['return', calls.read, look],
    ['refund', calls.refund, refund],
    ['to card', knowsCards && calls.refund, toCard],
    ['charge back', calls.disputes, chargeBack],
  ];
  return [
    ...paths.flatMap(([name, call, run]) =>
      call === undefined
        ? []
        : moments.map((moment) => ({
            path: name,
            name: killName[moment],
            kind: 'kill' as const,
            run: () => run(path, call, moment),
          })),
    ),
    ...(readsAtEvents ? [] : killsAtEvents(path)),
  ];
}

/** Where an event is itself the proof, and nothing is called. */
function killsAtEvents(path: CardPath): Trial[] {
  const { provider, world } = path;
  const acts = {
    credit: async () => {
      const deposit = await path.order();
      const page = await path.page(deposit);
      return { act: () => provider.act(page, 'pay'), verdict: path.ends(deposit, 'credited') };
    },
    'charge back': async () => {
      const deposit = await path.credited();
      const page = await path.page(deposit);
      const act = () => {
        provider.act(page, 'dispute');
        provider.act(page, 'dispute_withdrawn');
      };
      return { act, verdict: path.ends(deposit, 'charged_back', 'dispute') };
    },
  };
  return Object.entries(acts).flatMap(([name, prepare]) => [
    {
      path: name,
      name: 'kill -9 before the event',
      kind: 'kill' as const,
      async run() {
        const { act, verdict } = await prepare();
        await world.kill();
        act();
        await world.revive();
        await provider.delivery.settled();
        return verdict;
      },
    },
    {
      path: name,
      name: 'kill -9 between event and record',
      kind: 'kill' as const,
      async run() {
        const { act, verdict } = await prepare();
        const known = provider.delivery.answers.size;
        act();
        await until('an event is answered', () => (provider.delivery.answers.size > known ? true : undefined));
        await world.kill();
        await world.revive();
        await provider.delivery.settled();
        return verdict;
      },
    },
  ]);
}
