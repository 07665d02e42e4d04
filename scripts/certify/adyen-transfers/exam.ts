import { standInHmacKey, standInKey } from '../../stand-ins/adyen/server.ts';
import { standInBalanceAccount, startAdyenTransfers } from '../../stand-ins/adyen-transfers/server.ts';
import { connect } from '../connect.ts';
import { Triggers, type Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { payoutBooks } from './books.ts';
import { PayoutPath } from './path.ts';
import { payoutTrials } from './trials.ts';

export async function adyenTransfersExam(world: World): Promise<Exam> {
  const adyen = await startAdyenTransfers({ now: world.now });
  const triggers = new Triggers();
  adyen.onStrike(triggers.strike);
  const { id, hook } = await connect(world, {
    adapter: 'adyen_transfers',
    fields: {
      balance_account: standInBalanceAccount,
      environment: 'test',
      stand_in: adyen.url,
      api_key: standInKey,
      hmac_key: standInHmacKey,
    },
  });
  adyen.delivery.hook = hook;
  const path = await PayoutPath.open({ world, adyen, triggers });
  return {
    trials: payoutTrials(path),
    movesMoney: true,
    books: () => payoutBooks(world, adyen.books, id),
    calm() {
      triggers.clear();
      adyen.honest();
    },
    secrets: [standInKey, standInHmacKey],
    close: () => adyen.close(),
  };
}
