import { standInKey, standInSecret, standInStore, startBtcpay } from '#server/demo/stand-ins/btcpay/server.ts';
import { cardExam } from '../cards/exam.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { ownLies } from './lies.ts';
import { btcpayProvider } from './provider.ts';

export async function btcpayExam(world: World): Promise<Exam> {
  const btcpay = await startBtcpay({ now: world.now });
  return cardExam(world, {
    adapter: 'btcpay',
    fields: {
      address: btcpay.url,
      store_id: standInStore,
      test_network: 'true',
      api_key: standInKey,
      webhook_secret: standInSecret,
    },
    secrets: [standInKey, standInSecret],
    provider: btcpayProvider(btcpay),
    onStrike: btcpay.onStrike,
    onHook: (hook) => void (btcpay.delivery.hook = hook),
    ownLies: ownLies(btcpay),
    close: () => btcpay.close(),
  });
}
