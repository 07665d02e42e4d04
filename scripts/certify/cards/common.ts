import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import { commonTrials } from '../common-lies.ts';
import type { Trial } from '../trial.ts';
import type { CardPath } from './path.ts';
import { endsAtCard, refunded } from './runs.ts';

/** The lies of any server, to the order, to the reading of a payment, and to a refund. */
export function lied(path: CardPath): Trial[] {
  const { provider } = path;
  return commonTrials({
    async order(lie) {
      const used = path.lieIn('order', lie);
      const deposit = await path.order();
      await used;
      return path.endsPaid(deposit);
    },
    async [provider.readsAtEvents ? 'credit' : 'return'](lie) {
      const deposit = await path.order();
      const page = await path.page(deposit);
      const used = path.lieIn('read', lie);
      if (!provider.readsAtEvents) await path.check(deposit);
      provider.act(page, 'pay');
      await used;
      return path.ends(deposit, 'credited');
    },
    ...(provider.calls.refund && {
      async refund(lie: CommonLie) {
        const deposit = await path.credited();
        const used = path.lieIn('refund', lie);
        await path.refund(deposit);
        await used;
        return refunded(path, deposit);
      },
    }),
    ...(provider.knowsCards && {
      async 'to card'(lie: CommonLie) {
        const withdrawal = await path.toCard();
        const used = path.lieIn('refund', lie);
        await path.send(withdrawal);
        await used;
        return endsAtCard(path, withdrawal, 'completed');
      },
    }),
  });
}
