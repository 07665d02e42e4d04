import { moments, type Moment } from '../../stand-ins/strike.ts';
import { killName, struck } from '../kill.ts';
import type { Trial, Verdict } from '../trial.ts';
import { refunded } from './lies.ts';
import { calls, type CardPath } from './path.ts';

const paths: Record<string, (path: CardPath, moment: Moment) => Promise<Verdict>> = {
  async order(path, moment) {
    const deposit = await struck(path, { call: calls.order, moment }, () => path.order());
    return path.endsPaid(deposit);
  },
  async credit(path, moment) {
    const deposit = await path.order();
    const { id } = await path.session(deposit);
    await struck(path, { call: calls.read, moment }, async () => path.stripe.act(id, 'pay'));
    return path.ends(deposit, 'credited');
  },
  async refund(path, moment) {
    const deposit = await path.credited();
    await struck(path, { call: calls.refund, moment }, () => path.refund(deposit));
    return refunded(path, deposit);
  },
  async 'charge back'(path, moment) {
    const deposit = await path.credited();
    const { id } = await path.session(deposit);
    await struck(path, { call: calls.disputes, moment }, async () => {
      path.stripe.act(id, 'dispute');
      path.stripe.act(id, 'dispute_withdrawn');
    });
    return path.ends(deposit, 'charged_back', 'dispute');
  },
};

/** kill -9 at three moments of each money path. */
export const kills = (path: CardPath): Trial[] =>
  Object.entries(paths).flatMap(([name, run]) =>
    moments.map((moment) => ({
      path: name,
      name: killName[moment],
      kind: 'kill' as const,
      run: () => run(path, moment),
    })),
  );
