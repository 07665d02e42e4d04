import { sql } from '#server/platform/db/sql.ts';
import type { PayoutAct } from '#server/demo/stand-ins/btcpay/payout-acts.ts';
import {
  standInKey,
  standInSecret,
  standInStore,
  startBtcpay,
  type BtcpayStandIn,
  type LieName,
} from '#server/demo/stand-ins/btcpay/server.ts';
import { railExam } from '../payouts/exam.ts';
import type { Rail } from '../payouts/rail.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { btcpayPayoutsTrials } from './trials.ts';

const railOf = (standIn: BtcpayStandIn): Rail<PayoutAct, LieName> => ({
  standIn: { ...standIn, act: (payout: string, act: string) => standIn.act(payout, act as PayoutAct) },
  calls: {
    send: { method: 'POST', path: /^\/api\/v1\/stores\/\w+\/payouts$/ },
    read: { method: 'GET', path: /^\/api\/v1\/stores\/\w+\/pull-payments$/ },
    prepare: { method: 'POST', path: /^\/api\/v1\/stores\/\w+\/pull-payments$/ },
    approve: { method: 'POST', path: /^\/api\/v1\/payouts\/\w+$/ },
  },
  destination: { method: 'crypto', account: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
  arrival: { act: 'complete', events: 2 },
  isFinal: true,
  madeOf: (reference) => standIn.books.payoutsOf(reference).map(({ id }) => id),
  isNew: (id) => standIn.books.payoutOf(id).state === 'AwaitingPayment',
  net: () => standIn.books.net(),
  announceUnknown(id) {
    standIn.books.emitPayout('PayoutUpdated', { ...standIn.books.payoutOf(id), id: 'Unknown1' });
  },
});

export async function btcpayPayoutsExam(world: World): Promise<Exam> {
  const standIn = await startBtcpay({ now: world.now });
  await world.db.run(sql`update payment_setting set crypto_address_hours = 0`);
  return railExam(world, {
    adapter: 'btcpay_payouts',
    fields: {
      address: standIn.url,
      store_id: standInStore,
      test_network: 'true',
      api_key: standInKey,
      webhook_secret: standInSecret,
    },
    rail: railOf(standIn),
    trials: btcpayPayoutsTrials,
    secrets: [standInKey, standInSecret],
  });
}
