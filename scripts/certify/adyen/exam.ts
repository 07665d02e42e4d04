import { standInAccount, standInHmacKey, standInKey, startAdyen } from '#server/demo/stand-ins/adyen/server.ts';
import { cardExam } from '../cards/exam.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { ownLies } from './lies.ts';
import { adyenProvider } from './provider.ts';

export async function adyenExam(world: World): Promise<Exam> {
  const adyen = await startAdyen({ now: world.now });
  return cardExam(world, {
    adapter: 'adyen',
    fields: {
      merchant_account: standInAccount,
      only_cards: 'true',
      stand_in: adyen.url,
      api_key: standInKey,
      hmac_key: standInHmacKey,
    },
    secrets: [standInKey, standInHmacKey],
    provider: adyenProvider(adyen),
    onStrike: adyen.onStrike,
    onHook: (hook) => void (adyen.delivery.hook = hook),
    ownLies: ownLies(adyen),
    close: () => adyen.close(),
  });
}
